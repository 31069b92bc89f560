#include "engine/attention/pair-biased-row/AlignmentWithPairs.h"

#include "engine/attention/pairs/PairMasks.h"

namespace engine {

InputList pairBiasedRowInputs(const std::string& path) {
  InputList list;
  addLayerNormInputs(list, path + "layer_norm_m", "D", "weight of the normalisation of m");
  addLayerNormInputs(list, path + "layer_norm_z", "P", "weight of the normalisation of z");
  list.push_back({path + "linear_z.weight", "(H, P)", "bias of the scores by the pair, a row per head"});
  const InputList heads = gatedAttentionInputs(path + "mha.", {});
  list.insert(list.end(), heads.begin(), heads.end());
  return list;
}

InputList gatedColumnInputs(const std::string& path) {
  InputList list;
  addLayerNormInputs(list, path + "layer_norm_m", "D", "weight of the normalisation of m");
  const InputList heads = gatedAttentionInputs(path + "mha.", {});
  list.insert(list.end(), heads.begin(), heads.end());
  return list;
}

template <class T>
GatedAttentionResult<T> pairBiasedRowAttention(const Array<T>& m, const Array<T>& z, const ModuleWeights<T>& weights,
                                               const GatedAttentionOptions& options, const Work& work) {
  const Array<T> x = weights.norm("layer_norm_m", m, work);
  Array<T> bias = headsFirst(weights.linear("linear_z", weights.norm("layer_norm_z", z, work), work));
  const Index heads = weights.at("linear_z.weight").length(0);
  return gatedAttention(x, std::move(bias), weights.under("mha"), heads, options, work);
}

template <class T>
GatedAttentionResult<T> gatedColumnAttention(const Array<T>& m, Index heads, const ModuleWeights<T>& weights,
                                             const GatedAttentionOptions& options, const Work& work) {
  const Array<T> x = weights.norm("layer_norm_m", swapFirstAxes(m), work);
  GatedAttentionOptions turned = options;
  turned.seen = turnedMask(options.seen);
  GatedAttentionResult<T> result = gatedAttention(x, {}, weights.under("mha"), heads, turned, work);
  result.Y = swapFirstAxes(result.Y);
  return result;
}

#define INSTANTIATE(T)                                                                                               \
  template GatedAttentionResult<T> pairBiasedRowAttention(const Array<T>&, const Array<T>&, const ModuleWeights<T>&, \
                                                          const GatedAttentionOptions&, const Work&);                \
  template GatedAttentionResult<T> gatedColumnAttention(const Array<T>&, Index, const ModuleWeights<T>&,             \
                                                        const GatedAttentionOptions&, const Work&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
