// Choosing between the plain definition of a computation and its fast forms, which know floats alone.
#pragma once

#include <type_traits>

#include "engine/compute/Device.h"
#include "engine/compute/KernelFlavour.h"

namespace engine {

/// The fast form for floats, the definition for doubles; both as f(input, threads, progress).
template <class Input, class Plain, class Native>
auto onProcessor(const Input& input, int threads, Progress& progress, Plain plain, Native native) {
  if constexpr (std::is_invocable_v<Native, const Input&, int, Progress&>)
    return native(input, threads, progress);
  else
    return plain(input, threads, progress);
}

/// The same, floats on the device when there is one (falling back with a warning): onDevice(input, device, progress,
/// flavour).
template <class Input, class Plain, class Native, class OnDevice>
auto onFastest(const Input& input, const Compute& where, Diagnostics& diagnostics, Progress& progress, Plain plain,
               Native native, OnDevice onDevice) {
  const auto onCpu = [&] { return onProcessor(input, where.threads, progress, plain, native); };
  if constexpr (std::is_invocable_v<Native, const Input&, int, Progress&>)
    return runOnDeviceOrCpu(
        where, diagnostics,
        [&](Device& device) { return onDevice(input, device, progress, KernelFlavour::automatic); }, onCpu);
  else
    return onCpu();
}

}  // namespace engine
