// The axial encoder layer (MATHEMATICS.md 8.3, of RoseTTAFold and the MSA Transformer): attention along the rows,
// attention along the columns, feed-forward; each on normalised features and added to what came in.
#pragma once

#include "engine/attention/layers/EncoderLayer.h"

namespace engine {

/// RoseTTAFold: any kinds with relu. MSA Transformer: rows tied, columns plain, gelu.
template <class T>
struct AxialEncoderLayerWeights {
  LayerNormWeights<T> norm1, norm2, norm3;  ///< before rows, columns, feed-forward
  AxisAttentionWeights<T> rowAttention, columnAttention;
  FeedForwardWeights<T> feedForward;
  AttentionKind rows = AttentionKind::tied, columns = AttentionKind::plain;  ///< columns: not softTied
  FeedForwardActivation activation = FeedForwardActivation::relu;
};

/// attn_L (rows), attn_N (columns), ff, norm1, norm2, norm3 under the names of RoseTTAFold. Throws Error naming the
/// array and both shapes.
template <class T>
AxialEncoderLayerWeights<T> readAxialEncoderLayer(const NamedWeights& weights, AttentionKind rows,
                                                  AttentionKind columns, Index width, Index heads,
                                                  FeedForwardActivation activation = FeedForwardActivation::relu);

/// Maps of the two attentions, Y empty.
template <class T>
struct AxialEncoderLayerMaps {
  AxisAttentionResult<T> rows, columns;
  Array<T> afterRows, afterColumns;  ///< (R, C, D) features on the way; empty unless scores are kept
};

/// X (R, C, D) becomes the new features: x + Rows(LN1 x), then x + Columns(LN2 x), then x + FeedForward(LN3 x). Throws
/// Error naming the array for shapes that do not fit.
template <class T>
AxialEncoderLayerMaps<T> axialEncoderLayer(Array<T>& X, const AxialEncoderLayerWeights<T>& weights,
                                           const AxisAttentionOptions& options, const Compute& compute,
                                           Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
