#!/usr/bin/env bash
# Makes headlight-VERSION-linux-ARCHITECTURE.tar.xz: the program with all libraries that are not part of every Linux.
#   app/packaging/archive/build.sh BUILD OUT            HEADLIGHT_XZ_LEVEL=0: quickly, a quarter larger
#
#   bin/headlight    a script: decides whose OpenGL is taken, starts the program
#   libexec          the program, and where its plugins of Qt lie
#   lib              libraries, found relative to those that need them; qt6/plugins; the engine, that of higher levels of
#                    processors in glibc-hwcaps
#   lib/graphics     OpenGL in software (Mesa) and what X clients need, for systems that have no OpenGL of their own
#   share            lessons, samples, dictionary of structures, manual page, desktop entry, licences of all of that
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
need patchelf patchelf
need xz xz-utils

here="$root/app/packaging/archive"
name="headlight-$version-linux-$(uname -m)"
tree="$work/$name"
system="/usr/lib/$(gcc -print-multiarch)"
plugins="$system/qt6/plugins"

# What is on every Linux for which the archive is meant: glibc and the run-time libraries of GCC, zlib.
base='^(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s|z))\.so'
# What the graphics of a system and its programs share: taken from the system when it has OpenGL, else all of it ours.
shared='^lib(GL|EGL|OpenGL|GLX|GLdispatch|X11|X11-xcb|Xau|Xdmcp|Xext|Xfixes|Xxf86vm|xcb|xcb-(dri2|dri3|glx|present|randr|shm|sync|xfixes)|xshmfence|drm.*|gbm|glapi)\.so'

# needed FILE...: paths of the libraries that they need, in the end, each once and without those of the base.
needed() { ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u | grep -vE "/${base#^}|^$tree/"; }

# place FOLDER: copies the files on standard input under their plain names, lists where from for the licences.
place() {
  local file
  while read -r file; do
    [ -e "$1/$(basename "$file")" ] && continue
    install -D -m 644 "$(readlink -f "$file")" "$1/$(basename "$file")"
    echo "${1#"$tree/"}/$(basename "$file") $file" >>"$work/placed"
  done
}

stage "$work" "/$name"
mkdir "$tree/libexec"
mv "$tree/bin/headlight" "$tree/libexec/headlight"
install -m 755 "$here/headlight" "$tree/bin/headlight"
# Each finds what it needs from where it lies itself, before anything that LD_LIBRARY_PATH names.
rpath() { patchelf --force-rpath --set-rpath "$@"; }
rpath '$ORIGIN/../lib' "$tree/libexec/headlight"
engine="$(engines "$tree" | head -n 1)"
if [ -n "$engine" ]; then
  folder="$(dirname "$engine")"
  mv "$folder" "$work/engine"
  rmdir --parents --ignore-fail-on-non-empty "$(dirname "$folder")"
  mkdir -p "$tree/lib"
  mv "$work"/engine/* "$tree/lib"
fi
printf '[Paths]\nPrefix = ..\nPlugins = lib/qt6/plugins\n' >"$tree/libexec/qt.conf"

wanted=(platforms/libqxcb.so platforms/libqoffscreen.so platforminputcontexts/libcomposeplatforminputcontextplugin.so
  imageformats/libqsvg.so imageformats/libqjpeg.so iconengines/libqsvgicon.so)
for plugin in "${wanted[@]}"; do
  echo "$plugins/$plugin" | place "$tree/lib/qt6/plugins/$(dirname "$plugin")"
done
needed "$tree/libexec/headlight" "${wanted[@]/#/$plugins/}" >"$work/needed"
grep -vE "/${shared#^}" "$work/needed" | place "$tree/lib"

# OpenGL in software, whole; what lies in lib already is found there.
graphics="$tree/lib/graphics"
{
  grep -E "/${shared#^}" "$work/needed"
  echo "$system/libEGL_mesa.so.0"
  needed "$system/libEGL_mesa.so.0" "$system/dri/swrast_dri.so"
} | sort -u | while read -r file; do
  [ -e "$tree/lib/$(basename "$file")" ] || echo "$file"
done | place "$graphics"
echo "$system/dri/swrast_dri.so" | place "$graphics/dri"
install -D -m 644 /usr/share/glvnd/egl_vendor.d/50_mesa.json "$graphics/egl_vendor.d/50_mesa.json"
# What the program needs of these from a system that has its own OpenGL.
grep -E "/${shared#^}" "$work/needed" | xargs -n 1 basename >"$graphics/needed"

install -D -m 644 -t "$tree/share/fontconfig" "$here/fonts.conf"

for file in "$tree"/lib/*.so*; do rpath '$ORIGIN' "$file"; done
for file in "$tree"/lib/glibc-hwcaps/*/*.so; do [ ! -e "$file" ] || rpath '$ORIGIN/../..' "$file"; done
for file in "$tree"/lib/qt6/plugins/*/*.so; do rpath '$ORIGIN/../../..' "$file"; done
for file in "$graphics"/*.so*; do rpath '$ORIGIN:$ORIGIN/..' "$file"; done
for file in "$graphics"/dri/*.so; do rpath '$ORIGIN/..:$ORIGIN/../..' "$file"; done

"$here/licences.sh" "$work/placed" "$tree/share/doc/headlight"
day="$(sed -n 's/^date-released: //p' "$root/CITATION.cff")"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="$day 00:00 UTC" -cf - "$name" |
  xz -T0 "-${HEADLIGHT_XZ_LEVEL:-6}" >"$out/$name.tar.xz"
ls "$out/$name.tar.xz"
