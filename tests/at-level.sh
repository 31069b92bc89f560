#!/usr/bin/env bash
# Runs a program as on a processor of a lower level: the system's loader is told not to look at what this one has more.
# Ends with 77 where the processor is below the level.
#   tests/at-level.sh x86-64|x86-64-v3|x86-64-v4 PROGRAM [ARGUMENT...]
set -euo pipefail
level="$1"
shift
case "$level" in
  x86-64) hidden=-AVX2 ;;
  x86-64-v3) hidden=-AVX512F ;;
  *) hidden= ;;
esac
export GLIBC_TUNABLES="glibc.cpu.hwcaps=$hidden" HEADLIGHT_TEST_LEVEL="$level"
# Not grep -q: it may leave before the loader has said all, whose failure would then count as that of the search.
if [ "$level" != x86-64 ] && ! /lib64/ld-linux-x86-64.so.2 --help | grep "^ *$level (supported" > /dev/null; then
  echo "skipped: this processor is below $level"
  exit 77
fi
exec "$@"
