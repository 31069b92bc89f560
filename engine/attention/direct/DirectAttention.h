// Attention of RoseTTAFold whose maps do not come from the alignment that they act on: from pair features (direct,
// MATHEMATICS.md 7.5) and from features of the residues and their distances (masked direct, MATHEMATICS.md 7.6).
#pragma once

#include "engine/attention/heads/Projections.h"

namespace engine {

template <class T>
struct DirectWeights {
  Array<T> W_p;  ///< (H, P): one score per head from the pair features
  Array<T> b_p;  ///< (H) or empty
  Array<T> W_v;  ///< (H*v, D); channel c belongs to head c mod H: heads are the fast index
  Array<T> b_v;  ///< (H*v) or empty
  Array<T> W_o;  ///< (Dout, H*v)
  Array<T> b_o;  ///< (Dout) or empty
};

template <class T>
struct DirectResult {
  Array<T> S;     ///< (L, L, H) scores P_ijh, or masked direct (H, L, L); empty unless asked for
  Array<T> A;     ///< as S; direct: sums to 1 over the first residue i; masked direct: over the last, j
  Array<T> Y;     ///< (N, L, Dout)
  Array<T> q, k;  ///< masked direct: (L, H, d); empty unless asked for
  Array<T> v, O;  ///< (N, L, H, v), O before the heads are joined; empty unless asked for
};

/// What is given beside A and Y.
struct DirectOptions {
  bool keepScores = false;   ///< S
  bool keepVectors = false;  ///< v and O, and q and k where there are any
};

/// pair (L, L, P), msa (N, L, D). A_ijh = softmax over i (the first residue) of W_p pair_ij + b_p;
/// O_njc = sum_i V_nic A_ij(c mod H). No normalisation and no symmetrisation of the pair features. Throws Error naming
/// the array for shapes that do not fit and for scores that do not fit into T.
template <class T>
DirectResult<T> directAttention(const Array<T>& pair, const Array<T>& msa, const DirectWeights<T>& weights,
                                const DirectOptions& options, int threads, Progress& progress);

template <class T>
struct MaskedDirectInput {
  Array<T> state;               ///< (L, S) features of the residues
  Array<T> CA;                  ///< (L, 3) in Å
  Array<T> msa;                 ///< (N, L, D)
  Array<T> bins;                ///< (H) in Å: head h sees pairs with distance <= bins[h]
  Array<T> W_q, W_k, b_q, b_k;  ///< (H*d, S), (H*d) or empty
  Array<T> W_v, b_v;            ///< (H*v, D), (H*v) or empty; channel h*v + c belongs to head h
  Array<T> W_o, b_o;            ///< (Dout, H*v), (Dout) or empty
  DirectOptions options;
};

/// A (H, L, L) = softmax over j of 1/sqrt(d) * q_ih . k_jh; pairs with |CA_i - CA_j| > bins[h] get the lowest finite
/// score, so that their weight is 0 (and a row that sees nothing, with a negative bin, is uniform). O_nih = sum_j A_hij
/// V_njh. `S` holds the scores as the softmax sees them. Throws Error as directAttention does.
template <class T>
DirectResult<T> maskedDirectAttention(const MaskedDirectInput<T>& input, int threads, Progress& progress);

/// "8,12" as numbers, the parameter bins. Throws Error naming it.
std::vector<double> distanceBins(const std::string& text);

/// allowed (H, L, L): whether head h lets i see j.
template <class T>
Array<Bool> distanceMask(const Array<T>& CA, const Array<T>& bins);

}  // namespace engine
