// Under what names the weights of ESM-2, ESM-1b and ESM-1v are found: fair-esm's or those of transformers.
#pragma once

#include <optional>
#include <string>

#include "engine/models/Architecture.h"
#include "engine/models/parts/LanguageModelHead.h"
#include "engine/models/parts/TransformerLayer.h"

namespace engine {

struct EsmNames {
  bool isTransformers = false;
  std::string prefix;                 ///< of transformers: "esm." or nothing
  std::string embedding, positions;   ///< whole names
  std::string normBefore, normAfter;  ///< without ".weight"
  LanguageModelHeadNames head;

  LayerNames layer(Index layer) const;
  /// The rotary frequencies that the file holds for a layer; empty: none.
  std::string frequencies(const ModelWeights& weights, Index layer) const;
};

/// Nothing when the weights are not of this family.
std::optional<EsmNames> esmNames(const ModelWeights& weights);

/// Whether positions are turned (ESM-2) and not learned (ESM-1b, ESM-1v): as config.json says, else rotary when there
/// are frequencies or no learned positions.
bool hasRotaryPositions(const ModelWeights& weights, const EsmNames& names);

}  // namespace engine
