// The product of tied attention: choice of path and the plain definition.
#include "engine/attention/tied/TiedProduct.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/attention/FastPath.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Items per piece so that a piece of plain loops takes a few milliseconds.
Index grainFor(Index workPerItem) { return std::clamp<Index>(4'000'000 / std::max<Index>(1, workPerItem), 1, 256); }

template <class T>
T score(const TiedProductInput<T>& input, Index head, Index i, Index j) {
  if (!input.hidden.empty() && input.hidden[j]) return static_cast<T>(kPaddedScore);
  const Index C = input.columns(), d = input.depth(), stride = input.heads * d;
  T sum = 0;
  for (Index r = 0; r < input.rows(); ++r) {
    const T* const q = input.Q.data() + (r * C + i) * stride + head * d;
    const T* const k = input.K.data() + (r * C + j) * stride + head * d;
    for (Index c = 0; c < d; ++c) sum += q[c] * k[c];
  }
  return sum * static_cast<T>(input.scale);
}

}  // namespace

template <class T>
T softmaxRow(T* row, Index count) {
  T maximum = -std::numeric_limits<T>::infinity();
  bool isFinite = true;
  for (Index j = 0; j < count; ++j) {
    maximum = std::max(maximum, row[j]);
    isFinite = isFinite && std::isfinite(row[j]);
  }
  if (!isFinite) {
    std::fill(row, row + count, std::numeric_limits<T>::quiet_NaN());
    return std::numeric_limits<T>::quiet_NaN();
  }
  T sum = 0;
  for (Index j = 0; j < count; ++j) sum += row[j] = std::exp(row[j] - maximum);
  for (Index j = 0; j < count; ++j) row[j] /= sum;
  return maximum + std::log(sum);
}

template <class T>
void requireFiniteWeights(const Array<T>& weights, const std::string& arrays) {
  const Index m = weights.length(weights.rank() - 1), n = weights.length(weights.rank() - 2);
  for (Index k = 0; k < weights.size(); k += m)
    if (std::isnan(weights[k])) failForScore<T>(arrays, k / m % n);
}

template <class T>
Array<T> sharedValuesPlain(const Array<T>& A, const Array<T>& V, int threads, Progress& progress) {
  const Index H = A.length(0), C = A.length(1), R = V.length(0), width = V.length(2), v = width / H;
  Array<T> O({R, C, width});
  parallelFor(R * C, grainFor(C * width), threads, progress, "values", [&](Index begin, Index end) {
    for (Index cell = begin; cell < end; ++cell)
      for (Index h = 0; h < H; ++h)
        for (Index j = 0; j < C; ++j) {
          const T weight = A(h, cell % C, j);
          const T* const value = V.data() + (cell / C * C + j) * width + h * v;
          for (Index c = 0; c < v; ++c) O[cell * width + h * v + c] += weight * value[c];
        }
  });
  return O;
}

template <class T>
TiedProductResult<T> tiedProductPlain(const TiedProductInput<T>& input, int threads, Progress& progress) {
  const Index H = input.heads, C = input.columns();
  TiedProductResult<T> result;
  result.A = Array<T>({H, C, C}, Untouched{}, "A");
  if (input.keepScores) result.S = Array<T>({H, C, C}, Untouched{}, "S");
  PartProgress scores(progress, 0, 0.5), values(progress, 0.5, 1);
  parallelFor(H * C, grainFor(C * input.rows() * input.depth()), threads, scores, "scores",
              [&](Index begin, Index end) {
                for (Index row = begin; row < end; ++row) {
                  T* const weights = result.A.data() + row * C;
                  for (Index j = 0; j < C; ++j) weights[j] = score(input, row / C, row % C, j);
                  if (input.keepScores) std::copy_n(weights, C, result.S.data() + row * C);
                  softmaxRow(weights, C);
                }
              });
  result.O = sharedValuesPlain(result.A, input.V, threads, values);
  return result;
}

template <class T>
Array<T> sharedValues(const Array<T>& A, const Array<T>& V, int threads, Progress& progress) {
  if constexpr (std::is_same_v<T, float>)
    return sharedValuesNative(A, V, threads, progress);
  else
    return sharedValuesPlain(A, V, threads, progress);
}

template <class T>
TiedProductResult<T> tiedProduct(const TiedProductInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                                 Progress& progress) {
  TiedProductResult<T> result =
      onFastest(input, compute, diagnostics, progress, tiedProductPlain<T>, tiedProductNative, tiedProductOnDevice);
  requireFiniteWeights(
      result.A, input.origin.empty() ? arraysText({{"Q", input.Q.shape()}, {"K", input.K.shape()}}) : input.origin);
  return result;
}

#define INSTANTIATE(T)                                                                        \
  template T softmaxRow(T*, Index);                                                           \
  template void requireFiniteWeights(const Array<T>&, const std::string&);                    \
  template TiedProductResult<T> tiedProductPlain(const TiedProductInput<T>&, int, Progress&); \
  template Array<T> sharedValuesPlain(const Array<T>&, const Array<T>&, int, Progress&);      \
  template Array<T> sharedValues(const Array<T>&, const Array<T>&, int, Progress&);           \
  template TiedProductResult<T> tiedProduct(const TiedProductInput<T>&, const Compute&, Diagnostics&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
