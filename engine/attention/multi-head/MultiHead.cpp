#include "engine/attention/multi-head/MultiHead.h"

#include "engine/attention/additive/Additive.h"
#include "engine/attention/heads/HeadLines.h"
#include "engine/attention/heads/HeadRows.h"
#include "engine/attention/heads/ScoreVariants.h"
#include "engine/network/LinearDevice.h"

namespace engine {

namespace {

template <class T>
Index numKeyHeads(const MultiHeadInput<T>& input) {
  return input.kvHeads > 0 ? input.kvHeads : input.heads;
}

template <class T>
void checkHeads(const MultiHeadInput<T>& input) {
  const Index H = input.heads;
  if (H < 1) fail("parameter heads: found ", H, ", expected at least 1");
  if (H % numKeyHeads(input) != 0)
    fail("parameter kv_heads: found ", input.kvHeads, ", expected a number that divides ", H, ", the number of heads");
  requireHeads("W_q", input.W_q.shape(), H);
  requireHeads("W_k", input.W_k.shape(), numKeyHeads(input));
  requireHeads("W_v", input.W_v.shape(), numKeyHeads(input));
  const Index d = input.W_q.length(0) / H;
  if (input.scores == HeadScores::additive) requireShape("w", input.w.shape(), {H, d});
  if (input.scores == HeadScores::multiplicative) requireShape("M", input.M.shape(), {H, d, d});
  if (input.scores == HeadScores::additive && !input.bias.isNone())
    fail("scoring=additive: found a bias or ALiBi, expected neither");
}

/// Every q becomes q M of its head.
template <class T>
void applyForms(Array<T>& Q, const Array<T>& M) {
  const Index H = Q.length(1), n = Q.length(2), d = Q.length(3);
  std::vector<T> row(static_cast<size_t>(d));
  for (Index line = 0; line < Q.length(0) * H * n; ++line) {
    T* const q = Q.data() + line * d;
    const T* const form = M.data() + line / n % H * d * d;
    std::fill(row.begin(), row.end(), T{0});
    for (Index c = 0; c < d; ++c)
      for (Index e = 0; e < d; ++e) row[static_cast<size_t>(e)] += q[c] * form[c * d + e];
    std::copy(row.begin(), row.end(), q);
  }
}

/// (B, rows, width) of head h of X (B, H, rows, width).
template <class T>
Array<T> headOf(const Array<T>& X, Index h) {
  const Index B = X.length(0), H = X.length(1), size = X.length(2) * X.length(3);
  Array<T> one({B, X.length(2), X.length(3)}, Untouched{}, X.name);
  for (Index b = 0; b < B; ++b) std::copy_n(X.data() + (b * H + h) * size, size, one.data() + b * size);
  return one;
}

/// The other way round.
template <class T>
void putHead(const Array<T>& one, Index h, Array<T>& X) {
  const Index B = X.length(0), H = X.length(1), size = X.length(2) * X.length(3);
  for (Index b = 0; b < B; ++b) std::copy_n(one.data() + b * size, size, X.data() + (b * H + h) * size);
}

/// Head by head, so that no more than the maps of one are held beside those that are kept.
template <class T>
DotProductResult<T> additiveHeads(const DotProductInput<T>& heads, const Array<T>& w, const Compute& compute,
                                  Diagnostics& diagnostics, Progress& progress) {
  const Index H = heads.heads(), d = heads.depth();
  Array<T> same({d, d}, T{0}, "W_q");
  for (Index c = 0; c < d; ++c) same(c, c) = 1;
  DotProductResult<T> result = emptyDotProductResult(heads);
  Diagnostics ofOneHead;
  for (Index h = 0; h < H; ++h) {
    PartProgress part(progress, double(h) / double(H), double(h + 1) / double(H));
    const Array<T> row({d}, std::vector<T>(w.data() + h * d, w.data() + (h + 1) * d), "w");
    const AdditiveInput<T> one{
        headOf(heads.Q, h), headOf(heads.K, h), headOf(heads.V, h), same, same, row, heads.mask};
    const AdditiveResult<T> found = additive(one, compute.threads, h == 0 ? diagnostics : ofOneHead, part);
    putHead(found.O, h, result.O);
    if (heads.maps == Maps::drop) continue;
    putHead(found.S, h, result.S);
    putHead(found.A, h, result.A);
  }
  if (heads.maps == Maps::keep) clearOutsideWindow(heads.mask, result.S);  // as with the other scores
  return result;
}

template <class T>
DotProductResult<T> attend(const MultiHeadInput<T>& input, DotProductInput<T>& heads, const Compute& compute,
                           Diagnostics& diagnostics, Progress& progress) {
  if (input.scores == HeadScores::additive) return additiveHeads(heads, input.w, compute, diagnostics, progress);
  if (input.scores == HeadScores::scaledDot) return dotProduct(heads, compute, diagnostics, progress);
  Array<T> Q = heads.Q;
  applyForms(heads.Q, input.M);
  DotProductResult<T> result = dotProduct(heads, compute, diagnostics, progress);
  heads.Q = std::move(Q);
  return result;
}

}  // namespace

template <class T>
MultiHeadResult<T> multiHead(const MultiHeadInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                             Progress& progress) {
  const Index B = input.queries.length(0), n = input.queries.length(1), H = input.heads;
  checkHeads(input);
  PartProgress during(progress, 0.3, 0.88), joining(progress, 0.88, 0.9), after(progress, 0.9, 1);
  const auto projected = [&](const Array<T>& X, const Array<T>& W, const Array<T>& b, Index heads, double start) {
    PartProgress mapping(progress, start, start + 0.08), splitting(progress, start + 0.08, start + 0.1);
    Array<T> joined = linear(X, W, b, compute, diagnostics, mapping).reshaped({B, X.length(1), W.length(0)});
    Array<T> split = splitLines(joined, MsaLines(MsaAxis::row, B, X.length(1)), heads, compute.threads, splitting);
    return sharedByHeads(std::move(split), H);
  };
  DotProductInput<T> dot;
  dot.Q = projected(input.queries, input.W_q, input.b_q, H, 0);
  dot.K = projected(input.keys, input.W_k, input.b_k, numKeyHeads(input), 0.1);
  dot.V = projected(input.values, input.W_v, input.b_v, numKeyHeads(input), 0.2);
  turnPlaces(dot.Q, input.keys.length(1) - n, input.places);
  turnPlaces(dot.K, 0, input.places);
  dot.mask = input.mask;
  dot.scale = input.scores == HeadScores::scaledDot ? standardScale(input.W_q.length(0) / H) : 1;
  dot.bias = input.bias;
  dot.maps = input.maps;
  dot.origin = input.origin;
  DotProductResult<T> attended = attend(input, dot, compute, diagnostics, during);
  MultiHeadResult<T> result;
  if (input.keepsIntermediates) {
    result.q = std::move(dot.Q);
    result.k = std::move(dot.K);
    result.v = std::move(dot.V);
    result.S = std::move(attended.S);
  }
  result.A = std::move(attended.A);
  const Array<T> O = joinLines(attended.O, MsaLines(MsaAxis::row, B, n), {B, n}, compute.threads, joining);
  result.Y = linear(O, input.W_o, input.b_o, compute, diagnostics, after).reshaped({B, n, input.W_o.length(0)});
  if (input.keepsIntermediates) result.O = std::move(attended.O);
  return result;
}

template MultiHeadResult<float> multiHead(const MultiHeadInput<float>&, const Compute&, Diagnostics&, Progress&);
template MultiHeadResult<double> multiHead(const MultiHeadInput<double>&, const Compute&, Diagnostics&, Progress&);

}  // namespace engine
