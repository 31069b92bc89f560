// The mechanisms "axial-row" and "axial-column", which differ in one word.
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/attention/axial/AxialProduct.h"

namespace engine {

std::unique_ptr<const Mechanism> makeAxialMechanism(MsaAxis axis);

}  // namespace engine
