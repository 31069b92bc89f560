#!/usr/bin/env bash
# Desktop entry, AppStream metadata and MIME types keep their standards, as far as their checkers are installed.
#   tests/app/packaging/desktop.sh BUILT SOURCES
set -euo pipefail
checked=0
if command -v desktop-file-validate >/dev/null; then
  desktop-file-validate "$1"/*.desktop
  checked=$((checked + 1))
fi
if command -v appstreamcli >/dev/null; then
  appstreamcli validate --no-net "$1"/*.metainfo.xml
  checked=$((checked + 1))
fi
if command -v update-mime-database >/dev/null; then
  folder="$(mktemp -d)"
  trap 'rm -rf "$folder"' EXIT
  mkdir -p "$folder/mime/packages"
  cp "$2/headlight.mime.xml" "$folder/mime/packages/headlight.xml"
  said="$(XDG_DATA_DIRS="$folder" update-mime-database "$folder/mime" 2>&1)"
  [ -z "$said" ] || { echo "$said"; exit 1; }
  grep -q 'application/x-headlight-session:\*\.headlight' "$folder/mime/globs2"
  checked=$((checked + 1))
fi
[ "$checked" -gt 0 ] && exit 0
echo "skipped: none of desktop-file-utils, appstream, shared-mime-info is installed"
exit 77
