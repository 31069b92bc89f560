// Inputs of a size that is worth measuring, for every attention mechanism.
#pragma once

#include <string>
#include <vector>

#include "engine/attention/Mechanism.h"

namespace engine {

struct AttentionCase {
  std::string mechanism;  ///< id
  std::string sizes;      ///< "B=1 H=8 n=m=1024 d=64, maps=no"
  ParameterValues values;
  ArrayBundle inputs;  ///< float32
};

/// Those of one mechanism; empty when there is none of that id.
std::vector<AttentionCase> attentionCases(const std::string& mechanism);

}  // namespace engine
