// What scores chance brings: a query against templates whose columns are shuffled, and the extreme value distribution
// (Gumbel) that fits these scores best. Our own alternative to the fixed networks of HH-suite (MATHEMATICS.md 4.4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/compute/Compute.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/search/database/Database.h"

namespace engine {

/// P(score >= s) = 1 - exp(-w exp(-lambda (s - mu))), w = 1 or, for templates of different lengths, length /
/// referenceLength: twice the columns are twice the chances.
struct GumbelFit {
  double lambda = 0, mu = 0;            ///< per bit; bits
  double lambdaError = 0, muError = 0;  ///< standard errors
  double referenceLength = 0;           ///< columns; 0: lengths do not matter

  /// mu of templates of this length.
  double muOf(Index length) const;
  double pValue(double score, Index length) const;
};

/// The distribution under which the scores (bits) are most likely. `lengths`: of the templates, or empty. Throws Error
/// for fewer than 2 different scores, scores that are not finite and lengths below 1.
GumbelFit fitGumbel(std::span<const double> scores, std::span<const Index> lengths = {});

struct CalibrationOptions {
  ProfileAlignmentOptions alignment;
  Index numSamples = 2000;
  std::uint64_t seed = 0;
};

struct Calibration {
  std::vector<double> scores;  ///< S, bits, correlation included
  std::vector<Index> lengths;  ///< S, columns of the shuffled templates
  GumbelFit fit;
};

/// Templates are drawn from the database with replacement; the emissions of their columns change places, gap costs stay
/// where they are. The same seed gives the same scores on any number of threads. Throws Error for an empty database or
/// scores that do not vary, Cancelled.
Calibration calibrate(const ProfileHmm& query, const Database& database, const CalibrationOptions& options,
                      const Compute& compute, Diagnostics& diagnostics, Progress& progress);

/// Scores by bins, and what the fit says of each bin.
struct ScoreHistogram {
  std::vector<double> edges;     ///< B + 1, bits, equal steps
  std::vector<double> counts;    ///< B
  std::vector<double> expected;  ///< B: counts under the fitted distribution
};
/// `numBins` >= 1.
ScoreHistogram histogramOf(const Calibration& calibration, int numBins);

}  // namespace engine
