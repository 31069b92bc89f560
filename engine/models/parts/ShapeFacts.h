// What the names and shapes of weights tell about a model.
#pragma once

#include <string>

#include "engine/models/Architecture.h"

namespace engine {

/// One more than the largest number that stands between `before` and `after` in a name: layersNamed(w, "layers.",
/// ".self_attn.q_proj.weight"). Throws Error when one below it is missing.
Index layersNamed(const ModelWeights& weights, const std::string& before, const std::string& after);

/// A length of the array of this name. Throws Error naming file and array when there is none or it has no such axis.
Index lengthOf(const ModelWeights& weights, const std::string& name, Index axis);

/// Sets heads, their origin and whether they are a guess: the user's number, the facts', the contact head's, that of
/// known models by (layers, width), else width / 64. Throws Error when D is no multiple of H.
void settleHeads(ModelSizes& sizes, const ModelWeights& weights, Index asked);

}  // namespace engine
