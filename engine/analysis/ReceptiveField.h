// What one cell of an alignment has seen after attention along its row, along its column, and along one after the other
// (MATHEMATICS.md 6).
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// Weights of axial attention on N sequences of L positions, each row of weights with the sum 1.
struct AxialWeights {
  Array<double> rows;     ///< (N, L, L): sequence, from position, to position; (1, L, L) where all sequences share it
  Array<double> columns;  ///< (L, N, N): position, from sequence, to sequence; (1, N, N) where all positions share it
  Index numSequences() const { return columns.length(1); }
  Index numPositions() const { return rows.length(1); }
};
/// All weights alike.
AxialWeights equalWeights(Index numSequences, Index numPositions);

enum class PassOrder { rowsFirst, columnsFirst };

/// Shares (N, L) of the cells in what the cell (n, i) becomes, each with the sum of its weights; residual connections
/// left out.
struct ReceptiveField {
  Array<double> rowPass, columnPass, bothPasses;
};
/// Throws Error for weights of other shapes, and for a cell that is not there.
ReceptiveField receptiveField(const AxialWeights& weights, Index n, Index i, PassOrder order);

}  // namespace engine
