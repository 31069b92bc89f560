// What one matrix is of others: a product, a softmax, a sum. Found in the numbers, so that nothing is claimed that they
// do not confirm.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/Array.h"

namespace ui {

/// Rows and columns of numbers that lie elsewhere.
struct MatrixNumbers {
  engine::Index rows = 0, columns = 0;
  const double* values = nullptr;
  double at(engine::Index row, engine::Index column) const { return values[row * columns + column]; }
};
/// What may be seen, 1 or 0; none: nothing is known of it.
using MatrixMask = std::optional<MatrixNumbers>;

/// What a matrix is of those before it.
struct MatrixRelation {
  enum class Kind { given, product, productTransposed, softmax, sum } kind = Kind::given;
  size_t left = 0, right = 0;
  double factor = 1;
};

/// Equal but for the rounding that products bring.
bool areMatrixNumbersClose(double a, double b);
/// The relation of `result` to the matrices before it; none of them: they take no part, as masks and covered ones.
/// Weights of a softmax are 0 where the mask is, and only there; a row that sees nothing gives none.
MatrixRelation findMatrixRelation(const std::vector<std::optional<MatrixNumbers>>& before, const MatrixNumbers& result,
                                  const MatrixMask& mask);

}  // namespace ui
