// Attention maps by layer and head.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// One head: rows = queries (who attends), columns = keys (who is attended to).
struct AttentionMap {
  Array<float> weights;   ///< Lq x Lk
  Array<float> scores;    ///< Lq x Lk, before the softmax; empty when not kept
  bool isStochastic = true;  ///< every row sums to 1 (or is all 0)
  std::string label;      ///< what the head does, when known: "Neighbours in space"
};

/// (layers, heads) maps of one shape. A map may be missing (null) while it is being produced.
struct HeadSet {
  Index numLayers = 1, numHeads = 0;
  Index numQueries = 0, numKeys = 0;  ///< Lq, Lk
  std::vector<std::shared_ptr<const AttentionMap>> maps;  ///< numLayers * numHeads, layer-major
  std::string queryLetters, keyLetters;  ///< one letter per position; empty when unknown
  /// What the model calls the positions where these are not all residues: "<cls>", "M", ..., "<eos>"; empty: all are. The
  /// letter of a special token is '-'.
  std::vector<std::string> queryTokens, keyTokens;

  const AttentionMap* map(Index layer, Index head) const { return maps[static_cast<size_t>(layer * numHeads + head)].get(); }
  /// Throws Error naming layer, head and row when a map has the wrong shape, a value that is not finite, or a stochastic row
  /// that does not sum to 1 (1e-4) or 0.
  void validate() const;
};

}  // namespace engine
