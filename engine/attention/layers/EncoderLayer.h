// The pre-norm encoder layer (MATHEMATICS.md 8.2): attention along one axis of an alignment, then a feed-forward
// network, each on normalised features and added to what came in.
#pragma once

#include "engine/attention/layers/AxisAttention.h"
#include "engine/network/FeedForward.h"
#include "engine/network/LayerNorm.h"

namespace engine {

template <class T>
struct EncoderLayerWeights {
  LayerNormWeights<T> norm1;
  AxisAttentionWeights<T> attention;
  LayerNormWeights<T> norm2;
  FeedForwardWeights<T> feedForward;
  AttentionKind kind = AttentionKind::plain;
  FeedForwardActivation activation = FeedForwardActivation::relu;
};

/// attn, ff.linear1, ff.linear2, norm1, norm2 under the names of RoseTTAFold; the width of the hidden rows is what the
/// weights say. Throws Error naming the array and both shapes.
template <class T>
EncoderLayerWeights<T> readEncoderLayer(const NamedWeights& weights, AttentionKind kind, Index width, Index heads);

/// ff.linear1 and ff.linear2 of such a layer; for swiglu the second takes half the hidden rows in.
template <class T>
FeedForwardWeights<T> readFeedForward(const NamedWeights& weights, Index width, FeedForwardActivation activation);

/// x <- x + Attention(LN1 x). The features become the new ones; the result tells the maps, its Y is empty.
template <class T>
AxisAttentionResult<T> addAttention(Array<T>& X, MsaAxis axis, AttentionKind kind, const LayerNormWeights<T>& norm,
                                    const AxisAttentionWeights<T>& weights, const AxisAttentionOptions& options,
                                    const Compute& compute, Diagnostics& diagnostics, Progress& progress);

/// x <- x + FeedForward(LN x).
template <class T>
void addFeedForward(Array<T>& X, const LayerNormWeights<T>& norm, const FeedForwardWeights<T>& weights,
                    FeedForwardActivation activation, const Compute& compute, Progress& progress);

/// Both in turn on X (R, C, D), which becomes the new features. Returns the maps, its Y empty.
template <class T>
AxisAttentionResult<T> encoderLayer(Array<T>& X, MsaAxis axis, const EncoderLayerWeights<T>& weights,
                                    const AxisAttentionOptions& options, const Compute& compute,
                                    Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
