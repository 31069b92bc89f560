#include "engine/attention/layers/EncoderLayer.h"

#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

template <class T>
void add(Array<T>& X, const Array<T>& Y, const char* what, int threads, Progress& progress) {
  if (X.shape() != Y.shape())
    fail(what, ": found outputs of shape ", shapeText(Y.shape()), ", expected those of the features, ",
         shapeText(X.shape()));
  parallelFor(X.size(), 1'000'000, threads, progress, what, [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) X[k] += Y[k];
  });
}

}  // namespace

template <class T>
FeedForwardWeights<T> readFeedForward(const NamedWeights& weights, Index width, FeedForwardActivation activation) {
  FeedForwardWeights<T> read;
  read.W_1 = weights.read<T>("linear1.weight", {-1, width});
  const Index hidden = read.W_1.length(0);
  read.b_1 = weights.readOptional<T>("linear1.bias", {hidden});
  const bool isHalved = activation == FeedForwardActivation::swiglu;
  read.W_2 = weights.read<T>("linear2.weight", {width, isHalved ? hidden / 2 : hidden});
  read.b_2 = weights.readOptional<T>("linear2.bias", {width});
  return read;
}

template <class T>
EncoderLayerWeights<T> readEncoderLayer(const NamedWeights& weights, AttentionKind kind, Index width, Index heads) {
  EncoderLayerWeights<T> read;
  read.norm1 = readRoseTtaFoldNorm<T>(weights.under("norm1"), width);
  read.attention = readAxisAttention<T>(weights.under("attn"), kind, width, heads);
  read.norm2 = readRoseTtaFoldNorm<T>(weights.under("norm2"), width);
  read.feedForward = readFeedForward<T>(weights.under("ff"), width, read.activation);
  read.kind = kind;
  return read;
}

template <class T>
AxisAttentionResult<T> addAttention(Array<T>& X, MsaAxis axis, AttentionKind kind, const LayerNormWeights<T>& norm,
                                    const AxisAttentionWeights<T>& weights, const AxisAttentionOptions& options,
                                    const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  PartProgress normalising(progress, 0, 0.1), attending(progress, 0.1, 0.98), adding(progress, 0.98, 1);
  AxisAttentionResult<T> result = attendAlong(axis, kind, layerNorm(X, norm, compute.threads, normalising), weights,
                                              options, compute, diagnostics, attending);
  add(X, result.Y, "attention", compute.threads, adding);
  result.Y = {};
  return result;
}

template <class T>
void addFeedForward(Array<T>& X, const LayerNormWeights<T>& norm, const FeedForwardWeights<T>& weights,
                    FeedForwardActivation activation, const Compute& compute, Progress& progress) {
  PartProgress normalising(progress, 0, 0.1), feeding(progress, 0.1, 0.98), adding(progress, 0.98, 1);
  const Array<T> normalised = layerNorm(X, norm, compute.threads, normalising);
  add(X, feedForward(normalised, weights, activation, compute.threads, feeding), "feed-forward", compute.threads,
      adding);
}

template <class T>
AxisAttentionResult<T> encoderLayer(Array<T>& X, MsaAxis axis, const EncoderLayerWeights<T>& weights,
                                    const AxisAttentionOptions& options, const Compute& compute,
                                    Diagnostics& diagnostics, Progress& progress) {
  PartProgress attending(progress, 0, 0.6), feeding(progress, 0.6, 1);
  AxisAttentionResult<T> maps =
      addAttention(X, axis, weights.kind, weights.norm1, weights.attention, options, compute, diagnostics, attending);
  addFeedForward(X, weights.norm2, weights.feedForward, weights.activation, compute, feeding);
  return maps;
}

#define INSTANTIATE(T)                                                                                        \
  template FeedForwardWeights<T> readFeedForward(const NamedWeights&, Index, FeedForwardActivation);          \
  template EncoderLayerWeights<T> readEncoderLayer(const NamedWeights&, AttentionKind, Index, Index);         \
  template AxisAttentionResult<T> addAttention(Array<T>&, MsaAxis, AttentionKind, const LayerNormWeights<T>&, \
                                               const AxisAttentionWeights<T>&, const AxisAttentionOptions&,   \
                                               const Compute&, Diagnostics&, Progress&);                      \
  template void addFeedForward(Array<T>&, const LayerNormWeights<T>&, const FeedForwardWeights<T>&,           \
                               FeedForwardActivation, const Compute&, Progress&);                             \
  template AxisAttentionResult<T> encoderLayer(Array<T>&, MsaAxis, const EncoderLayerWeights<T>&,             \
                                               const AxisAttentionOptions&, const Compute&, Diagnostics&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
