// Weights whose rows fall to heads.
#pragma once

#include <string>

#include "engine/base/Array.h"

namespace engine {

/// Throws Error naming the array and its shape unless there is a head and every head gets as many rows.
void requireHeads(const std::string& name, const Shape& shape, Index heads);

}  // namespace engine
