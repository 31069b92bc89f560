// Gram-Schmidt, step by step (MATHEMATICS.md 17.1): how rows of random numbers become orthogonal directions.
#pragma once

#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// What is done to a row: the part along an earlier row is taken away, or, when that is done with all of them, the row
/// gets the length 1.
struct GramSchmidtStep {
  Index row = 0;
  Index along = -1;   ///< the earlier row; -1: the row gets the length 1
  double amount = 0;  ///< the dot product with the earlier row, or the length before: entries of R in G^T = Q R
};

struct GramSchmidt {
  std::vector<GramSchmidtStep> steps;
  Array<double> states;  ///< (steps + 1, count, d): the rows before the first and after each step

  /// (count, d), orthonormal.
  Array<double> rows() const;
};

/// Of the rows of `vectors` (count, d), count <= d. "Modified": each part that is taken away is that of the row as it
/// is by then, which loses fewer digits and is the same without rounding. Throws Error when a row depends on earlier
/// ones.
GramSchmidt gramSchmidt(const Array<double>& vectors);

/// (count, count): dot products of all pairs of rows of one state.
Array<double> productsOfRows(const GramSchmidt& made, Index state);

}  // namespace engine
