#!/usr/bin/env bash
# The Debian package in a clean Debian 12: installed, started, upgraded, removed.   clean-deb.sh FILE.deb PICTURES
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"
clean_system bookworm

files() { (cd "$system" && find . -xdev -path ./proc -prune -o -path ./var/cache -prune -o -path ./var/log -prune -o \
  -path ./tmp -prune -o -path ./root -prune -o -print | sort); }
install_deb() { inside apt-get install -q -y --no-install-recommends "$1" >>"$system/tmp/apt.log" 2>&1 ||
  { tail -n 20 "$system/tmp/apt.log" >&2; return 1; }; }

cp "$1" "$system/tmp/headlight.deb"
# The dependencies alone first, so that what the package itself leaves can be told.
dpkg-deb -R "$1" "$system/tmp/only-dependencies"
(cd "$system/tmp/only-dependencies" && rm -rf usr DEBIAN/md5sums &&
  sed -i 's/^Package: .*/Package: headlight-dependencies/' DEBIAN/control)
dpkg-deb -b "$system/tmp/only-dependencies" "$system/tmp/dependencies.deb" >/dev/null
install_deb /tmp/dependencies.deb
files >"$check_folder/before"

install_deb /tmp/headlight.deb
inside headlight --version
inside headlight lesson --json >/dev/null
inside headlight render /usr/share/headlight/samples/1ldm_A.pdb.gz --view structure --quiet --out /tmp/structure.png
mv "$system/tmp/structure.png" "$2/deb-structure.png"
picture_of headlight /usr/share/headlight/samples/proteins.headlight "$2/deb.png"

# The same again as a later version.
dpkg-deb -R "$1" "$system/tmp/later"
sed -i 's/^Version: \(.*\)/Version: \1+later/' "$system/tmp/later/DEBIAN/control"
dpkg-deb -b "$system/tmp/later" "$system/tmp/later.deb" >/dev/null
install_deb /tmp/later.deb
inside dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' headlight
inside headlight --version

inside apt-get purge -q -y headlight >>"$system/tmp/apt.log" 2>&1
files >"$check_folder/after"
if ! diff "$check_folder/before" "$check_folder/after"; then
  echo "left behind or taken away, see above" >&2
  exit 1
fi
echo "installed, started, upgraded, purged; nothing is left"
