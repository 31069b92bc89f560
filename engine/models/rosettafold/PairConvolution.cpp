#include "engine/models/rosettafold/PairConvolution.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>

#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

constexpr Index kTaps = 3;  // of a convolution, in both directions
constexpr double kPairConvolutionEpsilon = 1e-6;

template <class T>
T elu(T x) {
  return x > 0 ? x : std::expm1(x);
}

/// The kernel (K, K, 3, 3) as one linear map from the 9 K channels of a neighbourhood: (K, 9 K), tap by tap.
template <class T>
Array<T> tapMajor(const Array<T>& kernel) {
  const Index out = kernel.length(0), in = kernel.length(1);
  Array<T> joined({out, kTaps * kTaps * in}, Untouched{}, kernel.name);
  for (Index o = 0; o < out; ++o)
    for (Index c = 0; c < in; ++c)
      for (Index tap = 0; tap < kTaps * kTaps; ++tap)
        joined(o, tap * in + c) = kernel[(o * in + c) * kTaps * kTaps + tap];
  return joined;
}

/// The neighbourhoods of the pairs (i, j), j = 0..L-1: (L, 9 K), zeros where they reach beyond the edges.
template <class T>
Array<T> neighbourhoods(const Array<T>& X, Index i) {
  const Index L = X.length(0), K = X.length(2);
  Array<T> rows({L, kTaps * kTaps * K});
  for (Index j = 0; j < L; ++j)
    for (Index tap = 0; tap < kTaps * kTaps; ++tap) {
      const Index y = i + tap / kTaps - 1, x = j + tap % kTaps - 1;
      if (y >= 0 && y < L && x >= 0 && x < L)
        std::copy_n(X.data() + (y * L + x) * K, K, rows.data() + (j * kTaps * kTaps + tap) * K);
    }
  return rows;
}

template <class T>
Array<T> convolved(const Array<T>& X, const Array<T>& kernel, int threads, Progress& progress) {
  const Index L = X.length(0);
  const Array<T> map = tapMajor(kernel);
  Array<T> Y(X.shape(), Untouched{});
  parallelFor(L, 1, threads, progress, "convolution of pairs", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Array<T> row = linear(neighbourhoods(X, i), map, {});
      std::copy_n(row.data(), row.size(), Y.data() + i * row.size());
    }
  });
  return Y;
}

/// Sums in double, channel by channel in the order of the pairs.
template <class T>
void normalise(Array<T>& X, const InstanceNormWeights<T>& norm) {
  const Index K = X.length(2), pairs = K == 0 ? 0 : X.size() / K;
  if (pairs == 0) return;
  const auto values = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(X.data(), pairs, K);
  Eigen::ArrayXd mean = Eigen::ArrayXd::Zero(K), variance = Eigen::ArrayXd::Zero(K);
  for (Index p = 0; p < pairs; ++p) mean += values.row(p).template cast<double>();
  mean /= double(pairs);
  for (Index p = 0; p < pairs; ++p) variance += (values.row(p).template cast<double>().transpose() - mean).square();
  for (Index c = 0; c < K; ++c) {
    const double factor = norm.factor[c] / std::sqrt(variance[c] / double(pairs) + kPairConvolutionEpsilon);
    for (Index p = 0; p < pairs; ++p) {
      T& value = X[p * K + c];
      value = static_cast<T>(factor * (value - mean[c]) + norm.shift[c]);
    }
  }
}

template <class T>
void bend(Array<T>& X) {
  for (T& value : X) value = elu(value);
}

template <class T>
InstanceNormWeights<T> readNorm(const NamedWeights& weights, Index width) {
  return {weights.read<T>("weight", {width}), weights.read<T>("bias", {width})};
}

template <class T>
void addBlock(Array<T>& X, const ResidualBlockWeights<T>& weights, int threads, Progress& progress) {
  PartProgress first(progress, 0, 0.5), second(progress, 0.5, 1);
  Array<T> Y = convolved(X, weights.C_1, threads, first);
  normalise(Y, weights.N_1);
  bend(Y);
  Y = convolved(Y, weights.C_2, threads, second);
  normalise(Y, weights.N_2);
  for (Index k = 0; k < X.size(); ++k) X[k] = elu(X[k] + Y[k]);
}

}  // namespace

template <class T>
PairConvolutionWeights<T> readPairConvolution(const NamedWeights& weights, Index in, Index width) {
  const NamedWeights layers = weights.under("layer");
  PairConvolutionWeights<T> read;
  read.C_0 = layers.read<T>("0.weight", {width, in, 1, 1}).reshaped({width, in});
  read.N_0 = readNorm<T>(layers.under("1"), width);
  for (Index number = 3; layers.contains(std::to_string(number) + ".layer.0.weight"); ++number) {
    const NamedWeights block = layers.under(std::to_string(number)).under("layer");
    read.blocks.push_back({block.read<T>("0.weight", {width, width, kTaps, kTaps}),
                           block.read<T>("4.weight", {width, width, kTaps, kTaps}),
                           readNorm<T>(block.under("1"), width), readNorm<T>(block.under("5"), width)});
  }
  return read;
}

template <class T>
void convolvePairs(Array<T>& X, const PairConvolutionWeights<T>& weights, int threads, Progress& progress) {
  normalise(X, weights.N_0);
  bend(X);
  const auto count = static_cast<double>(weights.blocks.size());
  for (std::size_t k = 0; k < weights.blocks.size(); ++k) {
    PartProgress part(progress, double(k) / count, double(k + 1) / count);
    addBlock(X, weights.blocks[k], threads, part);
  }
}

#define INSTANTIATE(T)                                                                       \
  template PairConvolutionWeights<T> readPairConvolution(const NamedWeights&, Index, Index); \
  template void convolvePairs(Array<T>&, const PairConvolutionWeights<T>&, int, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
