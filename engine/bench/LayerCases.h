// Inputs of a size that is worth measuring, for the mechanisms that are whole layers.
#pragma once

#include "engine/bench/AttentionCases.h"

namespace engine {

/// Those of one mechanism; empty when it is no layer. Sizes are those of released models.
std::vector<AttentionCase> layerCases(const std::string& mechanism);

}  // namespace engine
