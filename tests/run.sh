#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests, those with windows under Xvfb,
# then each fuzzer for two seconds.
#   ./tests/run.sh [CTEST_OPTION...]      for example: ./tests/run.sh -L engine; without fuzzers when there are options
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh

headlight_install "${headlight_packages[@]}"
headlight_build all
headlight_runtime_folder

export QT_QPA_PLATFORM=xcb
headlight_with_display ctest --preset release --parallel "$(nproc)" "$@"
[ $# -gt 0 ] || tests/fuzz/run.sh 2
