// Pair geometry with the chain that it belongs to.
#pragma once

#include <memory>
#include <string>

#include "engine/structure/PairGeometry.h"
#include "engine/structure/Structure.h"

namespace engine {

/// Pair geometry of one chain of a structure.
struct ChainGeometry {
  std::shared_ptr<const Structure> structure;
  std::string chain;
  PairGeometry geometry;
};

}  // namespace engine
