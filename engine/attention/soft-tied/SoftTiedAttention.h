// Soft-tied row attention of RoseTTAFold (MATHEMATICS.md 7.4): one map per head shared by all rows, in which
// every row counts by a learned weight (MATHEMATICS.md 7.3).
#pragma once

#include "engine/attention/heads/Projections.h"

namespace engine {

/// Of the sequence weights, with heads of their own: (H*d, D) and (H*d) or empty.
template <class T>
struct SequenceWeightProjections {
  Array<T> W_q, b_q, W_k, b_k;
  Index heads = 1;
};

/// w (N, L, H): softmax over the N sequences of 1/sqrt(d) * q_lh . k_nlh, where q comes from row 0 of X (N, L, D), the
/// target. Sums to 1 over n. Throws Error naming the array for shapes that do not fit, for N = 0, and for scores that
/// do not fit into T.
template <class T>
Array<T> sequenceWeights(const Array<T>& X, const SequenceWeightProjections<T>& projections, int threads,
                         Progress& progress);

/// (A + A^T)/2 of maps (H, L, L) as pair features (L, L, H); rows need not sum to 1.
template <class T>
Array<T> symmetrisedPair(const Array<T>& A, int threads, Progress& progress);

template <class T>
struct SoftTiedResult {
  Array<T> w;              ///< (N, L, H) sequence weights
  Array<T> S;              ///< (H, L, L) scores; empty unless asked for
  Array<T> A;              ///< (H, L, L)
  Array<T> pair;           ///< (L, L, H), as symmetrisedPair
  Array<T> Y;              ///< (N, L, Dout)
  HeadVectors<T> vectors;  ///< q before the sequence weights; empty unless asked for
};

/// What is given beside w, A, pair and Y.
struct SoftTiedOptions {
  bool keepScores = false;   ///< S
  bool keepVectors = false;  ///< q, k, v, O of the heads
};

/// X (N, L, D). S_hij = 1/sqrt(d) * sum_n w_nih * (q_nih . k_njh): the weight goes with the query column i, and there
/// is no 1/sqrt(N), because the weights sum to 1. Both projections have the same number of heads. Throws Error as
/// sequenceWeights does.
template <class T>
SoftTiedResult<T> softTiedAttention(const Array<T>& X, const SequenceWeightProjections<T>& weighting,
                                    const Projections<T>& projections, const SoftTiedOptions& options,
                                    const Compute& compute, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
