#!/usr/bin/env bash
# Runs a test program under an X server of its own and with a home of its own, so that several may run side by side:
# none sees the settings, the copies of sessions, the clipboard or the keyboard of another.
#   tests/with-display.sh PROGRAM [ARGUMENT...]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

home="$(mktemp -d)"
trap 'rm -rf "$home"' EXIT
export XDG_CACHE_HOME="${XDG_CACHE_HOME:-$HOME/.cache}"  # compiled kernels may be shared
export HOME="$home" XDG_RUNTIME_DIR="$home/runtime" QT_QPA_PLATFORM=xcb
mkdir -m 700 "$XDG_RUNTIME_DIR"
headlight_with_display "$@"
