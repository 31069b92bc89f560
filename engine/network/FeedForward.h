// The position-wise network of a transformer block: two linear maps with a bend between them, row by row.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// relu: max(0, x). gelu: x/2 (1 + erf(x / sqrt 2)), the exact form. swiglu: the hidden row falls into halves a, b and
/// becomes silu(a) b with silu(x) = x / (1 + exp(-x)).
enum class FeedForwardActivation { relu, gelu, swiglu };

/// Width of a hidden row after the activation. Throws Error when a row for swiglu cannot be halved.
Index activatedWidth(FeedForwardActivation activation, Index hidden);

/// One hidden row of `hidden` values to activatedWidth values; `out` may be `in`.
template <class T>
void activate(FeedForwardActivation activation, const T* in, Index hidden, T* out);

/// Biases may be empty.
template <class T>
struct FeedForwardWeights {
  Array<T> W_1, b_1;  ///< (F, D), (F)
  Array<T> W_2, b_2;  ///< (Dout, F), or (Dout, F/2) for swiglu; (Dout)
};

/// W_2 activation(W_1 x + b_1) + b_2 for every row of X (..., D). Hidden rows exist for a block of rows at a time.
/// Returns X's shape with Dout in the last place. Throws Error naming the weights and both shapes.
template <class T>
Array<T> feedForward(const Array<T>& X, const FeedForwardWeights<T>& weights, FeedForwardActivation activation,
                     int threads, Progress& progress);

}  // namespace engine
