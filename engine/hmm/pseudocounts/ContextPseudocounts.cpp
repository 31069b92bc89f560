// Context-specific pseudocounts: the definition for one column, and all columns at once as a blocked matrix product of
// the profile's windows with the library's weights.
#include "engine/hmm/pseudocounts/ContextPseudocounts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kResidues = alphabet::kNumResidues;
constexpr Index kLanes = ContextLibrary::kLanes;
constexpr Index kColumnsAtOnce = 6;  ///< accumulators of one pass: 6 columns x 16 states fill the vector registers
constexpr Index kColumnsPerTask = 24;
constexpr float kNegligible = 40;  ///< natural log: posterior below 1e-17 of the largest

/// Counts of the residues in every column, with half a window of empty columns at both ends.
std::vector<float> paddedCounts(const ProfileHmm& profile, Index window) {
  const Index margin = window / 2 * kResidues;
  std::vector<float> counts(static_cast<size_t>(profile.length() * kResidues + 2 * margin), 0.0F);
  size_t next = static_cast<size_t>(margin);
  for (size_t i = 0; i < profile.emissions.size(); ++i)
    for (const double f : profile.emissions[i])
      counts[next++] = static_cast<float>(f * profile.columnNeff[i + 1].match);
  return counts;
}

/// Frequencies of a file are rounded, so that their sums are a little off; through the exponents of the library that
/// would reach the fourth digit.
void normaliseFrequencies(ProfileHmm& profile) {
  for (ResidueVector& frequencies : profile.emissions) {
    double sum = 0;
    for (const double f : frequencies) sum += f;
    if (sum <= 0) continue;
    for (double& f : frequencies) f /= sum;
  }
}

/// Scores of kLanes states in kColumnsAtOnce neighbouring columns; `counts` begins with the first window.
void scoreBlock(const float* __restrict weights, Index inputs, const float* __restrict counts,
                std::array<std::array<float, kLanes>, kColumnsAtOnce>& scores) {
  std::array<std::array<float, kLanes>, kColumnsAtOnce> sums{};
  for (Index input = 0; input < inputs; ++input)
    for (Index column = 0; column < kColumnsAtOnce; ++column) {
      const float count = counts[input + column * kResidues];
      for (size_t lane = 0; lane < static_cast<size_t>(kLanes); ++lane)
        nth(sums, column)[lane] += weights[input * kLanes + static_cast<Index>(lane)] * count;
    }
  scores = sums;
}

/// Mean emissions of the states under the softmax of their scores.
ResidueVector expectationOf(const ContextLibrary& library, const float* scores) {
  const auto states = static_cast<size_t>(library.numStates);
  const float largest = *std::max_element(scores, scores + states);
  ResidueVector expectation{};
  double total = 0;
  for (size_t state = 0; state < states; ++state) {
    if (!(scores[state] > largest - kNegligible)) continue;
    const double posterior = std::exp(static_cast<double>(scores[state] - largest));
    total += posterior;
    for (size_t a = 0; a < expectation.size(); ++a) expectation[a] += posterior * library.emissions[state][a];
  }
  for (double& p : expectation) p /= total;
  return expectation;
}

/// Scores of all (padded) states in `columns` columns: columns x padded states.
std::vector<float> scoreColumns(const ContextLibrary& library, const float* counts, Index columns) {
  const auto padded = static_cast<Index>(library.bias.size());
  const Index inputs = library.window * kResidues;
  std::vector<float> scores(static_cast<size_t>(columns * padded));
  std::array<std::array<float, kLanes>, kColumnsAtOnce> block;
  for (Index first = 0; first < padded; first += kLanes)
    for (Index column = 0; column < columns; column += kColumnsAtOnce) {
      scoreBlock(library.weights.data() + first * inputs, inputs, counts + column * kResidues, block);
      for (Index c = column; c < std::min(columns, column + kColumnsAtOnce); ++c)
        for (Index lane = 0; lane < kLanes; ++lane)
          nth(scores, c * padded + first + lane) =
              nth(nth(block, c - column), lane) +
              nth(library.bias, first + lane);
    }
  return scores;
}

}  // namespace

EmissionPseudocounts contextAdmixture() { return {Admixture::byDiversity, 0.9, 4.0, 1.0}; }

ResidueVector contextExpectation(const ProfileHmm& profile, const ContextLibrary& library, Index column) {
  std::vector<float> scores(static_cast<size_t>(library.numStates));
  for (Index state = 0; state < library.numStates; ++state) {
    double score = nth(library.bias, state);
    for (Index position = 0; position < library.window; ++position) {
      const Index i = column + position - library.window / 2;
      if (i < 0 || i >= profile.length()) continue;
      const double neff = nth(profile.columnNeff, i + 1).match;
      for (size_t a = 0; a < static_cast<size_t>(kResidues); ++a)
        score += library.weight(state, position, a) * nth(profile.emissions, i)[a] * neff;
    }
    nth(scores, state) = static_cast<float>(score);
  }
  return expectationOf(library, scores.data());
}

std::vector<ResidueVector> contextExpectations(const ProfileHmm& profile, const ContextLibrary& library, int threads,
                                               Progress& progress) {
  std::vector<ResidueVector> expectations(profile.emissions.size());
  std::vector<float> counts = paddedCounts(profile, library.window);
  // The last pass over kColumnsAtOnce columns may reach beyond the end.
  counts.resize(counts.size() + static_cast<size_t>(kColumnsAtOnce * kResidues), 0.0F);
  parallelFor(profile.length(), kColumnsPerTask, threads, progress, "context pseudocounts",
              [&](Index begin, Index end) {
                const std::vector<float> scores = scoreColumns(library, counts.data() + begin * kResidues, end - begin);
                for (Index i = begin; i < end; ++i)
                  nth(expectations, i) =
                      expectationOf(library, scores.data() + (i - begin) * static_cast<Index>(library.bias.size()));
              });
  return expectations;
}

ProfileHmm withContextPseudocounts(ProfileHmm profile, const ContextLibrary& library,
                                   const EmissionPseudocounts& pseudocounts, int threads, Progress& progress) {
  if (profile.hasPseudocounts || pseudocounts.mode == Admixture::none) return profile;
  normaliseFrequencies(profile);
  const std::vector<ResidueVector> expected = contextExpectations(profile, library, threads, progress);
  for (size_t i = 0; i < expected.size(); ++i) {
    const double tau = admixtureOf(pseudocounts, profile.columnNeff[i + 1].match);
    for (size_t a = 0; a < expected[i].size(); ++a)
      profile.emissions[i][a] = (1 - tau) * profile.emissions[i][a] + tau * expected[i][a];
  }
  profile.hasPseudocounts = true;
  return profile;
}

}  // namespace engine
