// Weights of invariant point attention with a meaning: heads that look at the same points as those of `geometric`, and
// two that show what only this layer has.
#pragma once

#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/structure/Structure.h"

namespace engine {

/// Inputs of the mechanism `invariant-point` for one chain (H = 5, D = 21, d = 20, Q = V = 1, P = 9): s = one-hot
/// residue types and a constant 1, z = one-hot |i - j| up to 8. The reasons stand in the .cpp.
ArrayBundle invariantPointHeadsInput(const Chain& chain);
/// What each head looks for.
std::vector<std::string> invariantPointHeadLabels();

}  // namespace engine
