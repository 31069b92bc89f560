#include "engine/models/bert/TransformersNames.h"

#include <algorithm>

namespace engine {

PostNormModel transformersNames(const std::string& prefix) {
  PostNormModel model;
  model.words = prefix + "embeddings.word_embeddings.weight";
  model.places = prefix + "embeddings.position_embeddings.weight";
  model.types = prefix + "embeddings.token_type_embeddings.weight";
  model.norm = prefix + "embeddings.LayerNorm";
  model.beforeLayer = prefix + "encoder.layer.";
  model.behindLayer = ".attention.self.query.weight";
  model.layer = [prefix](Index layer) { return transformersLayerNames(prefix, layer, true); };
  return model;
}

bool isOfTransformers(const ModelWeights& weights) {
  const auto has = [&](const std::string& prefix) {
    return weights.contains(prefix + "embeddings.word_embeddings.weight") &&
           weights.contains(prefix + "encoder.layer.0.attention.output.LayerNorm.weight");
  };
  return has("bert.") || has("roberta.") || has("");
}

bool isRobertaOfTransformers(const ModelWeights& weights) {
  if (weights.contains("roberta.embeddings.word_embeddings.weight")) return true;
  if (weights.contains("bert.embeddings.word_embeddings.weight")) return false;
  const Shape* const types = weights.shapeOf("embeddings.token_type_embeddings.weight");
  return weights.facts.text("model_type") == "roberta" ||
         (types != nullptr && types->size() == 2 && types->front() == 1);
}

}  // namespace engine
