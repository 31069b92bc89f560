// Kernels that exist twice: for processors (wide vectors, long work items, no barriers) and for GPUs (work groups that
// share tiles in local memory).
#pragma once

#include "engine/compute/Device.h"

namespace engine {

/// automatic: by the type of the device. A processor can run the tiled kernels too, which is how they are tested.
enum class KernelFlavour { automatic, wide, tiled };

inline bool usesTiles(KernelFlavour flavour, const DeviceInfo& device) {
  return flavour == KernelFlavour::tiled || (flavour == KernelFlavour::automatic && device.isGpu);
}

}  // namespace engine
