// Secondary structure from coordinates, computed by libdssp.
#pragma once

#include <string>
#include <vector>

#include "engine/structure/Structure.h"

namespace engine {

/// One string per chain, one letter per residue: H B E G I T S P, '-' for none of them, ' ' for a residue without N,
/// CA, C, O. Throws Error when libdssp fails.
std::vector<std::string> dsspStates(const Structure& structure);

}  // namespace engine
