#!/bin/sh
# tests/fuzz/run.sh SECONDS [NAME...]: builds the fuzzers and runs each for so long, one after the other. NAME is
# "ffindex" or the id of a format; without one: hhm hmmer hhr ffindex. Inputs that break something end up in
# build/fuzz/findings; the corpus is kept in build/fuzz/corpus.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:?usage: tests/fuzz/run.sh SECONDS [NAME...]}
shift
[ $# -gt 0 ] || set -- hhm hmmer hhr ffindex
build=build/fuzz
[ -f $build/build.ninja ] || cmake --preset fuzz
cmake --build --preset fuzz
mkdir -p $build/findings
status=0
for name in "$@"; do
  corpus=$build/corpus/$name
  mkdir -p "$corpus"
  # Real files as further seeds where they are small enough to be mutated quickly.
  for folder in tests/data resources/samples ../shared/data/hh; do
    [ -d $folder ] && find $folder -size -40k -name "*.$name" -exec cp -n {} "$corpus" \; || true
  done
  [ "$name" != hmmer ] || find ../shared/data/hh -size -100k -name '*.hmm' -exec cp -n {} "$corpus" \; 2>/dev/null || true
  program=$build/headlight-fuzz-format
  [ "$name" != ffindex ] || program=$build/headlight-fuzz-ffindex
  # A first run writes the sample into the corpus.
  for runs in "-runs=0" "-max_total_time=$seconds"; do
    HEADLIGHT_FUZZ_FORMAT=$name HEADLIGHT_FUZZ_SEEDS=$corpus $program $runs -max_len=60000 -timeout=20 \
      -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix=$build/findings/$name- "$corpus" ||
      { status=1; break; }
  done
done
exit $status
