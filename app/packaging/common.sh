# Sourced by the scripts that make packages, each called as SCRIPT BUILD OUT: the build folder and where packages go.
# Sets build, out, version, root (of the sources) and work (a folder that is removed at the end).

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
if [ $# -ne 2 ]; then
  echo "usage: $0 BUILD OUT" >&2
  exit 2
fi
build="$(cd "$1" && pwd)"
mkdir -p "$2"
out="$(cd "$2" && pwd)"

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

version="$(cached CMAKE_PROJECT_VERSION)"
if [ "$(cached HEADLIGHT_LEVELS)" = native ] && [ "${HEADLIGHT_PACKAGE_NATIVE:-}" != yes ]; then
  echo "$build: compiled for this processor alone (HEADLIGHT_LEVELS=native); packages need: cmake --preset release" >&2
  exit 1
fi

# need COMMAND PACKAGE...: or say what to install.
need() {
  local command="$1"
  shift
  command -v "$command" >/dev/null && return 0
  echo "$0 needs $command; install: $*" >&2
  exit 1
}

# stage FOLDER PREFIX: what cmake installs, under FOLDER/PREFIX, program and engine stripped.
stage() {
  DESTDIR="$1" cmake --install "$build" --prefix "$2" >/dev/null
  strip --strip-all --remove-section=.comment --remove-section=.note "$1$2/bin/headlight"
  engines "$1$2" | xargs -r -d '\n' strip --strip-unneeded --remove-section=.comment --remove-section=.note
}

# engines FOLDER: the engine for each level of processors, that of the lowest first; none where it is inside the program.
engines() { find "$1" -name libheadlight_engine.so | awk '{print length, $0}' | sort -n | cut -d ' ' -f 2-; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
umask 022
