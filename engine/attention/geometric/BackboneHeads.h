// Geometric-attention weights with a meaning: six heads that look at a bare backbone, for teaching and the sample
// session.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/structure/PairGeometry.h"

namespace engine {

/// Inputs of the mechanism `geometric` for one chain (H = 6, D = 20): N, CA, C (L x 3, NaN = missing) from the
/// backbone, s = one-hot residue types (L x 20), W_proj = 0, b_proj (90) = the points and directions that the heads
/// compare, W_out (20 x 18) = identity above zeros, w_r and w_d (6), layer norm 1 and 0. Constants, units and reasons
/// stand in the .cpp and in resources/samples/README.md.
ArrayBundle backboneHeadsInput(const Chain& chain);
/// What each head looks for: "Neighbours in space", "Helix, four residues on", ...
std::vector<std::string> backboneHeadLabels();

}  // namespace engine
