// The setting of equivariant attention as parameters.
#pragma once

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/base/Parameters.h"

namespace engine {

/// Those of the layer: all of `equivariantSetting`.
std::vector<Parameter> equivariantParameters();

/// What complete values of these parameters mean. Throws Error naming the parameter for irreps that cannot be read.
EquivariantSetting equivariantSetting(const ParameterValues& values);

/// The input arrays of the mechanism with this setting. Throws Error naming the array that is missing or does not fit.
template <class T>
EquivariantInput<T> equivariantInput(const ArrayBundle& arrays, const EquivariantSetting& setting);

}  // namespace engine
