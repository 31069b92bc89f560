// How many of some pairs of positions lie within one group of positions, beside what chance would give.
#pragma once

#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// Pairs that were asked for among all that there are; `within`: those whose positions are of one group.
struct GroupShare {
  Index asked = 0, within = 0;
  Index all = 0, allWithin = 0;

  /// As many times as many as by chance; 0 where there is nothing to compare.
  double times() const;
  /// Probability that as many or more of the asked pairs lie within one group when they are drawn from all without
  /// putting back (hypergeometric); 1 where nothing was asked.
  double tail() const;
  bool isMoreThanChance() const { return tail() < 0.05; }
};

/// Whether two positions are of one group; 0 is none.
inline bool areOfOneGroup(const std::vector<Index>& groups, Index i, Index j) {
  const Index group = groups[static_cast<std::size_t>(i)];
  return group > 0 && group == groups[static_cast<std::size_t>(j)];
}

}  // namespace engine
