#include "engine/models/parts/Normalise.h"

#include <algorithm>
#include <cmath>

#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Sum of termOf(0), ..., termOf(count - 1) in sixteen interleaved parts, which the compiler turns into a vector.
template <class T, class TermOf>
T sumOf(Index count, const TermOf& termOf) {
  constexpr Index kParts = 16;
  T parts[kParts] = {};
  Index k = 0;
  for (; k + kParts <= count; k += kParts)
    for (Index part = 0; part < kParts; ++part) parts[part] += termOf(k + part);
  for (Index part = 0; k < count; ++k, ++part) parts[part] += termOf(k);
  for (Index half = kParts / 2; half > 0; half /= 2)
    for (Index part = 0; part < half; ++part) parts[part] += parts[part + half];
  return parts[0];
}

template <class T>
void normaliseRow(const T* x, const LayerNormWeights<T>& norm, T epsilon, Index width, T* y) {
  const T mean = sumOf<T>(width, [&](Index c) { return x[c]; }) / T(width);
  const T variance = sumOf<T>(width, [&](Index c) { return (x[c] - mean) * (x[c] - mean); }) / T(width);
  const T factor = 1 / std::sqrt(variance + epsilon);
  const T* const weight = norm.weight.data();
  for (Index c = 0; c < width; ++c) y[c] = weight[c] * ((x[c] - mean) * factor);
  const T* const bias = norm.bias.data();
  for (Index c = 0; c < norm.bias.size(); ++c) y[c] += bias[c];
}

}  // namespace

template <class T>
Array<T> normalised(const Array<T>& X, const LayerNormWeights<T>& norm, double epsilon, const ModelCall& call) {
  const Index width = X.length(X.rank() - 1);
  requireShape(norm.weight.name, norm.weight.shape(), {width});
  if (!norm.bias.empty()) requireShape(norm.bias.name, norm.bias.shape(), {width});
  Array<T> Y(X.shape(), Untouched{});
  const Index rows = width == 0 ? 0 : X.size() / width;
  const Index grain = std::max<Index>(1, 100'000 / std::max<Index>(1, width));
  parallelFor(rows, grain, call.where.threads, call.progress, "normalisation", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row)
      normaliseRow(X.data() + row * width, norm, static_cast<T>(epsilon), width, Y.data() + row * width);
  });
  return Y;
}

template Array<float> normalised(const Array<float>&, const LayerNormWeights<float>&, double, const ModelCall&);
template Array<double> normalised(const Array<double>&, const LayerNormWeights<double>&, double, const ModelCall&);

}  // namespace engine
