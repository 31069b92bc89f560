// Kernel sources: embedded at build time, or read from disk while developing.
#pragma once

#include <string>
#include <string_view>

namespace engine {

/// Bytes of kernels/NAME.cl as they were at build time; empty when there is no such kernel. Generated.
std::string_view embeddedKernelSource(std::string_view name);

/// The source of kernels/NAME.cl: from the folder named by the environment variable HEADLIGHT_KERNELS when it is set,
/// else the embedded one. Lines #include "OTHER.cl" are replaced by the source of OTHER, so that kernels can share text
/// without a folder that the device's compiler would have to know. Throws Error when there is none.
std::string kernelSource(const std::string& name);

}  // namespace engine
