#include "engine/attention/multi-head/MultiHead.h"

#include "engine/attention/heads/HeadLines.h"
#include "engine/attention/heads/HeadRows.h"
#include "engine/network/LinearDevice.h"

namespace engine {

template <class T>
MultiHeadResult<T> multiHead(const MultiHeadInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                             Progress& progress) {
  const Index B = input.queries.length(0), n = input.queries.length(1), H = input.heads;
  if (H < 1) fail("parameter heads: found ", H, ", expected at least 1");
  requireHeads("W_q", input.W_q.shape(), H);
  requireHeads("W_v", input.W_v.shape(), H);
  PartProgress during(progress, 0.3, 0.88), joining(progress, 0.88, 0.9), after(progress, 0.9, 1);
  const auto projected = [&](const Array<T>& X, const Array<T>& W, const Array<T>& b, double start) {
    PartProgress mapping(progress, start, start + 0.08), splitting(progress, start + 0.08, start + 0.1);
    Array<T> joined = linear(X, W, b, compute, diagnostics, mapping).reshaped({B, X.length(1), W.length(0)});
    return splitLines(joined, MsaLines(MsaAxis::row, B, X.length(1)), H, compute.threads, splitting);
  };
  DotProductInput<T> dot;
  dot.Q = projected(input.queries, input.W_q, input.b_q, 0);
  dot.K = projected(input.keys, input.W_k, input.b_k, 0.1);
  dot.V = projected(input.values, input.W_v, input.b_v, 0.2);
  dot.mask = input.mask;
  dot.scale = standardScale(input.W_q.length(0) / H);
  dot.maps = input.maps;
  dot.origin = input.origin;
  DotProductResult<T> attended = dotProduct(dot, compute, diagnostics, during);
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
