// Geometric-attention weights with a meaning: four heads that look at a bare backbone, for teaching and for the sample session.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/structure/PairGeometry.h"

namespace engine {

/// Inputs of the mechanism `geometric` for one chain: N, CA, C from the backbone, s = one-hot residue types (L x 20), and
/// documented projection weights (constants, units and reasons stand in the .cpp and in resources/samples/README.md).
ArrayBundle backboneHeadsInput(const Chain& chain);
/// What each head looks for: "Neighbours in space", "Helix, four residues on", ...
std::vector<std::string> backboneHeadLabels();

}  // namespace engine
