#include "engine/attention/MultiHead.h"

#include <algorithm>

#include "engine/network/LinearDevice.h"

namespace engine {

namespace {

Index widthPerHead(const std::string& name, const Shape& shape, Index heads) {
  if (shape[0] % heads != 0)
    fail("array ", name, ": found shape ", shapeText(shape), ", expected a first length that is a multiple of the ",
         heads, " heads");
  return shape[0] / heads;
}

/// (B * L, H * d) to (B, H, L, d).
template <class T>
Array<T> splitHeads(const Array<T>& joined, Index batches, Index length, Index heads, Index width) {
  Array<T> split({batches, heads, length, width});
  for (Index b = 0; b < batches; ++b)
    for (Index i = 0; i < length; ++i)
      for (Index h = 0; h < heads; ++h)
        std::copy_n(joined.data() + ((b * length + i) * heads + h) * width, width,
                    split.data() + ((b * heads + h) * length + i) * width);
  return split;
}

/// (B, H, L, v) to (B, L, H * v).
template <class T>
Array<T> joinHeads(const Array<T>& split) {
  const Index B = split.length(0), H = split.length(1), L = split.length(2), v = split.length(3);
  Array<T> joined({B, L, H * v});
  for (Index b = 0; b < B; ++b)
    for (Index h = 0; h < H; ++h)
      for (Index i = 0; i < L; ++i)
        std::copy_n(split.data() + ((b * H + h) * L + i) * v, v, joined.data() + ((b * L + i) * H + h) * v);
  return joined;
}

}  // namespace

template <class T>
MultiHeadResult<T> multiHead(const MultiHeadInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                             Progress& progress) {
  const Index B = input.queries.length(0), n = input.queries.length(1), H = input.heads;
  if (H < 1) fail("parameter heads: found ", H, ", expected at least 1");
  const Index d = widthPerHead("W_q", input.W_q.shape(), H), v = widthPerHead("W_v", input.W_v.shape(), H);
  PartProgress during(progress, 0.3, 0.9), after(progress, 0.9, 1);
  const auto projected = [&](const Array<T>& X, const Array<T>& W, const Array<T>& b, Index width, double start) {
    PartProgress part(progress, start, start + 0.1);
    return splitHeads(linear(X, W, b, compute, diagnostics, part), B, X.length(1), H, width);
  };
  DotProductInput<T> dot;
  dot.Q = projected(input.queries, input.W_q, input.b_q, d, 0);
  dot.K = projected(input.keys, input.W_k, input.b_k, d, 0.1);
  dot.V = projected(input.values, input.W_v, input.b_v, v, 0.2);
  dot.mask = input.mask;
  dot.scale = standardScale(d);
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
  result.Y = linear(joinHeads(attended.O), input.W_o, input.b_o, compute, diagnostics, after)
                 .reshaped({B, n, input.W_o.length(0)});
  if (input.keepsIntermediates) result.O = std::move(attended.O);
  return result;
}

template MultiHeadResult<float> multiHead(const MultiHeadInput<float>&, const Compute&, Diagnostics&, Progress&);
template MultiHeadResult<double> multiHead(const MultiHeadInput<double>&, const Compute&, Diagnostics&, Progress&);

}  // namespace engine
