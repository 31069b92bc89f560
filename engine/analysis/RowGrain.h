// How maps are cut up between threads.
#pragma once

#include "engine/base/Array.h"

namespace engine {

inline constexpr Index kRowGrain = 32;  ///< rows of a map that a thread takes at a time

}  // namespace engine
