// Attention maps by layer and head.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/attention/HeadSource.h"
#include "engine/base/Array.h"

namespace engine {

/// One head: rows = queries (who attends), columns = keys (who is attended to).
struct AttentionMap {
  Array<float> weights;   ///< Lq x Lk
  Array<float> scores;    ///< Lq x Lk, before the softmax, -inf where masked; empty when not kept
  Array<Bool> mask;       ///< Lq x Lk, true where the query must not see the key; empty: what the scores say
  bool isStochastic = true;  ///< every row sums to 1 (or is all 0)
  float rowTolerance = 1e-4F;  ///< by which the sum of such a row may differ: more where weights came with 16 bits
  std::string label;      ///< what the head does, when known: "Neighbours in space"
  /// Which of the values of a file are not finite, with file, layer and head; empty: all are. They count as absent.
  std::string notice;
};

/// The unit of positions that are columns of an alignment.
inline constexpr char kColumnUnit[] = "column";

/// (layers, heads) maps of one shape: in memory, or made by a source when they are asked for. Without a source a map
/// may be missing (null) while it is being produced.
struct HeadSet {
  Index numLayers = 1, numHeads = 0;
  Index numQueries = 0, numKeys = 0;  ///< Lq, Lk
  std::vector<std::shared_ptr<const AttentionMap>> maps;  ///< numLayers * numHeads, layer-major; none with a source
  std::shared_ptr<const HeadSource> source;               ///< null: everything is in `maps`
  std::string queryLetters, keyLetters;  ///< one letter per position; empty when unknown
  /// What the model calls the positions where these are not all residues: "<cls>", "M", ..., "<eos>"; empty: all are.
  /// The letter of a special token is '-'.
  std::vector<std::string> queryTokens, keyTokens;
  /// What one position is, where letters and tokens do not tell: "step" of a decoder, kColumnUnit; empty: they tell.
  std::string queryUnit, keyUnit;
  std::string arrayName = "attention";  ///< what the maps are called in files of arrays
  /// What a model gave with the maps: files of arrays hold it beside them. Null: nothing.
  std::shared_ptr<const ArrayBundle> beside;
  std::map<std::string, std::string> about;  ///< of the model, in words, under names for the same files
  /// Whether the maps are heads of attention; else each is a quantity that its label names, measured in `unit`.
  bool areHeads = true;
  std::string unit;  ///< "bits"; empty: weights have none

  /// Of an alignment; the letters are those of one of its rows, '-' where that has a gap.
  bool areColumns() const { return queryUnit == kColumnUnit; }
  /// Number of heads in all layers; 0 when the set was never filled.
  Index count() const { return source ? numLayers * numHeads : static_cast<Index>(maps.size()); }
  /// The map, made if need be; null when it is not there yet. Throws Error when its source fails.
  std::shared_ptr<const AttentionMap> map(Index layer, Index head) const {
    return source ? source->map(layer, head) : maps[static_cast<size_t>(layer * numHeads + head)];
  }
  /// The weights of a head, unchecked, into `target`, whose memory is used again; see HeadSource. Throws Error when the
  /// map is not there.
  void readWeights(Index layer, Index head, Array<float>& target) const;
  /// True when map() takes no longer than looking it up.
  bool isInMemory() const { return !source; }
  /// The small picture of a map that is there; see PooledMap. Throws Error when its source fails.
  PooledMap pooled(Index layer, Index head, Index block) const;
  /// Throws Error naming layer, head and row when a map has the wrong shape, a value that is not finite (but for scores
  /// of -inf beside weights of 0), or a stochastic row that does not sum to 1 (rowTolerance) or 0. Makes every map.
  void validate() const;
};

/// Throws Error, beginning with `where`, unless the map has this shape and fulfils what HeadSet::validate() asks.
void validateMap(const AttentionMap& map, const Shape& shape, const std::string& where);

/// True where a query must not see a key: what the mask says, and scores of -inf; Lq x Lk,
/// empty when nothing is masked.
Array<Bool> maskedCells(const AttentionMap& map);

/// Whether every row has no negative value and sums to 1, within the tolerance, or is all 0. Rows with values that are
/// not finite say nothing; false where all rows are such.
bool hasStochasticRows(const Array<float>& weights, float tolerance);

}  // namespace engine
