// The benchmark of the batch Viterbi: 8000 templates of 300 columns on every backend beside the plain recursion.
#include <cmath>
#include <span>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/compute/Device.h"
#include "engine/search/batch/BatchViterbi.h"
#include "engine/search/batch/ScoreBounds.h"

namespace engine {

namespace {

constexpr Index kTemplates = 8000, kDistinct = 1000, kViterbiColumns = 300;
constexpr int kViterbiRepetitions = 5;

/// A profile of random columns with the transitions of a profile without data, each a little different.
ProfileHmm randomProfile(Index length, Random& random) {
  using enum Transition;
  ProfileHmm profile;
  profile.background.fill(1.0 / alphabet::kNumResidues);
  profile.neff = 4;
  profile.name = "random";
  for (Index i = 0; i <= length; ++i) {
    std::array<double, kNumTransitions> row{};
    const auto set = [&](Transition t, double bits) { nth(row, t) = bits * (0.8 + 0.4 * random.uniform()); };
    set(MM, -0.1);
    set(MI, -4.7);
    set(MD, -4.7);
    set(IM, -2.0);
    set(II, -0.25);
    set(DM, -2.0);
    set(DD, -0.25);
    profile.transitions.push_back(row);
    profile.columnNeff.push_back({4, 0, 0});
    if (i == length) break;
    ResidueVector column;
    double sum = 0;
    for (double& p : column) sum += p = 0.01 + std::pow(random.uniform(), 6.0);
    for (double& p : column) p /= sum;
    profile.emissions.push_back(column);
    profile.alignmentColumn.push_back(i);
    profile.consensus += 'x';
    profile.masterLetters += 'A';
  }
  return profile;
}

/// Cells per second of the plain recursion, which keeps every plane, on one thread.
double plainRate(const ProfileHmm& query, Random& random, Progress& progress) {
  const ProfileHmm templ = randomProfile(kViterbiColumns, random);
  Progress none;
  const std::vector<double> seconds =
      secondsOf(progress, kViterbiRepetitions, [&] { alignByViterbi(query, templ, {}, none); });
  return static_cast<double>(query.length() * kViterbiColumns) / seconds[seconds.size() / 2];
}

constexpr const char* kPlain = "plain recursion, all planes kept, one thread";

/// Bounds of all scores in 16-bit integers, natively.
void measureBounds(const SearchProfile& query, std::span<const SearchProfile* const> templates, int threads,
                   double reference, Progress& progress, const Measured& measured) {
  Measurement measurement;
  measurement.name = "L=" + std::to_string(query.length) + " templates=8000x300 score bounds";
  measurement.device = "native CPU";
  measurement.threads = threads;
  measurement.work = static_cast<double>(query.length * kTemplates * kViterbiColumns);
  measurement.unit = "cell";
  measurement.reference = kPlain;
  measurement.referenceRate = reference;
  Progress none;
  measurement.seconds =
      secondsOf(progress, kViterbiRepetitions, [&] { scoreBounds(query, templates, ViterbiOptions{}, threads, none); });
  measured(measurement);
}

}  // namespace

/// L = 400 and 1600 against 8000 templates of 300 columns (1000 different ones, eight times): native without and with
/// back pointers, bounds of scores, then every OpenCL device with back pointers. Paths are traced and scored where back
/// pointers are kept.
void benchViterbi(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  Random random(1);
  std::vector<SearchProfile> distinct;
  for (Index k = 0; k < kDistinct; ++k) distinct.push_back(searchProfile(randomProfile(kViterbiColumns, random)));
  std::vector<const SearchProfile*> templates;
  for (Index k = 0; k < kTemplates; ++k) templates.push_back(&nth(distinct, k % kDistinct));
  const std::vector<DeviceChoice> places = benchDevices(setting);
  for (const Index length : {Index{400}, Index{1600}}) {
    const ProfileHmm profile = randomProfile(length, random);
    const SearchProfile query = searchProfile(profile);
    const double reference = plainRate(profile, random, progress);
    if (!places.front().device) measureBounds(query, templates, threads, reference, progress, measured);
    for (const DeviceChoice& place : places)
      for (const bool keepPaths : {false, true}) {
        if (place.device && !keepPaths) continue;
        BatchViterbiOptions options;
        options.keepPaths = keepPaths;
        Measurement measurement;
        measurement.name = "L=" + std::to_string(length) + " templates=8000x300 paths=" + (keepPaths ? "yes" : "no");
        measurement.device = place.device ? place.device->info().name : "native CPU";
        measurement.threads = place.device ? 0 : threads;
        measurement.work = static_cast<double>(length * kTemplates * kViterbiColumns);
        measurement.unit = "cell";
        measurement.reference = kPlain;
        measurement.referenceRate = reference;
        Diagnostics diagnostics;
        measurement.seconds = secondsOf(progress, kViterbiRepetitions, [&] {
          alignBatch(query, templates, options, {place.device.get(), threads}, diagnostics, progress);
        });
        if (!diagnostics.warnings().empty()) fail(diagnostics.warnings().front());
        measured(measurement);
      }
  }
}

}  // namespace engine
