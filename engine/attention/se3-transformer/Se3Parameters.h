// The parameters of the mechanism "se3-transformer", for itself and for its form on the tape.
#pragma once

#include "engine/attention/se3-transformer/Se3Transformer.h"
#include "engine/base/Parameters.h"

namespace engine {

std::vector<Parameter> se3Parameters();
/// Throws Error for irreps that cannot be read.
Se3Setting se3Setting(const ParameterValues& values);

}  // namespace engine
