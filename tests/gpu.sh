#!/usr/bin/env bash
# On a machine with a GPU: builds, checks that its answers are right, runs the tests of OpenCL on it, measures it beside
# the native path, and writes one report, Markdown that fits into tests/bench/README.md.
#   ./tests/gpu.sh [--device NAME|opencl:INDEX] [--short] [--no-build] [--bench "dot viterbi ..."] [--report FILE]
# --device: another OpenCL device than the first GPU, by a part of its name or platform ("Portable": PoCL).
# --short:  the tests of the device layer and one measurement, to see that this script works.
# Exit codes: 0 all is well, 1 something failed (the report says what), 2 wrong usage, 3 there is no GPU, or no device
# so called.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source app/setup.sh

wanted="" is_short="" is_built="" report="build/gpu-report.md"
cases="dot geometric axial viterbi attention performer model training"
usage() { sed -n '4,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case "$1" in
    --short) is_short=yes; cases="axial" ;;
    --no-build) is_built=yes ;;
    --device | --bench | --report)
      [ $# -ge 2 ] || usage
      case "$1" in --device) wanted="$2" ;; --bench) cases="$2" ;; --report) report="$2" ;; esac
      shift ;;
    *) usage ;;
  esac
  shift
done

if [ -z "$is_built" ]; then
  headlight_install "${headlight_packages[@]}"
  headlight_build headlight  # tells whether there is a device before half an hour goes into the tests
fi
headlight_runtime_folder
program="$PWD/build/release/headlight"
[ -x "$program" ] || { echo "there is no $program, please leave out --no-build" >&2; exit 2; }

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
"$program" devices --json >"$work/devices.json"
status=0
device="$(python3 tests/bench/gpu_report.py choose "$work/devices.json" "$wanted")" || status=$?
if [ $status -ne 0 ]; then
  if [ -n "$wanted" ]; then echo "There is no OpenCL device called \"$wanted\":" >&2
  else echo "There is no GPU here that OpenCL knows; --device NAME takes another device:" >&2; fi
  "$program" devices >&2
  exit 3
fi
echo "Device: $device"
command -v nvidia-smi >/dev/null &&
  nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader >"$work/card" 2>/dev/null || true
[ -n "$is_built" ] || headlight_build all

# Opening a device runs its self-check, three tiny known answers; a mechanism on its sample is one more.
"$program" attention dot --device "$device" --json >"$work/check.json" 2>"$work/check.err" || touch "$work/check.failed"

# The tests open the first OpenCL device, and GPUs come first.
chosen=(-R '^(compute|attention|network|training|search|operations|models|analysis|hmm)/')
[ -z "$is_short" ] || chosen=(-R '^compute/')
ctest --preset release --output-junit "$work/tests.xml" "${chosen[@]}" >"$work/tests.log" 2>&1 ||
  touch "$work/tests.failed"
tail -n 3 "$work/tests.log"

for case in $cases; do
  for where in cpu "$device"; do
    echo "bench $case on $where"
    timeout 1800 "$program" bench "$case" --device "$where" --quiet >>"$work/bench-$case.jsonl" 2>"$work/bench.err" ||
      { echo "bench $case --device $where: exit code $?: $(tail -n 1 "$work/bench.err")" >>"$work/failures"; }
  done
done
git rev-parse --short HEAD >"$work/commit" 2>/dev/null || true
status=0
python3 tests/bench/gpu_report.py write "$work" "$device" >"$report" || status=$?
echo "Report: $report"
exit $status
