#include "engine/network/Linear.h"

#include <algorithm>
#include <cmath>

#include "engine/base/ParallelFor.h"
#include "engine/network/MatrixProduct.h"

namespace engine {

namespace {

/// Rows at a time: enough for a product at full speed, few enough to report several times a second.
Index rowBlock(Index in, Index out) { return std::clamp<Index>(1'000'000'000 / std::max<Index>(1, in * out), 16, 256); }

}  // namespace

template <class T>
Array<T> linear(const Array<T>& X, const Array<T>& W, const Array<T>& b, int threads) {
  Progress none;
  return linear(X, W, b, threads, none);
}

template <class T>
Array<T> linear(const Array<T>& X, const Array<T>& W, const Array<T>& b, int threads, Progress& progress) {
  const Index rows = rowsOfLinear(X, W), out = W.length(0), in = W.length(1);
  Array<T> Y({rows, out}, Untouched{});
  const Eigen::Map<const Matrix<T>> weights(W.data(), out, in);
  parallelFor(rows, rowBlock(in, out), threads, progress, "projection", [&](Index begin, Index end) {
    Eigen::Map<Matrix<T>> y(Y.data() + begin * out, end - begin, out);
    y.noalias() = Eigen::Map<const Matrix<T>>(X.data() + begin * in, end - begin, in) * weights.transpose();
    if (!b.empty()) y.rowwise() += Eigen::Map<const Eigen::Matrix<T, 1, Eigen::Dynamic>>(b.data(), out);
  });
  return Y;
}

template <class T>
Array<T> layerNorm(const Array<T>& X, const Array<T>& weight, const Array<T>& bias, double epsilon) {
  const Index rows = X.length(0), width = X.length(1);
  Array<T> result(X.shape());
  for (Index i = 0; i < rows; ++i) {
    // Sums in double and from left to right: the same bits wherever the row lies in memory.
    double mean = 0, variance = 0;
    for (Index c = 0; c < width; ++c) mean += double(X(i, c)) / double(width);
    for (Index c = 0; c < width; ++c) variance += (X(i, c) - mean) * (X(i, c) - mean) / double(width);
    const double factor = 1 / std::sqrt(variance + epsilon);
    for (Index c = 0; c < width; ++c)
      result(i, c) = static_cast<T>(weight[c] * (X(i, c) - mean) * factor + (bias.empty() ? 0.0 : double(bias[c])));
  }
  return result;
}

template Array<float> linear(const Array<float>&, const Array<float>&, const Array<float>&, int);
template Array<double> linear(const Array<double>&, const Array<double>&, const Array<double>&, int);
template Array<float> linear(const Array<float>&, const Array<float>&, const Array<float>&, int, Progress&);
template Array<double> linear(const Array<double>&, const Array<double>&, const Array<double>&, int, Progress&);
template Array<float> layerNorm(const Array<float>&, const Array<float>&, const Array<float>&, double);
template Array<double> layerNorm(const Array<double>&, const Array<double>&, const Array<double>&, double);

}  // namespace engine
