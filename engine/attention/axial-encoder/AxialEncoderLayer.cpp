#include "engine/attention/axial-encoder/AxialEncoderLayer.h"

namespace engine {

template <class T>
AxialEncoderLayerWeights<T> readAxialEncoderLayer(const NamedWeights& weights, AttentionKind rows,
                                                  AttentionKind columns, Index width, Index heads,
                                                  FeedForwardActivation activation) {
  AxialEncoderLayerWeights<T> read;
  read.norm1 = readRoseTtaFoldNorm<T>(weights.under("norm1"), width);
  read.norm2 = readRoseTtaFoldNorm<T>(weights.under("norm2"), width);
  read.norm3 = readRoseTtaFoldNorm<T>(weights.under("norm3"), width);
  read.rowAttention = readAxisAttention<T>(weights.under("attn_L"), rows, width, heads);
  read.columnAttention = readAxisAttention<T>(weights.under("attn_N"), columns, width, heads);
  read.feedForward = readFeedForward<T>(weights.under("ff"), width, activation);
  read.rows = rows;
  read.columns = columns;
  read.activation = activation;
  return read;
}

template <class T>
AxialEncoderLayerMaps<T> axialEncoderLayer(Array<T>& X, const AxialEncoderLayerWeights<T>& weights,
                                           const AxisAttentionOptions& options, const Compute& compute,
                                           Diagnostics& diagnostics, Progress& progress) {
  PartProgress first(progress, 0, 0.35), second(progress, 0.35, 0.7), third(progress, 0.7, 1);
  AxialEncoderLayerMaps<T> maps;
  maps.rows = addAttention(X, MsaAxis::row, weights.rows, weights.norm1, weights.rowAttention, options, compute,
                           diagnostics, first);
  if (options.keepScores) maps.afterRows = X;
  maps.columns = addAttention(X, MsaAxis::column, weights.columns, weights.norm2, weights.columnAttention, options,
                              compute, diagnostics, second);
  if (options.keepScores) maps.afterColumns = X;
  addFeedForward(X, weights.norm3, weights.feedForward, weights.activation, compute, third);
  return maps;
}

#define INSTANTIATE(T)                                                                                                 \
  template AxialEncoderLayerWeights<T> readAxialEncoderLayer(const NamedWeights&, AttentionKind, AttentionKind, Index, \
                                                             Index, FeedForwardActivation);                            \
  template AxialEncoderLayerMaps<T> axialEncoderLayer(Array<T>&, const AxialEncoderLayerWeights<T>&,                   \
                                                      const AxisAttentionOptions&, const Compute&, Diagnostics&,       \
                                                      Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
