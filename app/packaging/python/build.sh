#!/usr/bin/env bash
# Makes the wheel, out of the archive that archive/build.sh has left in OUT.
#   app/packaging/python/build.sh BUILD OUT
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
need python3 python3

name="headlight-$version-linux-$(uname -m)"
tar -C "$work" -xf "$out/$name.tar.xz"
python3 "$root/app/packaging/python/make_wheel.py" "$work/$name" "$version" "$out"
