// Which inputs move a number that a mechanism computes.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

/// The gradient of one number, "A[0, 2, 1]" (counted from 0), or of the sum of all numbers of an output, "A", by every
/// real input, under "gradient_" and the input's name, in float64. Throws Error naming the parameter `gradient` when
/// there is no such number, and what recordMechanism throws.
ArrayBundle gradientsOf(const std::string& number, const Mechanism& mechanism, const ArrayBundle& inputs,
                        const ParameterValues& values, Progress& progress);

}  // namespace engine
