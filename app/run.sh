#!/usr/bin/env bash
# Installs what is missing, builds Headlight and opens the sample session, or the files given.
#   ./app/run.sh [--portable] [FILE...]
# --portable   build for any processor of this kind instead of this very one
# Without a display, the views of the sample session are drawn into headlight-demo/*.png instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh

native=ON
if [ "${1:-}" = "--portable" ]; then
  native=OFF
  shift
fi
if [ "${1:-}" = "--help" ]; then
  sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
fi

headlight_install "${headlight_packages[@]}"
options=()
grep -qs "^HEADLIGHT_NATIVE:BOOL=$native$" build/release/CMakeCache.txt || options=(-- "-DHEADLIGHT_NATIVE=$native")
headlight_build headlight "${options[@]}"
headlight_runtime_folder

sample=resources/samples/proteins.headlight
if [ -n "${DISPLAY:-}" ]; then
  ./build/release/headlight "${@:-$sample}"
else
  echo "There is no display: drawing the views of the sample session."
  ./build/release/headlight render "$sample" --view all --size 1000x700 --scale 1 --out headlight-demo
fi
