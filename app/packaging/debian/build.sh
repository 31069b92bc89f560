#!/usr/bin/env bash
# Makes headlight_VERSION-1_ARCHITECTURE.deb for the release of Debian that it is run on.
#   app/packaging/debian/build.sh BUILD OUT
# Dependencies on libraries are those that dpkg-shlibdeps finds; the others stand in control, with files found at run time.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
need dpkg-gencontrol dpkg-dev

here="$root/app/packaging/debian"
tree="$work/debian/headlight"
doc="$tree/usr/share/doc/headlight"
stage "$tree" /usr

# What Debian asks of the folder of documents: its own copyright file and both changelogs, packed.
rm "$doc/LICENSE"
gzip -9n <"$doc/CHANGELOG.md" >"$doc/changelog.gz"
rm "$doc/CHANGELOG.md"
install -m 644 "$here/copyright" "$doc/copyright"
date="$(sed -n 's/^date-released: //p' "$root/CITATION.cff")"
printf 'headlight (%s-1) unstable; urgency=medium\n\n  * Version %s; what is new stands in changelog.gz.\n\n -- %s  %s\n' \
  "$version" "$version" "$(sed -n 's/^Maintainer: //p' "$here/control")" "$(LC_ALL=C date -u -R -d "$date")" \
  >"$work/debian/changelog"
gzip -9n <"$work/debian/changelog" >"$doc/changelog.Debian.gz"
gzip -9n "$tree/usr/share/man/man1/headlight.1"
install -D -m 644 "$here/headlight.lintian-overrides" "$tree/usr/share/lintian/overrides/headlight"

cp "$here/control" "$work/debian/control"
cd "$work"
mkdir "$tree/DEBIAN"
mapfile -t engines < <(engines "$tree")
dpkg-shlibdeps -e"$tree/usr/bin/headlight" "${engines[@]/#/-e}" 2>shlibdeps.log || {
  cat shlibdeps.log >&2
  exit 1
}
dpkg-gencontrol -pheadlight -Pdebian/headlight
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
dpkg-deb --root-owner-group --build "$tree" "$out" >/dev/null
ls "$out/headlight_$version-1_$(dpkg --print-architecture).deb"
