// One batch of templates against a query: the recursion of the batch Viterbi on the processor's vectors.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "engine/search/batch/BatchPointers.h"
#include "engine/search/batch/BatchViterbiLanes.h"
#include "engine/search/batch/BatchViterbiPack.h"

namespace engine {

/// Best cells of a batch, 0-based; row and column -1 and score -inf where no path ends.
struct BatchEnds {
  std::array<float, lanes::kLanes> score;
  std::array<Index, lanes::kLanes> row, column;
};

/// Memory of one thread, reused from batch to batch.
struct BatchWorkspace {
  PackedTemplates templates;
  BatchPointers pointers;
  AlignedFloats above;             ///< (Nt + 1) x 3 x lanes: what the last row handed on
  std::vector<float> checkpoints;  ///< copies of `above` where panels of rows begin
};

/// Query columns that the recursion takes at once: their states stay in registers while it walks over the templates.
inline constexpr int kBatchRows = 5;

/// Called with the number of cells done since the last call, every million cells or so; may throw.
using CellsDone = std::function<void(Index)>;

/// The best cells of the packed templates of `workspace` against the query. With `onPointers`, which is called with
/// them and the back pointers of a panel of rows, the last rows first: usually once, with all rows; more often, at the
/// cost of computing twice, when all would take more than `mostPointerBytes`.
BatchEnds runBatch(const PackedQuery& query, const ViterbiOptions& options, BatchWorkspace& workspace,
                   Index mostPointerBytes, const CellsDone& cellsDone,
                   const std::function<void(const BatchEnds&, const BatchPointers&)>& onPointers);

}  // namespace engine
