#!/usr/bin/env bash
# Tests of the Python module with a program: tests/app/packaging/python.sh PROGRAM
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
for python in python3 /usr/bin/python3; do
  "$python" -c 'import numpy' 2>/dev/null || continue
  exec env HEADLIGHT_PROGRAM="$1" PYTHONPATH="$PWD/app/packaging/python" PYTHONDONTWRITEBYTECODE=1 \
    "$python" -m unittest discover -s tests/app/packaging
done
echo "skipped: no python3 with numpy (python3-numpy)"
exit 77
