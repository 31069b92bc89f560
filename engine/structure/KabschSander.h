// Secondary structure from hydrogen bonds, in time that grows with the number of residues.
#pragma once

#include <string>
#include <vector>

#include "engine/structure/Structure.h"

namespace engine {

/// Helices and strands as Kabsch and Sander (1983) define them, for pictures of structures of any size: one string per
/// chain, one letter per residue: H alpha helix, G 3-10 helix, I pi helix, E strand, B lone bridge, '-' none of them,
/// ' ' for a residue without N, CA, C, O. Turns and bends are left to dsspStates, which takes time that grows with the
/// square. Ladders follow mkdssp 4: bulges join them, pi helices come before alpha helices.
std::vector<std::string> helixAndStrandStates(const Structure& structure);

}  // namespace engine
