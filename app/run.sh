#!/usr/bin/env bash
# Installs what is missing, builds Headlight and opens the sample session, or the files given.
#   ./app/run.sh [FILE...]
# Without a display, the views of the sample session are drawn into headlight-demo/*.png instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh

if [ "${1:-}" = "--help" ]; then
  sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
fi

headlight_install "${headlight_packages[@]}"
headlight_build headlight
headlight_runtime_folder

sample=resources/samples/proteins.headlight
if [ -n "${DISPLAY:-}" ]; then
  ./build/release/headlight "${@:-$sample}"
else
  echo "There is no display: drawing the views of the sample session."
  ./build/release/headlight render "$sample" --view all --size 1000x700 --scale 1 --out headlight-demo
fi
