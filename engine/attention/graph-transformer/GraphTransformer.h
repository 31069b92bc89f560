// Attention on a graph whose edges have features (MATHEMATICS.md 19): of UniMP, as RoseTTAFold makes its first
// structure.
#pragma once

#include "engine/attention/pairs/ModuleWeights.h"

namespace engine {

/// lin_query, lin_key, lin_value, lin_skip (D to H*d) and lin_edge (E to H*d, no bias).
InputList graphTransformerInputs();

template <class T>
struct GraphTransformerInput {
  Array<T> x;        ///< (n, D) features of the nodes
  Array<T> e;        ///< (n, n, E) features of the edges: e_ij of the one from j to i
  Array<Bool> seen;  ///< (n, n): whether i sees j; empty: all others
  Index heads = 1;

  bool sees(Index i, Index j) const { return seen.empty() ? i != j : bool(seen(i, j)); }
};

/// Projections of the nodes (n, H*d).
template <class T>
struct GraphVectors {
  Array<T> q, k, v;
};

/// S, A (H, n, n), hidden scores -inf with weight 0; O (n, H*d), 0 where nothing is seen.
template <class T>
struct GraphAttended {
  Array<T> S, A, O;
};

/// S_ij = q_i . (k_j + W_e e_ij) / sqrt(d), A = softmax over the j that i sees, O_i = sum_j A_ij (v_j + W_e e_ij). W_e
/// (H*d, E). The definition. Throws Error when a score does not fit into T.
template <class T>
GraphAttended<T> graphAttentionPlain(const GraphTransformerInput<T>& input, const GraphVectors<T>& vectors,
                                     const Array<T>& W_e, const Work& work);
/// Never maps the edges: q_i . W_e e_ij = (W_e^T q_i) . e_ij, and the mean of W_e e_ij is W_e of the mean.
GraphAttended<float> graphAttentionNative(const GraphTransformerInput<float>& input, const GraphVectors<float>& vectors,
                                          const Array<float>& W_e, const Work& work);

template <class T>
struct GraphTransformerResult {
  GraphVectors<T> vectors;
  GraphAttended<T> attended;
  Array<T> Y;  ///< (n, H*d)
};

/// Y = O + W_skip x + b. The native path for float. Throws Error naming the array for shapes that do not fit.
template <class T>
GraphTransformerResult<T> graphTransformer(const GraphTransformerInput<T>& input, const ModuleWeights<T>& weights,
                                           const Work& work);

}  // namespace engine
