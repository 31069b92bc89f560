#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests, those with windows under Xvfb.
#   ./tests/run.sh [CTEST_OPTION...]      for example: ./tests/run.sh -L engine
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh

headlight_install "${headlight_packages[@]}"
headlight_build all
headlight_runtime_folder

export QT_QPA_PLATFORM=xcb
headlight_with_display ctest --preset release --parallel "$(nproc)" "$@"
