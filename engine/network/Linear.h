// Linear maps and layer normalisation over the last axis, for float and double.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Y = X W^T + b. X (rows, in) in C order, any leading shape; W (out, in); b (out) or empty. Returns (rows, out).
/// Rows are cut into blocks that depend on the shapes alone: the same bits with any number of threads.
template <class T>
Array<T> linear(const Array<T>& X, const Array<T>& W, const Array<T>& b, int threads = 1);
/// The same, reporting and ready to be cancelled between blocks.
template <class T>
Array<T> linear(const Array<T>& X, const Array<T>& W, const Array<T>& b, int threads, Progress& progress);

/// Rows of an X that W can map; throws Error naming W and both shapes otherwise.
template <class T>
Index rowsOfLinear(const Array<T>& X, const Array<T>& W) {
  if (X.rank() == 0 || W.rank() != 2 || X.length(X.rank() - 1) != W.length(1))
    fail("array ", W.name, ": found shape ", shapeText(W.shape()), ", expected one for an input of shape ",
         shapeText(X.shape()));
  return elementCount(Shape(X.shape().begin(), X.shape().end() - 1));
}

/// weight * (x - mean) / sqrt(variance + epsilon) + bias per row of X (rows, D); variance divided by D; bias may be
/// empty.
template <class T>
Array<T> layerNorm(const Array<T>& X, const Array<T>& weight, const Array<T>& bias, double epsilon = 1e-5);

}  // namespace engine
