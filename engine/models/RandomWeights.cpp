#include "engine/models/RandomWeights.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Random.h"
#include "engine/models/parts/TransformerLayer.h"

namespace engine {

std::map<std::string, Shape> esm2Shapes(const ModelSizes& sizes) {
  const Index D = sizes.width, F = sizes.feedForward, V = sizes.vocabulary;
  std::map<std::string, Shape> shapes;
  const auto linear = [&](const std::string& name, Index out, Index in) {
    shapes[name + ".weight"] = {out, in};
    shapes[name + ".bias"] = {out};
  };
  const auto norm = [&](const std::string& name) {
    for (const char* part : {".weight", ".bias"}) shapes[name + part] = {D};
  };
  shapes["embed_tokens.weight"] = {V, D};
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    const LayerNames names = fairseqLayerNames(layer);
    for (const std::string& name : {names.query, names.key, names.value, names.output}) linear(name, D, D);
    for (const std::string& name : {names.attentionNorm, names.feedNorm}) norm(name);
    linear(names.feedIn, F, D);
    linear(names.feedOut, D, F);
  }
  for (const char* name : {"emb_layer_norm_after", "lm_head.layer_norm"}) norm(name);
  linear("lm_head.dense", D, D);
  shapes["lm_head.bias"] = {V};
  linear("contact_head.regression", 1, sizes.layers * sizes.heads);
  return shapes;
}

ModelWeights randomWeights(const std::map<std::string, Shape>& shapes, std::uint64_t seed, const std::string& name) {
  ArrayBundle arrays;
  for (const auto& [array, shape] : shapes) {
    const Index width = shape.empty() ? 1 : shape.back();
    Array<float> values = deterministicArray<float>(seed++, shape, std::sqrt(3.0 / double(std::max<Index>(1, width))));
    if (array.find("norm") != std::string::npos && array.ends_with(".weight"))
      for (float& value : values) value += 1;
    values.name = array;
    arrays.emplace(array, std::move(values));
  }
  return {weightsInMemory(std::move(arrays), name), {}};
}

}  // namespace engine
