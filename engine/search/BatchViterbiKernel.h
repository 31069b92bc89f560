// One batch of templates against a query: the recursion of the batch Viterbi on the processor's vectors.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "engine/search/BatchViterbiLanes.h"
#include "engine/search/BatchViterbiPack.h"

namespace engine {

/// Best cells of a batch, 0-based; row and column -1 where no path ends.
struct BatchEnds {
  std::array<float, lanes::kLanes> score;
  std::array<Index, lanes::kLanes> row, column;
};

/// Back pointers of one batch, one byte per cell and lane with the bits of DpMatrices::backtrace, each at the cell that
/// is LEFT: bits 0-2 of (i, j) say where MM(i + 1, j + 1) comes from, bit 3 whether GD(i, j + 1) opens from MM(i, j), 4
/// IM(i, j + 1), 5 DG(i + 1, j), 6 MI(i + 1, j). Rows lie in blocks, so that the bytes of a block and column fill a
/// cache line.
struct BatchPointers {
  std::vector<std::uint8_t> bytes;
  Index columns = 0, rows = 0, lanes = 0;  ///< Nt + 1, rows per block

  /// Positions count from 1; the border has none.
  std::uint8_t at(Index i, Index j, Index lane) const {
    const Index block = (i - 1) / rows, row = (i - 1) % rows;
    return bytes[static_cast<size_t>(((block * columns + j) * rows + row) * lanes + lane)];
  }
};

/// Memory of one thread, reused from batch to batch.
struct BatchWorkspace {
  PackedTemplates templates;
  BatchPointers pointers;
  AlignedFloats above;  ///< (Nt + 1) x 3 x lanes
};

/// Query columns that the recursion takes at once: their states stay in registers while it walks over the templates.
inline constexpr Index kBatchRows = 4;

/// The packed templates of `workspace` against the query. With `keepPaths` fills workspace.pointers. `tick` is called
/// with the number of cells done since the last call, every million cells or so; it may throw.
BatchEnds runBatch(const PackedQuery& query, const ViterbiOptions& options, bool keepPaths, BatchWorkspace& workspace,
                   const std::function<void(Index)>& tick);

}  // namespace engine
