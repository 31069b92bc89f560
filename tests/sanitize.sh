#!/usr/bin/env bash
# Runs the tests under sanitizers: everything under address + undefined behaviour, the engine under thread sanitizer.
#   ./tests/sanitize.sh [asan|tsan] [CTEST_OPTION...]     default: both
# Qt, Mesa and PoCL unload libraries at exit, which hides the names of their own small leaks from the suppression list;
# a preloaded dlclose() that does nothing keeps the names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh
headlight_install "${headlight_packages[@]}"
headlight_runtime_folder

which="${1:-both}"
case "$which" in asan | tsan | both) shift || true ;; *) which=both ;; esac
support="$PWD/tests/support/sanitizer"

if [ "$which" != tsan ]; then
  cmake --preset asan >/dev/null
  cmake --build --preset asan
  gcc -shared -fPIC -o build/asan/libkeep_loaded.so "$support/KeepLoaded.c"
  QT_QPA_PLATFORM=xcb \
  ASAN_OPTIONS="detect_leaks=1:new_delete_type_mismatch=1:verify_asan_link_order=0" \
  LSAN_OPTIONS="suppressions=$support/leak.supp:print_suppressions=0" \
  UBSAN_OPTIONS="print_stacktrace=1" \
    headlight_with_display \
    env LD_PRELOAD="$(gcc -print-file-name=libasan.so) $PWD/build/asan/libkeep_loaded.so" ctest --preset asan "$@"
fi
if [ "$which" != asan ]; then
  cmake --preset tsan-engine >/dev/null
  cmake --build --preset tsan-engine
  TSAN_OPTIONS="suppressions=$support/thread.supp halt_on_error=0" ctest --preset tsan-engine "$@"
fi
