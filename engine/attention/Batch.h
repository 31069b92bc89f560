// Batches of what mechanisms compute one at a time: arrays may have one axis more in front than their description says.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/attention/Mechanism.h"

namespace engine {

/// Whether arrays of these descriptions may have a batch axis that none of them names. Mechanisms with a letter B deal
/// with batches themselves.
bool takesBatches(const std::vector<ArrayDescription>& descriptions);

/// What an array is that has as many axes as one alternative of its description, and as another with a batch axis,
/// where others have such an axis without doubt: inputs are shared by all items, outputs never are.
enum class InDoubt { isShared, isOfBatch };

/// Arrays of which some have one axis more in front than their description: that of a batch. All others are shared by
/// its items.
class Batch {
 public:
  /// `arrays` must outlive the batch.
  Batch(const std::vector<ArrayDescription>& descriptions, const ArrayBundle& arrays, InDoubt inDoubt);
  /// Throws Error naming two arrays and their shapes that have not as many items.
  void requireOneSize() const;

  /// Whether there is a batch axis at all.
  bool exists() const { return !m_names.empty(); }
  /// Number of items; where arrays disagree the least.
  Index size() const { return m_size; }
  const std::vector<std::string>& names() const { return m_names; }  ///< of the arrays with a batch axis
  bool has(const std::string& name) const;                           ///< whether that array has one
  /// All arrays as an item has them; of a batch without items zeros, which tell the shapes.
  ArrayBundle item(Index index) const;
  /// The same into arrays that item() gave.
  void take(Index index, ArrayBundle& item) const;

 private:
  const ArrayBundle& m_arrays;
  std::vector<std::string> m_names;
  Index m_size = 0;
};

/// What an item gives.
using ItemRun = std::function<ArrayBundle(const ArrayBundle& item, Diagnostics& diagnostics, Progress& progress)>;

/// Batches among what a mechanism takes and among what it gave.
inline Batch batchOfInputs(const Mechanism& mechanism, const ArrayBundle& inputs) {
  return {mechanism.inputs(), inputs, InDoubt::isShared};
}
inline Batch batchOfOutputs(const Mechanism& mechanism, const ArrayBundle& outputs) {
  return {mechanism.outputs(), outputs, InDoubt::isOfBatch};
}

/// Runs the items one after the other and puts each output of all of them into one array with a batch axis in front. A
/// warning is given once, with the number of items it was for. Throws Error where requireOneSize() does, beginning with
/// the item for what an item throws, and naming an output whose shape is not that of the first item.
ArrayBundle runBatch(const Batch& batch, const ItemRun& run, Diagnostics& diagnostics, Progress& progress);

/// "item 1 of 2 of the batch".
std::string itemText(Index index, Index size);

/// The cost of B items: what each costs, and the memory of one more, whose outputs are copied.
CostFormulas costOfBatch(const CostFormulas& item);

/// Maps among outputs with or without a batch axis. Items with one map for each head are the layers, or the heads where
/// there is but one; items that have more have maps of their own, whose titles say so.
std::vector<NamedMaps> mapsOfOutputs(const Mechanism& mechanism, const ArrayBundle& outputs);

/// What the plot view shows of a run.
struct NamedCurves {
  std::string title;  ///< "curves"; "curves, batch item 2"
  ArrayBundle arrays;
};
/// Mechanism::curves of each item, those that there are.
std::vector<NamedCurves> curvesOfRun(const Mechanism& mechanism, const ArrayBundle& inputs, const ArrayBundle& outputs);

}  // namespace engine
