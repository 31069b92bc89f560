#!/usr/bin/env bash
# On Debian on another processor: compiles the engine and its tests for 64-bit ARM and runs them under qemu-user, in
# build/arm64. Installs what is missing for it here; the libraries of arm64 go into a folder outside of the source.
#   ./tests/arm64.sh [--filter REGEX] [--sysroot FOLDER] [--build-only | --no-build] [--jobs N]
# --filter:     only the programs whose names match, as in ctest -R, for example '^search/'. GTEST_FILTER chooses tests,
#               as GoogleTest has it, in place of leaving some out.
# --sysroot:    where the libraries of arm64 are or shall be, else headlight/arm64 in $XDG_CACHE_HOME or ~/.cache.
# --build-only: compiles and does not run;  --no-build: runs what was compiled before.
# --jobs:       how many compilers or tests at a time, else one per processor.
# Exit codes: 0 all is well, 1 something failed, 2 wrong usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh

# What is left out, as GoogleTest names it.
left_out=(
  # Ask for an OpenCL device. No driver is unpacked: PoCL starts a linker for its kernels, which would be this system's.
  DeviceChoice.{platformWithout,deviceWhoseKernels,deviceThatGives,cacheFolder,openClDevice}'*' 'RunOnDeviceOrCpu.*'
  'DotVariants.*OnADevice' 'MechanismOperation.*Device*' 'Places.*'
  'FactoredDevice.*' 'LikelihoodDevice.*' '*Training.*OnDevices*' '*Training.onDevices*'
  FactoredTraining.goesOnNativelyWhereTheDeviceFails PairTraining.withoutAPairOrARowNeedsNoDevice
  # Multiplies large matrices for minutes, to measure what would be the emulator's speed.
  'BenchDot.*'
  # Train on whole families, half a minute here; smaller ones are trained in the other tests of these operations.
  TrainFactored.findsContactsOfTheShippedTrypsins TrainFactored.findsTheFoldOfDihydrofolateReductases
  TrainFactored.presetContactsMakesEachHeadSeeMoreContacts
  # Fill tables of 8000 by 8000 cells, or those of all reference profiles twice, for more than four minutes.
  ScoreBounds.ofLongFreeGapsStayInside Search.boundsOfScoresLeaveTheHitsOfReferenceProfilesAsTheyAre
  # Checks the shipped lessons with a change each, for minutes; the checks themselves are tested in lessons_check.
  Mutation.checkNoticesRandomChangesOfShippedLessons
  # Maps a file of 2^40 bytes, for whose pages qemu 7.2 takes 6 GiB of its own.
  InputBudget.aPlainFileIsRefusedBeforeItIsRead
  # Under qemu-user a program that is not there ends at once instead of not being started.
  RemoteFailures.withoutSshThereIsASentenceThatNamesThePackage
)

usage() { sed -n '4,10s/^# \{0,1\}//p' "$0"; }
filter="" sysroot="${XDG_CACHE_HOME:-$HOME/.cache}/headlight/arm64" is_built="" is_run=yes jobs="$(nproc)"
while [ $# -gt 0 ]; do
  case "$1" in
    --help | -h) usage; exit 0 ;;
    --build-only) is_run="" ;;
    --no-build) is_built=yes ;;
    --filter | --sysroot | --jobs)
      [ $# -ge 2 ] || { usage >&2; exit 2; }
      case "$1" in --filter) filter="$2" ;; --sysroot) sysroot="$(realpath -m "$2")" ;; --jobs) jobs="$2" ;; esac
      shift ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

# make_sysroot FOLDER: downloads the libraries of arm64 and all that they need, and unpacks them there. Nothing of them
# is installed or run, so that it takes seconds, needs no rights and leaves this system's packages as they are.
make_sysroot() {
  local made work package link options
  made="$(. /etc/os-release && echo "${VERSION_CODENAME:-}") ${headlight_engine_packages[*]}"
  [ "$(cat "$1/.packages" 2>/dev/null)" != "$made" ] || return 0
  echo "Making $1"
  mkdir -p "$(dirname "$1")"
  work="$(mktemp -d "$1.XXXXXX")"
  mkdir -p "$work"/apt/{lists,archives}/partial "$work"/tree/usr/{bin,lib,sbin}
  : >"$work/apt/status"
  # From where this system has its packages.
  options=(-q -y -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Install-Recommends=false
    -o APT::Sandbox::User=root -o Dir::State="$work/apt" -o Dir::State::status="$work/apt/status"
    -o Dir::Cache="$work/apt")
  if ! { apt-get "${options[@]}" update && apt-get "${options[@]}" install --download-only libc6-dev \
    "${headlight_engine_packages[@]}"; } >"$work/log" 2>&1; then
    cat "$work/log" >&2
    rm -rf "$work"
    return 1
  fi
  # As Debian has them, the old places are links.
  for link in bin lib sbin; do ln -s "usr/$link" "$work/tree/$link"; done
  for package in "$work"/apt/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$work/tree" --keep-directory-symlink --no-same-owner
  done
  # A link to /lib means the one of the same tree.
  find "$work/tree" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    ln -sfnr "$work/tree$(readlink "$link")" "$link"
  done
  echo "$made" >"$work/tree/.packages"
  rm -rf "$1"
  mv "$work/tree" "$1"
  rm -rf "$work"
}

if [ -z "$is_built" ]; then
  headlight_install cmake ninja-build ccache pkg-config git g++-aarch64-linux-gnu qemu-user-static
  make_sysroot "$sysroot"
  cmake --preset arm64 -DHEADLIGHT_SYSROOT="$sysroot" >build-configure.log 2>&1 || {
    cat build-configure.log >&2
    rm -f build-configure.log
    exit 1
  }
  rm -f build-configure.log
  nice -n 10 cmake --build --preset arm64 -j "$jobs"
fi
[ -n "$is_run" ] || exit 0

export GTEST_FILTER="${GTEST_FILTER:--$(IFS=:; echo "${left_out[*]}")}"
status=0
nice -n 10 ctest --preset arm64 -L '^(engine|app)$' --parallel "$jobs" ${filter:+-R "$filter"} || status=1
# Each program is four tests of ctest.
awk '/^\[  PASSED  \] [0-9]+ test/ { passed += $4 } /^\[  SKIPPED \] [0-9]+ test/ { skipped += $4 }
  /^\[  FAILED  \] .* ms\)$/ { ++failed }
  END { printf "%d passed, %d skipped, %d failed\n", passed, skipped, failed }' \
  build/arm64/Testing/Temporary/LastTest.log
exit $status
