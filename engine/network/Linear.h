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

/// weight * (x - mean) / sqrt(variance + epsilon) + bias per row of X (rows, D); variance divided by D; bias may be
/// empty.
template <class T>
Array<T> layerNorm(const Array<T>& X, const Array<T>& weight, const Array<T>& bias, double epsilon = 1e-5);

}  // namespace engine
