// The benchmark of the prefilter: random strings of column states against random queries, each stage by itself.
#include <numeric>

#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/search/prefilter/Prefilter.h"

namespace engine {

namespace {

constexpr Index kStrings = 20000, kLetters = 300;
constexpr int kPrefilterRepetitions = 5;

/// Byte scores as rare above the offset as those of real queries: the sum of four uniform numbers, mean 44,
/// deviation 7.
ColumnStateProfile randomQuery(Index length, Random& random) {
  ColumnStateProfile query;
  query.length = length;
  for (Index k = 0; k < ColumnStates::kNumLetters * length; ++k) {
    double sum = 0;
    for (int term = 0; term < 4; ++term) sum += random.uniform();
    query.scores.push_back(static_cast<std::uint8_t>(20 + 12 * sum));
  }
  return query;
}

}  // namespace

/// 20000 strings of 300 letters and queries of 400 and 1600 columns, on one thread and on `threads`. Work is cells, Nq
/// Nt per string.
void benchPrefilter(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = nativeThreads(setting);
  Random random(1);
  std::vector<std::uint8_t> letters;
  for (Index k = 0; k < kStrings * kLetters; ++k)
    letters.push_back(static_cast<std::uint8_t>(random.below(ColumnStates::kMaxStates)));
  std::vector<std::span<const std::uint8_t>> strings;
  for (Index k = 0; k < kStrings; ++k) strings.emplace_back(letters.data() + k * kLetters, kLetters);
  std::vector<Index> all(kStrings);
  std::iota(all.begin(), all.end(), Index{0});

  for (const Index length : {Index{400}, Index{1600}}) {
    const ColumnStateProfile query = randomQuery(length, random);
    for (const PrefilterStage stage : {PrefilterStage::ungapped, PrefilterStage::gapped})
      for (const int used : threads == 1 ? std::vector<int>{1} : std::vector<int>{1, threads}) {
        Measurement measurement;
        measurement.name =
            "L=" + std::to_string(length) + (stage == PrefilterStage::ungapped ? " ungapped" : " gapped");
        measurement.device = "native CPU";
        measurement.threads = used;
        measurement.work = double(kStrings) * double(kLetters) * double(length);
        measurement.unit = "cell";
        measurement.seconds =
            secondsOf(progress, kPrefilterRepetitions, [&] { prefilterScores(stage, query, strings, all, used, progress); });
        measured(measurement);
      }
  }
}

}  // namespace engine
