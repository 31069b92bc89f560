#include "engine/attention/triangle-attention/TriangleAttention.h"

#include "engine/attention/pairs/PairMasks.h"

namespace engine {

InputList triangleAttentionInputs(const std::string& path, GatedAttentionLetters letters) {
  InputList list;
  addLayerNormInputs(list, path + "layer_norm", letters.width, "weight of the normalisation of z");
  list.push_back({path + "linear.weight", "(" + letters.heads + ", " + letters.width + ")",
                  "bias of the scores by the third edge, a row per head"});
  const InputList heads = gatedAttentionInputs(path + "mha.", letters);
  list.insert(list.end(), heads.begin(), heads.end());
  return list;
}

template <class T>
GatedAttentionResult<T> triangleAttention(const Array<T>& z, const ModuleWeights<T>& weights, TriangleNode node,
                                          const GatedAttentionOptions& options, const Work& work) {
  // Around the ending node is around the starting node with all edges turned round.
  const bool isTurned = node == TriangleNode::ending;
  const Array<T> x = weights.norm("layer_norm", isTurned ? swapFirstAxes(z) : z, work);
  const Index heads = weights.at("linear.weight").length(0);
  GatedAttentionOptions turned = options;
  if (isTurned) turned.seen = turnedMask(options.seen);
  GatedAttentionResult<T> result =
      gatedAttention(x, headsFirst(weights.linear("linear", x, work)), weights.under("mha"), heads, turned, work);
  if (isTurned) result.Y = swapFirstAxes(result.Y);
  return result;
}

template GatedAttentionResult<float> triangleAttention(const Array<float>&, const ModuleWeights<float>&, TriangleNode,
                                                       const GatedAttentionOptions&, const Work&);
template GatedAttentionResult<double> triangleAttention(const Array<double>&, const ModuleWeights<double>&,
                                                        TriangleNode, const GatedAttentionOptions&, const Work&);

}  // namespace engine
