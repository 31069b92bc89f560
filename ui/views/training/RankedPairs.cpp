#include "ui/views/training/RankedPairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "engine/analysis/ContactPrecision.h"
#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

const std::array<PairRange, 4>& pairRanges() {
  constexpr Index kNear = 11, kMiddle = 23, kFar = std::numeric_limits<Index>::max();
  static const std::array<PairRange, 4> ranges{{{engine::kContactSeparation, kFar},
                                                {engine::kContactSeparation, kNear},
                                                {kNear + 1, kMiddle},
                                                {kMiddle + 1, kFar}}};
  return ranges;
}

std::vector<ScoredPair> strongestPairs(const engine::Array<float>& scores, const engine::Array<float>& touches,
                                       const PairRange& range, Index most) {
  std::vector<ScoredPair> pairs;
  const Index length = scores.length(0);
  for (Index i = 0; i < length; ++i)
    for (Index j = i + range.nearest; j < length && j - i <= range.farthest; ++j) {
      const float known = touches.empty() ? std::numeric_limits<float>::quiet_NaN() : touches(i, j);
      if (!std::isfinite(scores(i, j)) || (!touches.empty() && std::isnan(known))) continue;
      pairs.push_back({i, j, scores(i, j), known});
    }
  const auto kept = std::min<Index>(std::max<Index>(most, 0), std::ssize(pairs));
  const auto isBefore = [](const ScoredPair& a, const ScoredPair& b) {
    return std::tuple(-a.score, a.i, a.j) < std::tuple(-b.score, b.i, b.j);
  };
  std::partial_sort(pairs.begin(), pairs.begin() + kept, pairs.end(), isBefore);
  pairs.resize(std::size_t(kept));
  return pairs;
}

std::vector<double> precisionOf(const std::vector<ScoredPair>& pairs) {
  std::vector<double> shares;
  double touching = 0;
  for (const ScoredPair& pair : pairs) {
    if (std::isnan(pair.touches)) return {};
    touching += double(pair.touches);
    shares.push_back(touching / double(shares.size() + 1));
  }
  return shares;
}

double shareOf(const std::vector<double>& precision, Index count) {
  if (precision.empty()) return 0;
  return engine::nth(precision, std::clamp<Index>(count, 1, std::ssize(precision)) - 1);
}

}  // namespace ui
