#include "engine/attention/multiplicative/Multiplicative.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/additive/Additive.h"
#include "engine/attention/lanes/TransposedMatrix.h"
#include "engine/base/Logistic.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// Columns [begin, begin + count) of a matrix.
template <class T>
Array<T> columnsOf(const Array<T>& matrix, Index begin, Index count) {
  Array<T> part({matrix.length(0), count}, T{}, matrix.name);
  for (Index row = 0; row < part.length(0); ++row)
    for (Index c = 0; c < count; ++c) part(row, c) = matrix(row, begin + c);
  return part;
}

/// (B, rows, columns) as (B, 1, rows, columns), and back.
template <class T>
Array<T> asOneHead(const Array<T>& array) {
  return array.reshaped({array.length(0), 1, array.length(1), array.length(2)});
}
template <class T>
Array<T> withoutHead(Array<T> array) {
  const Shape shape{array.length(0), array.length(2), array.length(3)};
  return std::move(array).reshaped(shape);
}

template <class T>
MultiplicativeResult<T> attendByProducts(const MultiplicativeInput<T>& input, const Compute& compute,
                                         Diagnostics& diagnostics, Progress& progress) {
  DotProductInput<T> dot;
  dot.Q = asOneHead(input.Q);
  if (input.M)
    dot.Q = linear(input.Q, transposedMatrix(*input.M), {}, compute.threads, progress)
                .reshaped({input.Q.length(0), 1, input.Q.length(1), input.M->length(1)});
  dot.K = asOneHead(input.K);
  dot.origin = input.origin;
  dot.V = asOneHead(input.V);
  dot.mask = input.mask;
  dot.scale = 1;
  DotProductResult<T> attended = dotProduct(dot, compute, diagnostics, progress);
  MultiplicativeResult<T> result;
  result.S = withoutHead(std::move(attended.S));
  result.A = withoutHead(std::move(attended.A));
  result.O = withoutHead(std::move(attended.O));
  if (input.keepsIntermediates && input.M) result.q = withoutHead(std::move(dot.Q));
  return result;
}

template <class T>
MultiplicativeResult<T> attendByConcatenation(const MultiplicativeInput<T>& input, const Compute& compute,
                                              Diagnostics& diagnostics, Progress& progress) {
  const Index q = input.Q.length(2), k = input.K.length(2);
  AdditiveInput<T> parts{input.Q, input.K,   input.V, columnsOf(*input.W, 0, q), columnsOf(*input.W, q, k),
                         input.v, input.mask};
  MultiplicativeResult<T> result;
  if (input.keepsIntermediates) {
    AdditiveProjections<T> projections = projectForAdditive(parts, compute.threads, progress);
    parts.projectedKeys = projections.keys;
    result.q = std::move(projections.queries);
    result.k = std::move(projections.keys);
  }
  AdditiveResult<T> attended = additive(parts, compute.threads, diagnostics, progress);
  result.S = std::move(attended.S);
  result.A = std::move(attended.A);
  result.O = std::move(attended.O);
  return result;
}

/// S sigmoid(v_p . tanh(W_p q)), in double: overflow of the projection saturates the tanh as it should.
template <class T>
double predictedPosition(const MultiplicativeInput<T>& input, Index batch, Index query) {
  const LocalWindow<T>& window = *input.local;
  double score = 0;
  for (Index unit = 0; unit < window.v_p.size(); ++unit) {
    double projection = 0;
    for (Index c = 0; c < window.W_p.length(1); ++c)
      projection += double(window.W_p(unit, c)) * double(input.Q(batch, query, c));
    score += double(window.v_p[unit]) * std::tanh(projection);
  }
  if (std::isnan(score))
    fail("arrays W_p ", shapeText(window.W_p.shape()), " and v_p ", shapeText(window.v_p.shape()),
         ": the position of query ", query, " cannot be computed, expected smaller values");
  return double(input.mask.keyEnd(batch, query)) * logistic(score);
}

/// Multiplies the weights by the window and sums the values anew.
template <class T>
void applyWindow(const MultiplicativeInput<T>& input, MultiplicativeResult<T>& result, int threads,
                 Progress& progress) {
  const Index B = input.Q.length(0), n = input.Q.length(1), m = input.K.length(1), v = input.V.length(2);
  const double spread = input.local->halfWidth / 2;
  result.p = Array<T>({B, n});
  if (input.keepsIntermediates) result.window = Array<T>({B, n, m});
  const Index grain = std::clamp<Index>(1'000'000 / std::max<Index>(1, m * (20 + v)), 1, 256);
  parallelFor(B * n, grain, threads, progress, "window", [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      const Index batch = row / n;
      const double position = predictedPosition(input, batch, row % n);
      result.p[row] = static_cast<T>(position);
      std::fill_n(result.O.data() + row * v, v, T{0});
      for (Index j = 0; j < m; ++j) {
        const double distance = (double(j) - position) / spread;
        const double factor = std::exp(-distance * distance / 2);
        if (input.keepsIntermediates) result.window[row * m + j] = static_cast<T>(factor);
        T& weight = result.A[row * m + j];
        weight = static_cast<T>(weight * factor);
        for (Index c = 0; c < v; ++c) result.O[row * v + c] += weight * input.V(batch, j, c);
      }
    }
  });
}

}  // namespace

template <class T>
MultiplicativeResult<T> multiplicative(const MultiplicativeInput<T>& input, const Compute& compute,
                                       Diagnostics& diagnostics, Progress& progress) {
  MultiplicativeResult<T> result = input.W ? attendByConcatenation(input, compute, diagnostics, progress)
                                           : attendByProducts(input, compute, diagnostics, progress);
  if (input.local) applyWindow(input, result, compute.threads, progress);
  return result;
}

template MultiplicativeResult<float> multiplicative(const MultiplicativeInput<float>&, const Compute&, Diagnostics&,
                                                    Progress&);
template MultiplicativeResult<double> multiplicative(const MultiplicativeInput<double>&, const Compute&, Diagnostics&,
                                                     Progress&);

}  // namespace engine
