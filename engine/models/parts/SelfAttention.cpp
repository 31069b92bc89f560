#include "engine/models/parts/SelfAttention.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/tied/TiedProduct.h"
#include "engine/base/ParallelFor.h"
#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Rotary.h"

namespace engine {

namespace {

/// Every row becomes the mean of all rows.
template <class T>
void averageRows(T* map, Index rows, Index columns) {
  Array<T> mean({columns}, T{0});
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) mean[j] += map[i * columns + j] / T(rows);
  for (Index i = 0; i < rows; ++i) std::copy(mean.begin(), mean.end(), map + i * columns);
}

template <class T>
Array<T> asOneRow(Array<T> joined) {
  Shape shape = joined.shape();
  shape.insert(shape.begin(), 1);
  return std::move(joined).reshaped(std::move(shape));
}

}  // namespace

template <class T>
bool ablate(Array<T>& A, const std::string& maps, const LayerWish& wish) {
  if (!wish.ablation) return false;
  const Index rows = A.length(A.rank() - 2), columns = A.length(A.rank() - 1);
  const Index perHead = A.length(0) == 0 ? 0 : A.size() / A.length(0);
  bool isChanged = false;
  for (Index head = 0; head < A.length(0); ++head) {
    const HeadAblation how = wish.ablation(maps, head);
    if (how == HeadAblation::none) continue;
    isChanged = true;
    T* const begin = A.data() + head * perHead;
    if (how == HeadAblation::zero) std::fill(begin, begin + perHead, T{0});
    if (how == HeadAblation::uniform) std::fill(begin, begin + perHead, T{1} / T(columns));
    for (Index at = 0; how == HeadAblation::mean && at < perHead; at += rows * columns)
      averageRows(begin + at, rows, columns);
  }
  return isChanged;
}

template <class T>
AttendedHeads<T> attendHeads(Array<T> Q, Array<T> K, Array<T> V, Index heads, const LayerWish& wish,
                             const ModelCall& call, const std::string& maps) {
  // One row of an alignment: its tied attention is attention with all maps and nothing besides.
  TiedProductInput<T> input;
  input.origin = arraysText({{Q.name, Q.shape()}, {K.name, K.shape()}});
  const Index tokens = Q.length(0);
  input.Q = asOneRow(std::move(Q));
  input.K = asOneRow(std::move(K));
  input.V = asOneRow(std::move(V));
  input.heads = heads;
  input.scale = standardScale(input.depth());
  TiedProductResult<T> attended = tiedProduct(input, call.where, call.diagnostics, call.progress);
  if (ablate(attended.A, maps, wish)) attended.O = sharedValues(attended.A, input.V, call.where.threads, call.progress);
  const Index width = attended.O.length(2);
  return {std::move(attended.A), std::move(attended.O).reshaped({tokens, width})};
}

template <class T>
AttendedHeads<T> selfAttention(const Array<T>& X, const SelfAttentionWeights<T>& weights, const SelfAttentionRule& rule,
                               const LayerWish& wish, const ModelCall& call) {
  Array<T> Q = modelLinear(X, weights.query, call), K = modelLinear(X, weights.key, call);
  Q.name = weights.query.name();
  K.name = weights.key.name();
  if (rule.rotary) {
    rotate(Q, rule.heads, *rule.rotary, call.where.threads);
    rotate(K, rule.heads, *rule.rotary, call.where.threads);
  }
  // Without values (mapsOfTransformerLayer) the maps are all that is asked for.
  const bool hasValues = weights.value.isThere();
  Array<T> V = hasValues ? modelLinear(X, weights.value, call) : Array<T>({X.length(0), 0});
  AttendedHeads<T> attended = attendHeads(std::move(Q), std::move(K), std::move(V), rule.heads, wish, call);
  if (hasValues) attended.O = modelLinear(attended.O, weights.output, call);
  return attended;
}

#define INSTANTIATE(T)                                                                                               \
  template bool ablate(Array<T>&, const std::string&, const LayerWish&);                                             \
  template AttendedHeads<T> attendHeads(Array<T>, Array<T>, Array<T>, Index, const LayerWish&, const ModelCall&,     \
                                        const std::string&);                                                         \
  template AttendedHeads<T> selfAttention(const Array<T>&, const SelfAttentionWeights<T>&, const SelfAttentionRule&, \
                                          const LayerWish&, const ModelCall&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
