#!/usr/bin/env bash
# tests/fuzz/run.sh SECONDS [NAME...]: builds the fuzzers and runs each for so long, as many at a time as there are
# processors. NAME is "ffindex", "cache", "weights", "lesson" or the id of a format; without one: all. Each begins with the
# sample of its format, real files and what was found before. Inputs that break something end up in
# build/fuzz/findings; the corpus is kept in build/fuzz/corpus.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=build/fuzz

# steps_of LESSON FOLDER: each step as a lesson of its own, since short files are mutated many times as fast.
steps_of() {
  awk -v base="$2/$(basename "$1" .md)" '
    /^## / { if (out) close(out); out = base "-" ++count ".md"; printf "%s", front > out }
    out { print > out; next }
    { front = front $0 "\n" }' "$1"
}

# run_one SECONDS NAME: prints what libFuzzer says only when it fails.
run_one() {
  local seconds=$1 name=$2 program=$build/headlight-fuzz-format corpus=$build/corpus/$2 log=$build/log/$2 folder
  [[ $name != @(ffindex|cache|weights|lesson) ]] || program=$build/headlight-fuzz-$name
  mkdir -p "$corpus" $build/findings $build/log
  # Real files are seeds where they are small enough to be mutated quickly.
  declare -A suffixes=([hmmer]=hmm [mmcif]=cif [clustal]=aln [stockholm]=sto [pytorch]=pt [weights]=pt [lesson]=md)
  for folder in tests/data tests/fuzz/seeds resources/samples resources/lessons ../shared/data; do
    [ ! -d $folder ] ||
      find $folder -size -40k -name "*.${suffixes[$name]:-$name}" -exec cp -n {} "$corpus" \; 2>/dev/null || true
  done
  # A dictionary has words that no chance would put together; counting rare features costs more than lessons do.
  local longest=60000 options=() file
  if [ $name = lesson ]; then
    longest=2000 options=(-dict=tests/fuzz/lesson.dict -entropic=0)
    for file in "$corpus"/*.md; do
      [[ $file =~ -[0-9]+\.md$ ]] || { steps_of "$file" "$corpus" && rm "$file"; }
    done
  fi
  if HEADLIGHT_FUZZ_FORMAT=$name HEADLIGHT_FUZZ_SEEDS=$corpus $program -max_total_time="$seconds" -max_len=$longest \
      "${options[@]}" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
      -artifact_prefix=$build/findings/"$name"- "$corpus" >"$log" 2>&1
  then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
  else
    tail -n 40 "$log"
    echo "$name: FAILED, see $log and $build/findings" >&2
    return 1
  fi
}
if [ "${1:-}" = --one ]; then
  run_one "$2" "$3"
  exit
fi

# A clang that has libFuzzer: of Debian 12 and 13 the one called so, when its runtime is there.
find_clang() {
  local compiler probe=$build/probe
  mkdir -p $build
  for compiler in clang++ clang++-{21,20,19,18,17,16,15,14}; do
    if echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
        $compiler -fsanitize=fuzzer,address -x c++ - -o $probe 2>/dev/null; then
      rm -f $probe
      echo "$compiler"
      return
    fi
  done
  echo "the fuzzers need clang with libFuzzer (Debian: clang libclang-rt-dev)" >&2
  return 1
}

seconds=${1:?usage: tests/fuzz/run.sh SECONDS [NAME...]}
shift
# Also where it was done before: the preset may have changed since.
compiler=$(find_clang)
cmake --preset fuzz -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_C_COMPILER="${compiler/++/}"
cmake --build --preset fuzz
if [ $# -eq 0 ]; then
  set -- $(HEADLIGHT_FUZZ_FORMAT=list $build/headlight-fuzz-format) ffindex cache weights lesson
fi
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 "${BASH_SOURCE[0]}" --one "$seconds"
