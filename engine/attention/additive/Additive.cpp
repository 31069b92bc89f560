// Additive attention: choice of path and the plain definition.
#include "engine/attention/additive/Additive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/attention/FastPath.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

template <class T>
Array<T> projected(const Array<T>& X, const Array<T>& W, int threads, Progress& progress) {
  Array<T> result = linear(X, W, {}, threads, progress).reshaped({X.length(0), X.length(1), W.length(0)});
  for (const T value : result)
    if (!std::isfinite(value))
      fail("arrays ", X.name, " ", shapeText(X.shape()), " and ", W.name, " ", shapeText(W.shape()),
           ": found a projection that does not fit into ", std::is_same_v<T, float> ? "float32" : "float64",
           ", expected smaller values");
  return result;
}

/// Scores of one query against all keys.
template <class T>
void scoreRow(const T* query, const T* keys, const Array<T>& w_v, Index number, T* scores) {
  const Index h = w_v.size();
  for (Index j = 0; j < number; ++j) {
    T sum = 0;
    for (Index c = 0; c < h; ++c) sum += w_v[c] * std::tanh(query[c] + keys[j * h + c]);
    scores[j] = sum;
  }
}

/// Softmax over the keys that the query sees; zeros when it sees none.
template <class T>
void softmaxRow(const KeyMask& mask, Index batch, Index query, const T* scores, Index number, T* weights) {
  const T infinity = std::numeric_limits<T>::infinity();
  const T hidden = mask.rule == MaskRule::overwrite ? static_cast<T>(kOverwrittenScore) : -infinity;
  T maximum = -infinity, sum = 0;
  for (Index j = 0; j < number; ++j) {
    weights[j] = mask.sees(batch, query, j) ? scores[j] : hidden;
    maximum = std::max(maximum, weights[j]);
  }
  if (maximum == -infinity) maximum = 0;
  for (Index j = 0; j < number; ++j) sum += weights[j] = std::exp(weights[j] - maximum);
  for (Index j = 0; j < number && sum != 0; ++j) weights[j] /= sum;
}

/// Rows whose weights are all 0.
template <class T>
Index rowsWithoutKeys(const Array<T>& A) {
  const Index m = A.length(2), rows = A.length(0) * A.length(1);
  Index number = 0;
  for (Index row = 0; row < rows; ++row)
    number += std::all_of(A.data() + row * m, A.data() + (row + 1) * m, [](T weight) { return weight == 0; });
  return number;
}

}  // namespace

template <class T>
AdditiveProjections<T> projectForAdditive(const AdditiveInput<T>& input, int threads, Progress& progress) {
  T bound = 0;
  for (const T weight : input.w_v) bound += std::abs(weight);
  if (!std::isfinite(bound))
    fail("array w_v of shape ", shapeText(input.w_v.shape()), ": the sum of its magnitudes does not fit into ",
         std::is_same_v<T, float> ? "float32" : "float64", ", expected smaller values");
  return {projected(input.Q, input.W_q, threads, progress),
          input.projectedKeys.empty() ? projected(input.K, input.W_k, threads, progress) : input.projectedKeys};
}

template <class T>
AdditiveResult<T> additivePlain(const AdditiveInput<T>& input, int threads, Progress& progress) {
  const AdditiveProjections<T> projections = projectForAdditive(input, threads, progress);
  const Index B = input.Q.length(0), n = input.Q.length(1), m = input.K.length(1);
  const Index v = input.V.length(2), h = input.w_v.size();
  AdditiveResult<T> result{Array<T>({B, n, m}), Array<T>({B, n, m}), Array<T>({B, n, v})};
  const Index grain = std::clamp<Index>(200'000 / std::max<Index>(1, m * (h + v)), 1, 256);  // a few milliseconds
  parallelFor(B * n, grain, threads, progress, "attention", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      const Index batch = row / n;
      T* const weights = result.A.data() + row * m;
      scoreRow(projections.queries.data() + row * h, projections.keys.data() + batch * m * h, input.w_v, m,
               result.S.data() + row * m);
      softmaxRow(input.mask, batch, row % n, result.S.data() + row * m, m, weights);
      for (Index j = 0; j < m; ++j)
        for (Index c = 0; c < v; ++c) result.O[row * v + c] += weights[j] * input.V(batch, j, c);
    }
  });
  return result;
}

template <class T>
AdditiveResult<T> additive(const AdditiveInput<T>& input, int threads, Diagnostics& diagnostics, Progress& progress) {
  AdditiveResult<T> result = onProcessor(input, threads, progress, additivePlain<T>, additiveNative);
  if (const Index number = rowsWithoutKeys(result.A); number > 0)
    diagnostics.warn(number, " query row(s) see no key: their weights and outputs are 0");
  return result;
}

template AdditiveProjections<float> projectForAdditive(const AdditiveInput<float>&, int, Progress&);
template AdditiveProjections<double> projectForAdditive(const AdditiveInput<double>&, int, Progress&);
template AdditiveResult<float> additivePlain(const AdditiveInput<float>&, int, Progress&);
template AdditiveResult<double> additivePlain(const AdditiveInput<double>&, int, Progress&);
template AdditiveResult<float> additive(const AdditiveInput<float>&, int, Diagnostics&, Progress&);
template AdditiveResult<double> additive(const AdditiveInput<double>&, int, Diagnostics&, Progress&);

}  // namespace engine
