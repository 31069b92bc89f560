#!/usr/bin/env bash
# Installs what is missing, builds the program for any processor of this kind, and makes its packages.
#   app/packaging/build.sh [debian|archive|python]      all three without a word; they lie in build/release/packages
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source app/setup.sh

headlight_install "${headlight_packages[@]}" dpkg-dev patchelf xz-utils python3
cmake --preset release
if [ $# -eq 0 ]; then
  cmake --build --preset package
else
  cmake --build --preset package --target headlight headlight_engine_levels handbook
  "app/packaging/$1/build.sh" build/release build/release/packages
fi
