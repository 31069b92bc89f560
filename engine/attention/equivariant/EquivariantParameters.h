// The setting of equivariant attention as parameters.
#pragma once

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/base/Parameters.h"

namespace engine {

std::vector<Parameter> equivariantParameters();

/// What complete values of these parameters mean. Throws Error naming the parameter for irreps that cannot be read.
EquivariantSetting equivariantSetting(const ParameterValues& values);

}  // namespace engine
