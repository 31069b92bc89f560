#include "engine/attention/MultiHead.h"

#include <algorithm>

#include "engine/network/Linear.h"

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
  const Index B = input.queries.length(0), n = input.queries.length(1), m = input.keys.length(1), H = input.heads;
  if (H < 1) fail("parameter heads: found ", H, ", expected at least 1");
  const Index d = widthPerHead("W_q", input.W_q.shape(), H), v = widthPerHead("W_v", input.W_v.shape(), H);
  DotProductInput<T> dot;
  dot.Q = splitHeads(linear(input.queries, input.W_q, input.b_q), B, n, H, d);
  dot.K = splitHeads(linear(input.keys, input.W_k, input.b_k), B, m, H, d);
  dot.V = splitHeads(linear(input.values, input.W_v, input.b_v), B, m, H, v);
  dot.mask = input.mask;
  dot.scale = standardScale(d);
  DotProductResult<T> attended = dotProduct(dot, compute, diagnostics, progress);
  MultiHeadResult<T> result;
  result.Y = linear(joinHeads(attended.O), input.W_o, input.b_o).reshaped({B, n, input.W_o.length(0)});
  result.A = std::move(attended.A);
  return result;
}

template MultiHeadResult<float> multiHead(const MultiHeadInput<float>&, const Compute&, Diagnostics&, Progress&);
template MultiHeadResult<double> multiHead(const MultiHeadInput<double>&, const Compute&, Diagnostics&, Progress&);

}  // namespace engine
