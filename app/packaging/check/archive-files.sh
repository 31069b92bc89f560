#!/usr/bin/env bash
# Every library of the archive is found inside it, or is one that every Linux has, or belongs to the graphics that the
# system may bring; each has its licence.   archive-files.sh FILE.tar.xz
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xf "$1"
tree="$(echo "$folder"/*)"

# With its own graphics nothing but the base may come from outside.
outside="$(find "$tree" -type f \( -name '*.so*' -o -path '*/libexec/headlight' \) -print0 |
  LD_LIBRARY_PATH="$tree/lib/graphics" xargs -0 -n 1 ldd | awk '$2 == "=>" {print $1, $3, $4}' | sort -u |
  grep -v " $tree/" | grep -vE '^(lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s|z)\.so\S*) /' || true)"
if [ -n "$outside" ]; then
  echo "taken from outside the archive:" >&2
  echo "$outside" >&2
  exit 1
fi
licences="$tree/share/doc/headlight/bundled/LIBRARIES.tsv"
count=0
while read -r file; do
  count=$((count + 1))
  [ "$(basename "$file")" != libheadlight_engine.so ] || continue # ours
  grep -q "^${file#"$tree/"}"$'\t' "$licences" || { echo "LIBRARIES.tsv does not name $file" >&2; exit 1; }
done < <(find "$tree/lib" -type f -name '*.so*')
# The newest symbols of the C library that are asked for: the oldest system that the archive runs on.
find "$tree" -type f \( -name '*.so*' -o -path '*/libexec/headlight' \) -print0 | xargs -0 objdump -T 2>/dev/null |
  grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1 | sed "s/^/$count libraries inside; needs /"
