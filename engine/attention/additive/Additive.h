// Additive attention (MATHEMATICS.md 3.1; Bahdanau et al. 2015): S = w_v . tanh(W_q q + W_k k), A = softmax over
// keys, O = A V.
#pragma once

#include "engine/attention/dot/DotProduct.h"

namespace engine {

template <class T>
struct AdditiveInput {
  Array<T> Q;    ///< (B, n, q)
  Array<T> K;    ///< (B, m, k)
  Array<T> V;    ///< (B, m, v)
  Array<T> W_q;  ///< (h, q)
  Array<T> W_k;  ///< (h, k)
  Array<T> w_v;  ///< (h)
  KeyMask mask;
  Array<T> projectedKeys = {};  ///< (B, m, h) W_k k when it is known from an earlier call; empty: made from K
};

/// |S| <= sum of |w_v|. Masked weights are exactly 0; a row without keys has A = 0 and O = 0 (rule exclude).
template <class T>
struct AdditiveResult {
  Array<T> S;  ///< (B, n, m) scores before the mask
  Array<T> A;  ///< (B, n, m) weights
  Array<T> O;  ///< (B, n, v)
};

/// W_q q and W_k k, the two terms that the tanh adds up.
template <class T>
struct AdditiveProjections {
  Array<T> queries;  ///< (B, n, h)
  Array<T> keys;     ///< (B, m, h)
};

/// Throws Error when a projection, or the sum of |w_v|, does not fit into T; afterwards every score does.
template <class T>
AdditiveProjections<T> projectForAdditive(const AdditiveInput<T>& input, int threads, Progress& progress);

/// The definition, row by row. Never holds more than (B, n, m) or (B, n + m, h) numbers.
template <class T>
AdditiveResult<T> additivePlain(const AdditiveInput<T>& input, int threads, Progress& progress);

/// Blocks of 64 keys with a vectorised tanh.
AdditiveResult<float> additiveNative(const AdditiveInput<float>& input, int threads, Progress& progress);

/// Chooses: the fast path for float, the definition for double. Warns of rows without keys. Throws Error as
/// projectForAdditive.
template <class T>
AdditiveResult<T> additive(const AdditiveInput<T>& input, int threads, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
