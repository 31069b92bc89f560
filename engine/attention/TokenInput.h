// Arrays of integers that mechanisms take: tokens, positions, lengths.
#pragma once

#include <string>

#include "engine/base/Array.h"

namespace engine {

/// The named array of int32 or int64 as int64. The mechanism has checked that it is there and holds integers.
Array<std::int64_t> integersOf(const ArrayBundle& inputs, const std::string& name);

}  // namespace engine
