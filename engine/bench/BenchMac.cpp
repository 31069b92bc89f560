// The benchmark of realignment: posteriors and maximum accuracy, in the band and over all cells, beside the plain
// definition.
#include <algorithm>
#include <cmath>

#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/hmm/posterior/FastMac.h"
#include "engine/hmm/posterior/FastPosterior.h"
#include "engine/hmm/posterior/ForwardBackward.h"
#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "engine/hmm/score/AllowedCells.h"

namespace engine {

namespace {

constexpr int kMacRepetitions = 9;
constexpr double kMact = 0.3501;

/// Columns drawn at random, each with a favourite residue; transitions as pseudocounts leave them without data.
ProfileHmm syntheticProfile(Index length, std::uint64_t seed) {
  Random random(seed);
  ProfileHmm profile;
  profile.name = "synthetic";
  profile.background.fill(0.05);
  profile.hasPseudocounts = true;
  for (Index i = 0; i < length; ++i) {
    ResidueVector column;
    double sum = 0;
    for (double& p : column) sum += p = 0.02 + random.uniform() * random.uniform();
    for (double& p : column) p /= sum;
    profile.emissions.push_back(column);
  }
  const double open = std::log2(0.01), close = std::log2(0.5);
  profile.transitions.assign(static_cast<size_t>(length) + 1,
                             {std::log2(0.98), open, open, close, close, close, close});
  profile.columnNeff.assign(static_cast<size_t>(length) + 1, {4, 1, 1});
  profile.neff = 4;
  profile.alignmentColumn.assign(static_cast<size_t>(length), -1);
  profile.consensus.assign(static_cast<size_t>(length), 'x');
  profile.masterLetters.assign(static_cast<size_t>(length), 'X');
  profile.validate();
  return profile;
}

/// Cells per second of the plain definition: forward, backward, posterior, accuracy.
double plainRate(Progress& progress) {
  constexpr Index kLength = 100;
  const ProfileHmm profile = syntheticProfile(kLength, 1);
  const PathModel model(profile, profile, {});
  const std::vector<double> seconds = secondsOf(progress, 3, [&] {
    const PathSums forward = forwardSums(model, progress), backward = backwardSums(model, progress);
    const DpMatrices posterior = posteriorMatrices(forward, backward, forward.total);
    alignByMac(posterior.planes.front(), {}, kMact, MacRule::stayInside, progress);
  });
  return static_cast<double>(kLength * kLength) / seconds[seconds.size() / 2];
}

AlignmentPath diagonal(Index length) {
  AlignmentPath path;
  for (Index i = length / 10; i < length - length / 10; ++i) path.steps.push_back({PairState::MM, i, i, 0});
  return path;
}

/// A whole alignment, pseudocounts and all planes of the best path included: alone, with the path of maximum accuracy
/// and its posteriors, and with all planes of forward, backward and posterior as well.
void benchAlign(double reference, Progress& progress, const Measured& measured) {
  constexpr Index kLength = 500;
  const ProfileHmm query = syntheticProfile(kLength, 1), templ = syntheticProfile(kLength, 2);
  for (const char* const kept : {"five planes", "five planes, posterior", "twenty planes"}) {
    ProfileAlignmentOptions options = alignmentOptions(Preset::standard);
    options.mac.isOn = std::string_view(kept) != "five planes";
    options.sums.keepPlanes = std::string_view(kept) == "twenty planes";
    Measurement measurement;
    measurement.name = std::string("500x500 align, ") + kept;
    measurement.device = "native CPU";
    measurement.threads = 1;
    measurement.work = static_cast<double>(kLength * kLength);
    measurement.unit = "cell";
    measurement.reference = "plain definition, 100x100";
    measurement.referenceRate = reference;
    measurement.seconds = secondsOf(progress, kMacRepetitions, [&] {
      if (alignProfiles(query, templ, options, progress).paths.empty()) fail("the profiles measured have no alignment");
    });
    measured(measurement);
  }
}

}  // namespace

/// 300, 500 and 1000 columns on each side, all cells and the band around a diagonal path; one thread. Work counts the
/// cells that take part.
void benchMac(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  nativeThreads(setting);  // one thread, but no device
  const double reference = plainRate(progress);
  for (const Index length : {Index{300}, Index{500}, Index{1000}})
    for (const bool isBanded : {false, true}) {
      const ProfileHmm query = syntheticProfile(length, 1), templ = syntheticProfile(length, 2);
      PathModelOptions options;
      if (isBanded) options.allowed = bandAround(diagonal(length), length, length, 40);
      Measurement measurement;
      measurement.name = std::to_string(length) + "x" + std::to_string(length) + (isBanded ? " band" : " full");
      measurement.device = "native CPU";
      measurement.threads = 1;
      measurement.work = isBanded ? static_cast<double>(std::count_if(options.allowed.begin(), options.allowed.end(),
                                                                      [](Bool cell) { return cell; }))
                                  : static_cast<double>(length * length);
      measurement.unit = "cell";
      measurement.reference = "plain definition, 100x100";
      measurement.referenceRate = reference;
      measurement.seconds = secondsOf(progress, kMacRepetitions, [&] {
        const MatchPosterior posterior = matchPosterior(query, templ, options, progress);
        alignByMacFast(posterior.probabilities, options.allowed, kMact, MacRule::stayInside, progress);
      });
      measured(measurement);
    }
  benchAlign(reference, progress, measured);
}

}  // namespace engine
