// Linear maps on whatever computes.
#pragma once

#include <type_traits>

#include "engine/compute/Device.h"
#include "engine/compute/KernelFlavour.h"
#include "engine/network/Linear.h"

namespace engine {

/// Y = X W^T + b as linear(), by the kernels of linear.cl. Throws DeviceError.
Array<float> linearOnDevice(const Array<float>& X, const Array<float>& W, const Array<float>& b, Device& device,
                            Progress& progress, KernelFlavour flavour = KernelFlavour::automatic);

/// Chooses: floats on the device when there is one (falling back with a warning), everything else on the processor.
template <class T>
Array<T> linear(const Array<T>& X, const Array<T>& W, const Array<T>& b, const Compute& compute,
                Diagnostics& diagnostics, Progress& progress) {
  if constexpr (std::is_same_v<T, float>)
    return runOnDeviceOrCpu(
        compute, diagnostics, [&](Device& device) { return linearOnDevice(X, W, b, device, progress); },
        [&] { return linear(X, W, b, compute.threads, progress); });
  else
    return linear(X, W, b, compute.threads, progress);
}

}  // namespace engine
