// What the definition and the native path of attention on a graph share.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/graph-transformer/GraphTransformer.h"
#include "engine/attention/heads/ScoreOverflow.h"

namespace engine {

/// Nothing seen: all scores hidden.
template <class T>
GraphAttended<T> nothingAttended(const GraphTransformerInput<T>& input, Index channels) {
  const Index n = input.x.length(0);
  const Shape maps{input.heads, n, n};
  return {Array<T>(maps, -std::numeric_limits<T>::infinity(), "S"), Array<T>(maps, T{}, "A"),
          Array<T>({n, channels}, T{}, "O")};
}

/// Softmax of the scores of node i over what it sees.
template <class T>
void weighSeen(const GraphTransformerInput<T>& input, GraphAttended<T>& result, Index h, Index i) {
  const Index n = input.x.length(0);
  T largest = std::numeric_limits<T>::lowest(), total = 0;
  for (Index j = 0; j < n; ++j) {
    if (!input.sees(i, j)) continue;
    if (!std::isfinite(result.S(h, i, j)))
      failForScore<T>(arraysText({{"x", input.x.shape()}, {"e", input.e.shape()}}), i);
    largest = std::max(largest, result.S(h, i, j));
  }
  for (Index j = 0; j < n; ++j) {
    if (!input.sees(i, j)) continue;
    result.A(h, i, j) = std::exp(result.S(h, i, j) - largest);
    total += result.A(h, i, j);
  }
  if (total == 0) return;
  for (Index j = 0; j < n; ++j) result.A(h, i, j) /= total;
}

}  // namespace engine
