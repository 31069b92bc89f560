// How many of the strongest pairs of a map touch in a structure.
#pragma once

#include <limits>
#include <vector>

#include "engine/base/Array.h"
#include "engine/structure/PairGeometry.h"

namespace engine {

/// Residues fewer apart than this in the chain are neighbours anyway.
inline constexpr Index kContactSeparation = 6;

struct ContactPrecision {
  Index length = 0;               ///< L: positions of the map that are residues of the chain
  std::vector<double> precision;  ///< of the first 1, 2, ..., min(L, numPairs) pairs: share that touch, 0..1
  Index numPairs = 0;             ///< pairs of known distance, `separation` or more apart
  double byChance = 0;            ///< share of all these pairs that touch; 0 without pairs

  /// Of the strongest L / `divisor` pairs, at least one; 0 without pairs.
  double at(Index divisor) const;
};

/// `residues`: for each position of a symmetric map its residue of the chain, -1 where it has none. Pairs are ranked by
/// value, largest first, of equal ones the first in reading order (MATHEMATICS.md 5.5). Pairs more than `farthest`
/// apart in the chain are left out. Value: float or double.
template <class Value>
ContactPrecision contactPrecision(const Array<Value>& map, const std::vector<Index>& residues,
                                  const PairGeometry& geometry, Index separation = kContactSeparation,
                                  Index farthest = std::numeric_limits<Index>::max());

}  // namespace engine
