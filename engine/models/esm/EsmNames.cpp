#include "engine/models/esm/EsmNames.h"

#include <algorithm>

namespace engine {

LayerNames EsmNames::layer(Index layer) const {
  return isTransformers ? transformersLayerNames(prefix, layer, false) : fairseqLayerNames(layer);
}

std::string EsmNames::frequencies(const ModelWeights& weights, Index layer) const {
  const std::string number = std::to_string(layer), own = ".attention.self.rotary_embeddings.inv_freq";
  const std::vector<std::string> places{"layers." + number + ".self_attn.rot_emb.inv_freq",
                                        prefix + "encoder.layer." + number + own, prefix + "encoder.layer.*" + own,
                                        prefix + "rotary_embeddings.inv_freq"};
  const auto found =
      std::find_if(places.begin(), places.end(), [&](const std::string& name) { return weights.contains(name); });
  return found == places.end() ? std::string{} : *found;
}

std::optional<EsmNames> esmNames(const ModelWeights& weights) {
  for (const std::string prefix : {"esm.", ""}) {
    if (!weights.contains(prefix + "encoder.layer.0.attention.LayerNorm.weight")) continue;
    EsmNames names{.isTransformers = true,
                   .prefix = prefix,
                   .embedding = prefix + "embeddings.word_embeddings.weight",
                   .positions = prefix + "embeddings.position_embeddings.weight",
                   .normBefore = prefix + "embeddings.layer_norm",
                   .normAfter = prefix + "encoder.emb_layer_norm_after",
                   .head = {}};
    names.head.outputs = {"lm_head.decoder.weight"};
    return names;
  }
  const bool isOurs = weights.contains("layers.0.self_attn.q_proj.weight") && weights.contains("embed_tokens.weight") &&
                      !weights.contains("emb_layer_norm.weight") && !weights.contains("layers.0.self_attn.bias_k");
  if (!isOurs) return std::nullopt;
  return EsmNames{.isTransformers = false,
                  .prefix = {},
                  .embedding = "embed_tokens.weight",
                  .positions = "embed_positions.weight",
                  .normBefore = "emb_layer_norm_before",
                  .normAfter = "emb_layer_norm_after",
                  .head = {}};
}

bool hasRotaryPositions(const ModelWeights& weights, const EsmNames& names) {
  const std::string told = weights.facts.text("position_embedding_type");
  if (names.isTransformers && !told.empty()) return told == "rotary";
  return !names.frequencies(weights, 0).empty() || !weights.contains(names.positions);
}

}  // namespace engine
