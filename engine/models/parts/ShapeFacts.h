// What the names and shapes of weights tell about a model.
#pragma once

#include <string>

#include "engine/models/Architecture.h"

namespace engine {

/// One more than the largest number that stands between `before` and `after` in a name: layersNamed(w, "layers.",
/// ".self_attn.q_proj.weight"). Throws Error when one below it is missing.
Index layersNamed(const ModelWeights& weights, const std::string& before, const std::string& after);

/// Sets heads, their origin and whether they are a guess: the user's number, the facts', the contact head's, that of
/// known models by (layers, width), else width / 64. Throws Error when D is no multiple of H.
void settleHeads(ModelSizes& sizes, const ModelWeights& weights, Index asked);

}  // namespace engine
