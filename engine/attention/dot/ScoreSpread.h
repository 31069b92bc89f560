// How far scores lie apart, and how sharp the softmax of them is (MATHEMATICS.md 2.10).
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

struct ScoreSpread {
  double variance = 0;     ///< mean square of all scores, about 0; 0 without any
  double entropy = 0;      ///< of the weights of a query, bit, the mean over queries; 0 without any
  Array<double> byRank{};  ///< (m) weights of a query from the largest to the least, the mean over queries
};

/// Of scale * Q K^T and its softmax over the keys; Q (n, d), K (m, d). Throws Error when a score is not finite.
ScoreSpread scoreSpread(const Array<double>& Q, const Array<double>& K, double scale, Progress& progress);

/// Standard deviation of `variance / d` for n queries and m keys, unscaled, of independent normal numbers.
double errorOfVariance(Index queries, Index keys, Index depth);

/// Mean entropy, bit, of the softmax over very many keys whose scores are normal with this variance, as long as that
/// is below 2 ln m.
double entropyOfNormalScores(Index keys, double variance);

}  // namespace engine
