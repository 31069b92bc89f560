// The transpose of a matrix that is written down, for what wants its rows.
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// (rows, columns) to (columns, rows).
template <class T>
Array<T> transposedMatrix(const Array<T>& matrix) {
  Array<T> result({matrix.length(1), matrix.length(0)}, Untouched{}, matrix.name);
  for (Index row = 0; row < matrix.length(0); ++row)
    for (Index c = 0; c < matrix.length(1); ++c) result(c, row) = matrix(row, c);
  return result;
}

}  // namespace engine
