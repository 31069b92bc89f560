#include "engine/network/FeedForward.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// Rows of one piece: at most about 30 ms of work on one core, and enough of them for matrix products to run well.
Index rowsPerPiece(Index multiplications) {
  return std::clamp<Index>(1'250'000'000 / std::max<Index>(1, multiplications), 16, 256);
}

template <class T>
void requireShapes(const Array<T>& X, const FeedForwardWeights<T>& weights, FeedForwardActivation activation) {
  const Index width = X.length(X.rank() - 1);
  requireShape(weights.W_1.name, weights.W_1.shape(), {-1, width});
  const Index hidden = weights.W_1.length(0);
  if (!weights.b_1.empty()) requireShape(weights.b_1.name, weights.b_1.shape(), {hidden});
  if (activation == FeedForwardActivation::swiglu && hidden % 2 != 0)
    fail("array ", weights.W_1.name, ": found shape ", shapeText(weights.W_1.shape()),
         ", expected an even first length for swiglu");
  requireShape(weights.W_2.name, weights.W_2.shape(), {-1, activatedWidth(activation, hidden)});
  if (!weights.b_2.empty()) requireShape(weights.b_2.name, weights.b_2.shape(), {weights.W_2.length(0)});
}

/// Rows [begin, end) of X to the same rows of Y.
template <class T>
void feedRowsForward(const Array<T>& X, const FeedForwardWeights<T>& weights, FeedForwardActivation activation,
                     Index begin, Index end, Array<T>& Y) {
  const Index in = weights.W_1.length(1), out = weights.W_2.length(0), rows = end - begin;
  Array<T> part({rows, in}, Untouched{});
  std::copy_n(X.data() + begin * in, rows * in, part.data());
  const Array<T> hidden = linear(part, weights.W_1, weights.b_1);
  const Index F = hidden.length(1), bent = activatedWidth(activation, F);
  Array<T> activated({rows, bent}, Untouched{});
  for (Index i = 0; i < rows; ++i) activate(activation, hidden.data() + i * F, F, activated.data() + i * bent);
  const Array<T> result = linear(activated, weights.W_2, weights.b_2);
  std::copy_n(result.data(), rows * out, Y.data() + begin * out);
}

}  // namespace

Index activatedWidth(FeedForwardActivation activation, Index hidden) {
  if (activation != FeedForwardActivation::swiglu) return hidden;
  if (hidden % 2 != 0) fail("swiglu: found a hidden width of ", hidden, ", expected an even one");
  return hidden / 2;
}

template <class T>
void activate(FeedForwardActivation activation, const T* in, Index hidden, T* out) {
  const Index width = activatedWidth(activation, hidden);
  for (Index c = 0; c < width; ++c) {
    const T x = in[c];
    if (activation == FeedForwardActivation::relu) out[c] = std::max(T{0}, x);
    if (activation == FeedForwardActivation::gelu) out[c] = x / 2 * (1 + std::erf(x / std::numbers::sqrt2_v<T>));
    if (activation == FeedForwardActivation::swiglu) out[c] = x / (1 + std::exp(-x)) * in[width + c];
  }
}

template <class T>
Array<T> feedForward(const Array<T>& X, const FeedForwardWeights<T>& weights, FeedForwardActivation activation,
                     int threads, Progress& progress) {
  requireShapes(X, weights, activation);
  Shape shape = X.shape();
  shape.back() = weights.W_2.length(0);
  const Index rows = elementCount(Shape(shape.begin(), shape.end() - 1));
  Array<T> Y(shape, Untouched{});
  parallelFor(rows, rowsPerPiece(weights.W_1.size() + weights.W_2.size()), threads, progress, "feed-forward",
              [&](Index begin, Index end) { feedRowsForward(X, weights, activation, begin, end, Y); });
  return Y;
}

template void activate(FeedForwardActivation, const float*, Index, float*);
template void activate(FeedForwardActivation, const double*, Index, double*);
template Array<float> feedForward(const Array<float>&, const FeedForwardWeights<float>&, FeedForwardActivation, int,
                                  Progress&);
template Array<double> feedForward(const Array<double>&, const FeedForwardWeights<double>&, FeedForwardActivation, int,
                                   Progress&);

}  // namespace engine
