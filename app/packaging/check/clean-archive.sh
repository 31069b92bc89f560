#!/usr/bin/env bash
# The archive in a clean Debian with nothing but X and a font, then with OpenGL.   clean-archive.sh SUITE FILE.tar.xz PICTURES
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"
clean_system "$1"
tar -C "$system/opt" -xf "$2"
program="/opt/$(ls "$system/opt")"

inside "$program/bin/headlight" --version
inside "$program/bin/headlight" devices
inside "$program/bin/headlight" lesson --json >/dev/null
inside "$program/bin/headlight" geometry "$program/share/headlight/samples/1ldm_A.pdb.gz" --quiet
# A picture with OpenGL, without a display.
inside "$program/bin/headlight" render "$program/share/headlight/samples/1ldm_A.pdb.gz" --view structure --quiet \
  --out /tmp/structure.png
mv "$system/tmp/structure.png" "$3/archive-$1-structure.png"
picture_of "$program/bin/headlight" "$program/share/headlight/samples/proteins.headlight" "$3/archive-$1.png"

# The same where the system has OpenGL: then that is taken, with libraries that may be newer than ours.
inside apt-get install -q -y --no-install-recommends libegl1 libgl1 libopengl0 libgl1-mesa-dri >"$system/tmp/apt.log" 2>&1
inside sh -c "LD_DEBUG=libs $program/bin/headlight render $program/share/headlight/samples/1ldm_A.pdb.gz --quiet \
  --view structure --out /tmp/structure.png 2>/tmp/loaded"
grep -q 'calling init: /\(usr/\)\?lib/.*/libEGL_mesa' "$system/tmp/loaded" || {
  echo "the system's OpenGL was not taken" >&2
  exit 1
}
mv "$system/tmp/structure.png" "$3/archive-$1-system-opengl.png"

# Removed: nothing is left but what the program keeps of its user.
rm -rf "${system:?}$program"
left="$(find "$system/opt" "$system/usr/local" "$system/etc" -iname '*headlight*')"
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
