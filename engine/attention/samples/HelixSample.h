// An ideal alpha helix with the residues of a globin's first one: a structure that is there without a file.
#pragma once

#include "engine/structure/Structure.h"

namespace engine {

/// 100 degrees and 1.5 Å a residue; radii of N, CA, C 1.55, 2.28, 1.66 Å.
Chain helixChain();

}  // namespace engine
