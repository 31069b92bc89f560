// The named arrays and parameters of the mechanism "invariant-point" as its input.
#pragma once

#include "engine/attention/invariant-point/InvariantPoint.h"
#include "engine/base/Parameters.h"

namespace engine {

/// `values` are the mechanism's own, complete. Throws Error naming the array or parameter that does not fit.
template <class T>
InvariantPointInput<T> readInvariantPointInput(const ArrayBundle& inputs, const ParameterValues& values);

}  // namespace engine
