// What a change of its input does to a model: heads, letters and contacts of two runs, one minus the other.
#pragma once

#include <vector>

#include "engine/datasets/Dataset.h"

namespace engine {

/// What differs (engine/models/MATHEMATICS.md 2.7) between `after` and `before`, given as modelResults() gives them, of
/// inputs of the same positions. Of every set of heads the maps after - before ("model.change", of further ones
/// "model.change_NAME"); where letters are predicted "model.change_letters" (20, L): change of probability, and the
/// logarithm of the ratio; where contacts are, "model.change_contacts" (L, L). Maps beyond a few megabytes are made
/// when they are looked at. Throws Error when the positions are not the same.
std::vector<Dataset> modelChanges(const std::vector<Dataset>& after, const std::vector<Dataset>& before);

}  // namespace engine
