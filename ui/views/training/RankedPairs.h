// The strongest pairs of a map, and how many of them touch.
#pragma once

#include <array>
#include <vector>

#include "engine/base/Array.h"

namespace ui {

struct ScoredPair {
  engine::Index i = 0, j = 0;  ///< i < j
  float score = 0;
  float touches = 0;  ///< 1, 0, NaN: not known
};

/// Residues between which the separation of a range lies, the last included.
struct PairRange {
  engine::Index nearest, farthest;
};
/// All that count, and near, middle, far ones in the chain.
const std::array<PairRange, 4>& pairRanges();

/// Of a symmetric map (L x L), the strongest first, of equal ones the first in reading order; not more than `most`.
/// `touches`: L x L, where pairs that are not known are left out; or empty.
std::vector<ScoredPair> strongestPairs(const engine::Array<float>& scores, const engine::Array<float>& touches,
                                       const PairRange& range, engine::Index most);
/// Share that touch among the first 1, 2, ... of them.
std::vector<double> precisionOf(const std::vector<ScoredPair>& pairs);
/// The share among the first `count`, or among all where these are fewer; 0 of none. At least one is asked for.
double shareOf(const std::vector<double>& precision, engine::Index count);

}  // namespace ui
