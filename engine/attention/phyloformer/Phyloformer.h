// A block of axial attention on pairs of sequences, from which their distances are read (MATHEMATICS.md 20), in the
// manner of Phyloformer: linear attention along the sites of a pair, then along the pairs of a site.
#pragma once

#include "engine/attention/pairs/ModuleWeights.h"

namespace engine {

/// embed (F to D); row_norm, row.q_net, row.k_net, row.v_net, row.proj_net; column_…; ff_norm, ff.linear_1,
/// ff.linear_2; out (D to 1).
InputList phyloformerInputs();

/// Number of pairs a < b of N sequences, and the pair at a place: (0, 1), (0, 2), ..., (1, 2), ....
Index numPairs(Index N);
std::vector<std::pair<Index, Index>> sequencePairs(Index N);

struct PhyloformerOptions {
  Index heads = 1;
  bool keepsMaps = true;
  Array<Bool> seen = {};  ///< what is no padding: cells (N, L) of the alignment, members (G, n) of lines; empty: all
};
/// (M, L): where both sequences of a pair have a letter, from cells (N, L); of none, none.
Array<Bool> sitesOfPairs(const Array<Bool>& cells);

template <class T>
struct PhyloformerResult {
  Array<T> A_sites;    ///< (M, H, L, L) weights along the sites of every pair; empty unless kept
  Array<T> A_pairs;    ///< (L, H, M, M) weights along the pairs of every site; empty unless kept
  Array<T> site;       ///< (M, L) what every site adds to the distance of a pair
  Array<T> distances;  ///< (N, N) means over the sites that both have; symmetric, 0 on the diagonal and of none
};

/// Lines (G, n, .) that attend within themselves by the kernel phi(x) = elu(x) + 1.
template <class T>
struct KernelAttention {
  Array<T> O;  ///< (G, n, H*d): O_i = sum_j A_ij v_j
  /// (G, H, n, n): A_ij = phi(q_i) . phi(k_j) / (sum_j phi(q_i) . phi(k_j) + 1e-6), 0 for padding; empty unless kept
  Array<T> A;
};
/// The definition: all weights, then the sums.
template <class T>
KernelAttention<T> kernelAttentionPlain(const Array<T>& q, const Array<T>& k, const Array<T>& v,
                                        const PhyloformerOptions& options, const Work& work);
/// sum_j phi(k_j) v_j^T and sum_j phi(k_j) once per line and head: linear in n, unless maps are kept.
KernelAttention<float> kernelAttentionNative(const Array<float>& q, const Array<float>& k, const Array<float>& v,
                                             const PhyloformerOptions& options, const Work& work);

/// X (N, L, F) features of the letters. The native attention for float.
template <class T>
PhyloformerResult<T> phyloformer(const Array<T>& X, const ModuleWeights<T>& weights, const PhyloformerOptions& options,
                                 const Work& work);

}  // namespace engine
