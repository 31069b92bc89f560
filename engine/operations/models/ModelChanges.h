// What a change of its input does to a model: heads, letters and contacts of two runs, one minus the other.
#pragma once

#include <memory>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// A map whose rows are not shares of one.
std::shared_ptr<const AttentionMap> mapOfQuantity(Array<float> values, const char* label = "");

/// What differs (engine/models/MATHEMATICS.md 2.7) between `after` and `before`, given as modelResults() gives them, of
/// inputs of the same positions. Of every set of heads the maps after - before ("model.change", of further ones
/// "model.change_NAME"); where letters are predicted "model.change_letters" (20, L): change of probability, and the
/// logarithm of the ratio; where contacts are, "model.change_contacts" (L, L). Maps beyond a few megabytes are made
/// when they are looked at. Throws Error when the positions are not the same.
std::vector<Dataset> modelChanges(const std::vector<Dataset>& after, const std::vector<Dataset>& before);

}  // namespace engine
