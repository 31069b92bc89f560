// Multiplicative attention (MATHEMATICS.md 4; Luong et al. 2015): unscaled scores q . k, q M k, or of the
// concatenation [q; k]; softmax over keys; optionally a Gaussian window around a predicted position.
#pragma once

#include <optional>

#include "engine/attention/dot/DotProduct.h"

namespace engine {

/// Each query predicts the position p = S sigmoid(v_p . tanh(W_p q)) of the key that matters, where S is the number of
/// keys that it may see (keyEnd of the mask). The weight of key j is multiplied, after the softmax, by
/// exp(-(j - p)^2 / (2 s^2)) with s = halfWidth / 2; rows then sum to less than 1.
template <class T>
struct LocalWindow {
  Array<T> W_p;  ///< (g, q)
  Array<T> v_p;  ///< (g)
  double halfWidth = 10;
};

/// The form of the score follows from the arrays: with W the concatenation v . tanh(W [q; k]), with M the general form
/// q M k, else the dot product q . k (q and k equally wide).
template <class T>
struct MultiplicativeInput {
  Array<T> Q;                 ///< (B, n, q)
  Array<T> K;                 ///< (B, m, k)
  Array<T> V;                 ///< (B, m, v)
  std::optional<Array<T>> M;  ///< (q, k)
  std::optional<Array<T>> W;  ///< (h, q + k)
  Array<T> v;                 ///< (h), beside W
  KeyMask mask;
  std::optional<LocalWindow<T>> local;
  std::string origin;               ///< arrays that scores come from, for errors (arraysText)
  bool keepsIntermediates = false;  ///< q, k and window of the result
};

template <class T>
struct MultiplicativeResult {
  Array<T> S;  ///< (B, n, m) scores before the mask
  Array<T> A;  ///< (B, n, m) weights, after the window
  Array<T> O;  ///< (B, n, v)
  Array<T> p;  ///< (B, n) predicted positions, 0..S; empty without a window
  // Empty unless asked for:
  Array<T> q;       ///< (B, n, k) Q M of the form general; (B, n, h) its half of W [q; k] of the form concat
  Array<T> k;       ///< (B, m, h) its half of W [q; k] of the form concat
  Array<T> window;  ///< (B, n, m) what the weights of the softmax are multiplied by
};

/// Dot and general run as scaled dot-product attention with scale 1 (on the device when there is one), concat as
/// additive attention with the two halves of W. Warns of rows without keys. Throws Error when a score does not fit into
/// T.
template <class T>
MultiplicativeResult<T> multiplicative(const MultiplicativeInput<T>& input, const Compute& compute,
                                       Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
