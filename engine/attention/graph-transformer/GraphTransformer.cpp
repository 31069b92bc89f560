#include "engine/attention/graph-transformer/GraphTransformer.h"

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/graph-transformer/GraphSoftmax.h"
#include "engine/attention/heads/HeadRows.h"
#include "engine/base/ParallelFor.h"

namespace engine {

InputList graphTransformerInputs() {
  InputList list;
  addLinearInputs(list, "lin_query", "H*d", "D", "query projection");
  addLinearInputs(list, "lin_key", "H*d", "D", "key projection");
  addLinearInputs(list, "lin_value", "H*d", "D", "value projection");
  list.push_back({"lin_edge.weight", "(H*d, E)", "projection of the edges, added to keys and values"});
  addLinearInputs(list, "lin_skip", "H*d", "D", "what a node keeps of itself");
  return list;
}

template <class T>
GraphAttended<T> graphAttentionPlain(const GraphTransformerInput<T>& input, const GraphVectors<T>& vectors,
                                     const Array<T>& W_e, const Work& work) {
  const Index n = input.x.length(0), channels = W_e.length(0), d = channels / input.heads, E = W_e.length(1);
  const T scale = static_cast<T>(standardScale(d));
  GraphAttended<T> result = nothingAttended(input, channels);
  const auto edge = [&](Index i, Index j, Index c) {
    T sum = 0;
    for (Index k = 0; k < E; ++k) sum += W_e(c, k) * input.e(i, j, k);
    return sum;
  };
  parallelFor(n, 1, work.threads, work.progress, "attention", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index h = 0; h < input.heads; ++h) {
        for (Index j = 0; j < n; ++j) {
          if (!input.sees(i, j)) continue;
          T sum = 0;
          for (Index c = h * d; c < (h + 1) * d; ++c) sum += vectors.q(i, c) * (vectors.k(j, c) + edge(i, j, c));
          result.S(h, i, j) = scale * sum;
        }
        weighSeen(input, result, h, i);
        for (Index j = 0; j < n; ++j)
          for (Index c = h * d; c < (h + 1) * d; ++c)
            if (input.sees(i, j)) result.O(i, c) += result.A(h, i, j) * (vectors.v(j, c) + edge(i, j, c));
      }
  });
  return result;
}

template <class T>
GraphTransformerResult<T> graphTransformer(const GraphTransformerInput<T>& input, const ModuleWeights<T>& weights,
                                           const Work& work) {
  requireHeads("lin_query.weight", weights.at("lin_query.weight").shape(), input.heads);
  GraphTransformerResult<T> result;
  result.vectors = {weights.linear("lin_query", input.x, work), weights.linear("lin_key", input.x, work),
                    weights.linear("lin_value", input.x, work)};
  const Array<T>& W_e = weights.at("lin_edge.weight");
  if constexpr (std::is_same_v<T, float>)
    result.attended = graphAttentionNative(input, result.vectors, W_e, work);
  else
    result.attended = graphAttentionPlain(input, result.vectors, W_e, work);
  result.Y = weights.linear("lin_skip", input.x, work);
  addTo(result.Y, result.attended.O);
  return result;
}

#define INSTANTIATE(T)                                                                                          \
  template GraphAttended<T> graphAttentionPlain(const GraphTransformerInput<T>&, const GraphVectors<T>&,        \
                                                const Array<T>&, const Work&);                                  \
  template GraphTransformerResult<T> graphTransformer(const GraphTransformerInput<T>&, const ModuleWeights<T>&, \
                                                      const Work&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
