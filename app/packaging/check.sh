#!/usr/bin/env bash
# Checks packages: what can be read from them here, then each in a clean system of its own.
#   app/packaging/check.sh PACKAGES PICTURES [files|deb|archive|wheel]...       all four without a word
# PACKAGES: the folder with what cmake --build --preset package made. PICTURES: where pictures of the started program go.
# Needs for files: lintian, desktop-file-utils, appstream, binutils; for deb and archive: root, debootstrap, imagemagick,
# and Debian's package archive; for wheel: python3-venv, python3-numpy (or a package index for pip).
# HEADLIGHT_CHECK_FOLDER keeps the clean systems between runs (1 GB); without it they are made anew and removed.
set -euo pipefail
if [ $# -lt 2 ]; then
  sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 2
fi
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check"
packages="$(cd "$1" && pwd)"
mkdir -p "$2"
pictures="$(cd "$2" && pwd)"
shift 2
[ $# -gt 0 ] || set -- files deb archive wheel

one() { # PATTERN: the one package of this name
  local found=("$packages"/$1)
  if [ ${#found[@]} -ne 1 ] || [ ! -e "${found[0]}" ]; then
    echo "$packages: expected one $1" >&2
    exit 1
  fi
  echo "${found[0]}"
}

for check in "$@"; do
  echo "== $check"
  case "$check" in
    files)
      "$here/deb-files.sh" "$(one '*.deb')"
      "$here/archive-files.sh" "$(one '*.tar.xz')"
      ;;
    deb) "$here/clean-deb.sh" "$(one '*.deb')" "$pictures" ;;
    archive)
      "$here/clean-archive.sh" bookworm "$(one '*.tar.xz')" "$pictures"
      "$here/clean-archive.sh" trixie "$(one '*.tar.xz')" "$pictures"
      ;;
    wheel) "$here/clean-wheel.sh" "$(one '*.whl')" "$pictures" ;;
    *)
      echo "found \"$check\", expected files, deb, archive or wheel" >&2
      exit 2
      ;;
  esac
done
echo "all checks passed"
