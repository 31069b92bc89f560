#include "engine/attention/soft-tied/SoftTiedAttention.h"

#include <algorithm>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/HeadRows.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kRowsPerPiece = 8;  ///< of a map

template <class T>
void checkWeighting(const Array<T>& X, const SequenceWeightProjections<T>& projections) {
  requireShape("X", X.shape(), {-1, -1, -1});
  if (X.length(0) == 0)
    fail("array X: found shape ", shapeText(X.shape()), ", expected at least one row, the target sequence");
  ShapeLetters letters;
  letters.bind("D", X.length(2));
  letters.require("seqw_W_q", projections.W_q.shape(), {"H*d", "D"});
  letters.require("seqw_W_k", projections.W_k.shape(), {"H*d", "D"});
  if (!projections.b_q.empty()) letters.require("seqw_b_q", projections.b_q.shape(), {"H*d"});
  if (!projections.b_k.empty()) letters.require("seqw_b_k", projections.b_k.shape(), {"H*d"});
  requireHeads("seqw_W_q", projections.W_q.shape(), projections.heads);
}

/// Queries of the columns of one alignment times the weights of their cells.
template <class T>
void weightQueries(Array<T>& Q, const Array<T>& w, int threads, Progress& progress) {
  const Index heads = w.length(2), width = Q.length(2), d = width / heads;
  parallelFor(Q.length(0) * Q.length(1), 1024, threads, progress, "weighted queries", [&](Index begin, Index end) {
    for (Index cell = begin; cell < end; ++cell)
      for (Index h = 0; h < heads; ++h)
        for (Index c = 0; c < d; ++c) Q[cell * width + h * d + c] *= w[cell * heads + h];
  });
}

}  // namespace

template <class T>
Array<T> sequenceWeights(const Array<T>& X, const SequenceWeightProjections<T>& projections, int threads,
                         Progress& progress) {
  checkWeighting(X, projections);
  const Index N = X.length(0), L = X.length(1), D = X.length(2), H = projections.heads;
  const Index width = projections.W_q.length(0), d = width / H;
  const Array<T> target({1, L, D}, std::vector<T>(X.begin(), X.begin() + L * D), "X");
  PartProgress first(progress, 0, 0.1), second(progress, 0.1, 0.9), third(progress, 0.9, 1);
  const Array<T> q = project(target, projections.W_q, projections.b_q, threads, first);
  const Array<T> k = project(X, projections.W_k, projections.b_k, threads, second);
  const T scale = static_cast<T>(standardScale(d));
  Array<T> w({N, L, H}, Untouched{}, "w");
  Array<T> columns({L, H, N}, Untouched{});
  parallelFor(L, std::max<Index>(1, 1'000'000 / std::max<Index>(1, N * width)), threads, third, "sequence weights",
              [&](Index begin, Index end) {
                for (Index item = begin * H; item < end * H; ++item) {
                  T* const column = columns.data() + item * N;
                  const Index l = item / H, h = item % H;
                  for (Index n = 0; n < N; ++n) {
                    T sum = 0;
                    for (Index c = h * d; c < (h + 1) * d; ++c) sum += q[l * width + c] * k[(n * L + l) * width + c];
                    column[n] = sum * scale;
                  }
                  softmaxRow(column, N);
                  for (Index n = 0; n < N; ++n) w(n, l, h) = column[n];
                }
              });
  requireFiniteWeights(
      columns,
      arraysText({{"X", X.shape()}, {"seqw_W_q", projections.W_q.shape()}, {"seqw_W_k", projections.W_k.shape()}}));
  return w;
}

template <class T>
Array<T> symmetrisedPair(const Array<T>& A, int threads, Progress& progress) {
  const Index H = A.length(0), L = A.length(1);
  Array<T> pair({L, L, H}, Untouched{}, "pair");
  parallelFor(L, kRowsPerPiece, threads, progress, "pair features", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < L; ++j)
        for (Index h = 0; h < H; ++h) pair(i, j, h) = (A(h, i, j) + A(h, j, i)) / 2;
  });
  return pair;
}

template <class T>
SoftTiedResult<T> softTiedAttention(const Array<T>& X, const SequenceWeightProjections<T>& weighting,
                                    const Projections<T>& projections, const SoftTiedOptions& options,
                                    const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  checkWeighting(X, weighting);
  checkProjections(projections, X.length(2));
  if (weighting.heads != projections.heads)
    fail("array seqw_W_q: found ", weighting.heads, " heads, expected the ", projections.heads, " of W_q");
  const auto part = [&](double from, double to) { return PartProgress(progress, from, to); };
  PartProgress weights = part(0, 0.2), queries = part(0.2, 0.34), multiplying = part(0.34, 0.35),
               keys = part(0.35, 0.5), values = part(0.5, 0.65), attending = part(0.65, 0.84),
               pairing = part(0.84, 0.85), joining = part(0.85, 1);
  SoftTiedResult<T> result;
  result.w = sequenceWeights(X, weighting, compute.threads, weights);
  TiedProductInput<T> product;
  product.Q = project(X, projections.W_q, projections.b_q, compute.threads, queries);
  if (options.keepVectors) result.vectors.q = byHeads(product.Q, projections.heads);
  weightQueries(product.Q, result.w, compute.threads, multiplying);
  product.K = project(X, projections.W_k, projections.b_k, compute.threads, keys);
  product.V = project(X, projections.W_v, projections.b_v, compute.threads, values);
  product.heads = projections.heads;
  product.scale = standardScale(projections.depth());
  product.keepScores = options.keepScores;
  product.origin = originOfScores(X, projections);
  TiedProductResult<T> attended = tiedProduct(product, compute, diagnostics, attending);
  result.pair = symmetrisedPair(attended.A, compute.threads, pairing);
  result.Y = project(attended.O, projections.W_o, projections.b_o, compute.threads, joining);
  result.S = std::move(attended.S);
  result.A = std::move(attended.A);
  if (!options.keepVectors) return result;
  result.vectors.k = byHeads(std::move(product.K), projections.heads);
  result.vectors.v = byHeads(std::move(product.V), projections.heads);
  result.vectors.O = byHeads(std::move(attended.O), projections.heads);
  return result;
}

#define INSTANTIATE(T)                                                                                        \
  template Array<T> sequenceWeights(const Array<T>&, const SequenceWeightProjections<T>&, int, Progress&);    \
  template Array<T> symmetrisedPair(const Array<T>&, int, Progress&);                                         \
  template SoftTiedResult<T> softTiedAttention(const Array<T>&, const SequenceWeightProjections<T>&,          \
                                               const Projections<T>&, const SoftTiedOptions&, const Compute&, \
                                               Diagnostics&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
