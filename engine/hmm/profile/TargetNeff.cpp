// Search for the score threshold that leaves a wanted Neff.
#include "engine/hmm/profile/TargetNeff.h"

#include <cmath>

#include "engine/hmm/rows/AlignmentFilter.h"
#include "engine/hmm/weights/WeightedColumns.h"

namespace engine {

namespace {

constexpr double kLowest = -1, kHighest = 1;  ///< bits per residue
constexpr double kNeffTolerance = 0.02, kScoreTolerance = 0.01;

/// One threshold with the rows that pass it.
struct Trial {
  double threshold = 0;
  std::vector<Index> rows;
  double neff = 1;
};

}  // namespace

std::vector<Index> rowsWithNeff(const MatchAlignment& alignment, std::vector<Index> kept, double target,
                                const SubstitutionMatrix& matrix, int threads, Progress& progress) {
  std::vector<double> scores;
  for (const Index k : kept) scores.push_back(scoreAgainstMaster(alignment, k, matrix));
  const auto neffOf = [&](const std::vector<Index>& rows) { return profileNeff(alignment, rows, threads, progress); };
  const auto tryThreshold = [&](double threshold) {
    Trial trial{threshold, {}, 1};
    for (size_t k = 0; k < kept.size(); ++k)
      if (k == 0 || !(scores[k] < threshold)) trial.rows.push_back(kept[k]);
    trial.neff = neffOf(trial.rows);
    return trial;
  };
  if (neffOf(kept) <= target) return kept;
  Trial low = tryThreshold(kLowest), high = tryThreshold(kHighest);
  if (low.neff <= target) return low.rows;
  if (high.neff >= target) return high.rows;
  for (;;) {
    const double middle = (low.threshold + high.threshold) / 2;
    const double secant =
        low.threshold + (high.threshold - low.threshold) * (low.neff - target) / (low.neff - high.neff);
    const Trial trial = tryThreshold((middle + secant) / 2);
    if (std::abs(trial.neff - target) <= kNeffTolerance) return trial.rows;
    (trial.neff > target ? low : high) = trial;
    if (high.threshold - low.threshold <= kScoreTolerance) return trial.rows;
  }
}

}  // namespace engine
