// For which processors the running program's fast parts were compiled.
#pragma once

#include <string>

namespace engine {

/// "x86-64", "x86-64-v3" (AVX2), "x86-64-v4" (AVX-512): the names of the psABI; "lowest" on other processors, "native"
/// where only this very processor was built for. The system's loader has chosen (cmake/Targets.cmake).
std::string processorLevel();

/// Floats in a vector of that level.
int processorLanes();

}  // namespace engine
