// The benchmark of cost formulae: every mechanism at half its length and at its length. A formula that grows as the
// time does gives both the same rate.
#include <cstdio>

#include "engine/attention/HalfLength.h"
#include "engine/bench/Bench.h"

namespace engine {

namespace {

constexpr int kGrowthRepetitions = 5;

Measurement measured(const Mechanism& mechanism, const BenchCase& test, int threads, Progress& progress) {
  Measurement found;
  found.name = mechanism.id() + ": " + test.sizes;
  found.device = "native CPU";
  found.threads = threads;
  found.work = mechanism.costOf(test.inputs, test.values, Precision::float32).flops;
  found.unit = "flop";
  measureTimes(found, progress, kGrowthRepetitions, [&] {
    Diagnostics diagnostics;
    Progress none;
    mechanism.run(test.inputs, test.values, Precision::float32, {nullptr, threads}, diagnostics, none);
  });
  return found;
}

double rateOfGrowth(const Measurement& found) { return found.work / found.seconds[found.seconds.size() / 2]; }

/// "half the length: operations x 7.9, time x 8.1, processor time x 8.0".
std::string growthText(const Measurement& half, const Measurement& whole) {
  const auto median = [](const Measurement& found) { return found.seconds[found.seconds.size() / 2]; };
  char text[120];
  std::snprintf(text, sizeof text, "half the length: operations x %.2f, time x %.2f, processor time x %.2f",
                whole.work / half.work, median(whole) / median(half), whole.processorSeconds / half.processorSeconds);
  return text;
}

}  // namespace

void benchGrowth(const BenchSetting& setting, Progress& progress, const Measured& report) {
  const int threads = nativeThreads(setting);
  for (const auto& mechanism : mechanisms()) {
    if (mechanism->id().find(setting.which) == std::string::npos) continue;
    for (const BenchCase& test : mechanism->benchCases()) {
      const Measurement half = measured(*mechanism, atHalfLength(*mechanism, test), threads, progress);
      Measurement whole = measured(*mechanism, test, threads, progress);
      whole.reference = growthText(half, whole);
      whole.referenceRate = rateOfGrowth(half);
      report(half);
      report(whole);
    }
  }
}

}  // namespace engine
