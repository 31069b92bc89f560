#include "engine/models/parts/LanguageModelHead.h"

#include <algorithm>

#include "engine/models/parts/ModelLinear.h"
#include "engine/models/parts/Normalise.h"

namespace engine {

bool hasLanguageModelHead(const ModelWeights& weights, const LanguageModelHeadNames& names) {
  return weights.contains(names.dense + ".weight");
}

template <class T>
LanguageModelHead<T> readLanguageModelHead(const ModelWeights& weights, const LanguageModelHeadNames& names,
                                           const std::string& embedding, Index vocabulary, Index width) {
  const auto own = std::find_if(names.outputs.begin(), names.outputs.end(),
                                [&](const std::string& name) { return weights.contains(name); });
  return {.dense = readLinear<T>(weights, names.dense, width, width),
          .norm = readNorm<T>(weights, names.norm, width),
          .output = readWeightsAs<T>(weights, own == names.outputs.end() ? embedding : *own, {vocabulary, width}),
          .bias = readOptionalWeightsAs<T>(weights, names.bias, {vocabulary})};
}

template <class T>
Array<T> logitsOf(const Array<T>& x, const LanguageModelHead<T>& head, double epsilon, const ModelCall& call) {
  const Array<T> dense = modelLinear(x, head.dense, call, AfterLinear::gelu);
  const Array<T> normal = normalised(dense, head.norm, epsilon, call);
  return modelLinear(normal, LinearMap<T>{head.output, head.bias}, call);
}

#define INSTANTIATE(T)                                                                                    \
  template LanguageModelHead<T> readLanguageModelHead(const ModelWeights&, const LanguageModelHeadNames&, \
                                                      const std::string&, Index, Index);                  \
  template Array<T> logitsOf(const Array<T>&, const LanguageModelHead<T>&, double, const ModelCall&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
