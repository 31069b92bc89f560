#!/usr/bin/env bash
# The wheel in a fresh virtual environment: its three calls, the command, and its removal.   clean-wheel.sh WHEEL PICTURES
# numpy is fetched by pip, or that of the system where there is no package index.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
pictures="$(cd "$2" && pwd)"

python="${PYTHON:-python3}"
"$python" -m venv "$folder/venv"
if ! "$folder/venv/bin/pip" install --quiet numpy; then
  rm -rf "$folder/venv"
  "$python" -m venv --system-site-packages "$folder/venv"
fi
"$folder/venv/bin/pip" install --quiet --no-index "$1"
cd "$folder"
cat >calls.py <<'CALLS'
import sys
import numpy
import headlight

stored, pictures = sys.argv[1:]
planted = numpy.load(f"{stored}/planted.npz")
attention, residues = planted["attention"], str(planted["sequence"])
structure = numpy.load(f"{stored}/structure.npz")
assert "site-packages" in headlight.program(), headlight.program()
headlight.show(attention, tokens=residues).save(f"{pictures}/wheel-show.png")
table = headlight.heads(attention, tokens=residues, structure=structure)
print(table[["layer", "head", "labels"]])
headlight.save(f"{pictures}/wheel-figure.pdf", attention, tokens=residues, size="88mm", layer=2, head=1)
CALLS
env -u HEADLIGHT_PROGRAM -u PYTHONPATH venv/bin/python calls.py "$root/tests/data/heads" "$pictures"
env -u HEADLIGHT_PROGRAM venv/bin/headlight --version
env -u HEADLIGHT_PROGRAM venv/bin/headlight lesson --json >/dev/null
venv/bin/pip install --quiet --no-index --force-reinstall --no-deps "$1"
venv/bin/pip uninstall --quiet --yes headlight
left="$(find venv -iname '*headlight*')"
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
echo "installed, called, installed again, removed; nothing is left"
