#!/usr/bin/env bash
# What can be read from the Debian package: lintian, desktop entry, metadata.   deb-files.sh FILE.deb
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

lintian --tag-display-limit 0 --fail-on error,warning "$1"
dpkg-deb -x "$1" "$folder"
desktop-file-validate "$folder"/usr/share/applications/*.desktop
appstreamcli validate --no-net "$folder"/usr/share/metainfo/*.xml
# The tree as a whole: entry, metadata and icon belong together.
appstreamcli validate-tree --no-net "$folder"
dpkg-deb -f "$1" Depends
