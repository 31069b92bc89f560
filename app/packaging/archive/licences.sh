#!/usr/bin/env bash
# Writes what the archive bundles, from which package and version, under which licence, and the packages' own texts.
#   app/packaging/archive/licences.sh PLACED FOLDER
# PLACED: lines "path/in/archive /path/on/this/system". Fails for a package that licences.tsv does not know.
set -euo pipefail
placed="$1"
folder="$2/bundled"
table="$(dirname "${BASH_SOURCE[0]}")/licences.tsv"
mkdir -p "$folder"
# What is no library of its own in the end: package and licence.
compiled=("dssp (BSD-2-Clause)" "libeigen3-dev (MPL-2.0)" "gemmi-dev (MPL-2.0)" "nlohmann-json3-dev (MIT)"
  "tao-pegtl-dev (MIT)" "opencl-clhpp-headers (Apache-2.0)")
for entry in "${compiled[@]}"; do
  cp -L "/usr/share/doc/${entry%% *}/copyright" "$folder/${entry%% *}.txt"
done

# Also under the path before /lib became a link to /usr/lib.
package_of() {
  local real
  real="$(readlink -f "$1")"
  { dpkg -S "$real" || dpkg -S "${real#/usr}"; } 2>/dev/null | head -n 1 | sed 's/:.*//'
}

{
  echo "Libraries in this archive, as Debian builds them, unchanged but for the place where each looks for others."
  echo "Sources: deb-src entries of the same release of Debian, \"apt-get source PACKAGE=VERSION\", or Debian's snapshot"
  echo "archive. All are linked dynamically: replace a file in lib by another build of the same library to use that."
  echo "Compiled into the program: ${compiled[*]}."
  echo "The full texts lie beside this file, one per package."
  echo
  printf '%s\t%s\t%s\t%s\n' file package version licence
  unknown=0
  while read -r file source; do
    package="$(package_of "$source")"
    licence="$(awk -F '\t' -v package="$package" '$1 == package {print $2}' "$table")"
    if [ -z "$package" ] || [ -z "$licence" ]; then
      echo "licences.tsv: no line for \"$package\", package of $source" >&2
      unknown=1
      continue
    fi
    printf '%s\t%s\t%s\t%s\n' "$file" "$package" "$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null)" "$licence"
    [ -e "$folder/$package.txt" ] || cp -L "/usr/share/doc/$package/copyright" "$folder/$package.txt"
  done < <(sort "$placed")
  [ "$unknown" -eq 0 ]
} >"$folder/LIBRARIES.tsv"
