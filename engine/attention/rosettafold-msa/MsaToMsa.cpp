#include "engine/attention/rosettafold-msa/MsaToMsa.h"

namespace engine {

template <class T>
MsaToMsaWeights<T> readMsaToMsa(const NamedWeights& weights, Index width, Index heads) {
  const auto layer = [&](const char* encoder, AttentionKind kind) {
    return readEncoderLayer<T>(weights.under(encoder).under("layers").under("0"), kind, width, heads);
  };
  return {layer("encoder_1", AttentionKind::softTied), layer("encoder_2", AttentionKind::performer)};
}

template <class T>
MsaToMsaResult<T> msaToMsa(Array<T> X, const MsaToMsaWeights<T>& weights, bool keepsIntermediates,
                           const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
  PartProgress first(progress, 0, 0.5), second(progress, 0.5, 1);
  AxisAttentionOptions options;
  options.keepScores = keepsIntermediates;
  AxisAttentionResult<T> maps =
      encoderLayer(X, MsaAxis::row, weights.alongSequence, options, compute, diagnostics, first);
  Array<T> between = keepsIntermediates ? X : Array<T>{};
  encoderLayer(X, MsaAxis::column, weights.alongAlignment, {}, compute, diagnostics, second);
  return {std::move(X),         std::move(maps.w), std::move(maps.A),
          std::move(maps.pair), std::move(maps.S), std::move(between)};
}

#define INSTANTIATE(T)                                                                                         \
  template MsaToMsaWeights<T> readMsaToMsa(const NamedWeights&, Index, Index);                                 \
  template MsaToMsaResult<T> msaToMsa(Array<T>, const MsaToMsaWeights<T>&, bool, const Compute&, Diagnostics&, \
                                      Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
