// Which pairs of residues an attention head links most strongly, ready for a threshold that moves.
#pragma once

#include <vector>

#include "engine/attention/HeadSet.h"

namespace ui {

struct AttentionLine {
  engine::Index i = 0, j = 0;  ///< query and key; of i -> j and j -> i the stronger one
  float weight = 0;
  int rank = 0;  ///< 0: the strongest key of its query; of ranked pairs: the best pair
  bool touches = false;  ///< of ranked pairs
};

/// For every query its `most` strongest keys with |i - j| > `separation`, one line per unordered pair, weakest first
/// (so that strong lines are drawn last). `chainOfResidue`: pairs in different chains are far apart however close their
/// numbers are; may be empty. Pairs with weight 0 or that are not finite are left out. O(L^2).
std::vector<AttentionLine> strongestLines(const engine::Array<float>& weights, int most, engine::Index separation,
                                          const std::vector<int>& chainOfResidue);

/// The largest weight of a row of queries with |i - j| > separation: for one residue, its strongest keys first.
std::vector<AttentionLine> strongestOfQuery(const engine::Array<float>& weights, engine::Index query, int most,
                                            engine::Index separation, const std::vector<int>& chainOfResidue);

/// Mean weight that each key gets from all queries: the column means, L.
std::vector<float> attentionReceived(const engine::Array<float>& weights);

}  // namespace ui
