// The mechanisms "tied-row" and "tied-column", which differ in which axis is summed over.
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/attention/axial/AxialProduct.h"

namespace engine {

/// row: maps of columns by columns, shared by all rows.
std::unique_ptr<const Mechanism> makeTiedMechanism(MsaAxis axis);

}  // namespace engine
