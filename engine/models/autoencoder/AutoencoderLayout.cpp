#include "engine/models/autoencoder/AutoencoderLayout.h"

#include <string_view>

namespace engine {

namespace {

/// What stands before the first name that is `end`, alone or behind a point.
std::optional<std::string> prefixOf(const ModelWeights& weights, std::string_view end) {
  for (const WeightEntry& entry : weights.source->entries()) {
    const std::string& name = entry.name;
    if (!name.ends_with(end)) continue;
    const std::string prefix = name.substr(0, name.size() - end.size());
    if (prefix.empty() || prefix.ends_with('.')) return prefix;
  }
  return std::nullopt;
}

/// The axes of a matrix: D and F in the order of `isTransposed` (D, F).
std::optional<AutoencoderFacts> factsOf(AutoencoderLayout layout, const Shape* shape, const std::string& prefix,
                                        bool isTransposed) {
  if (!shape || shape->size() != 2) return std::nullopt;
  return AutoencoderFacts{layout, isTransposed ? shape->front() : shape->back(),
                          isTransposed ? shape->back() : shape->front(), prefix};
}

}  // namespace

std::string titleOf(AutoencoderLayout layout) {
  switch (layout) {
    case AutoencoderLayout::relu:
      return "InterPLM, ReLU";
    case AutoencoderLayout::tied:
      return "InterPLM, tied ReLU";
    case AutoencoderLayout::topK:
      return "InterPLM, top-k";
    case AutoencoderLayout::jumpRelu:
      return "InterPLM, jump ReLU";
    case AutoencoderLayout::interprot:
      return "InterProt, top-k";
  }
  return {};
}

std::optional<AutoencoderFacts> recognisedAutoencoder(const ModelWeights& weights) {
  if (const auto prefix = prefixOf(weights, "w_enc")) {
    for (const char* name : {"b_enc", "w_dec", "b_pre"})
      if (!weights.contains(*prefix + name)) return std::nullopt;
    return factsOf(AutoencoderLayout::interprot, weights.shapeOf(*prefix + "w_enc"), *prefix, true);
  }
  const auto prefix = prefixOf(weights, "decoder.weight");
  if (!prefix) return std::nullopt;
  const auto has = [&](const char* name) { return weights.contains(*prefix + name); };
  if (!has("encoder.weight") || !has("encoder.bias")) return std::nullopt;
  const auto as = [&](AutoencoderLayout layout) {
    return factsOf(layout, weights.shapeOf(*prefix + "encoder.weight"), *prefix, false);
  };
  if (has("b_dec")) return as(AutoencoderLayout::topK);
  if (has("threshold") && has("decoder.bias")) return as(AutoencoderLayout::jumpRelu);
  if (has("bias")) return as(AutoencoderLayout::relu);
  if (has("decoder.bias")) return as(AutoencoderLayout::tied);
  return std::nullopt;
}

}  // namespace engine
