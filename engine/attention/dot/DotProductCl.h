// The two OpenCL flavours of scaled dot-product attention, and what they share.
#pragma once

#include "engine/attention/dot/DotProduct.h"
#include "engine/compute/ClTools.h"

namespace engine {

/// Kernel dot_attention.cl: 32 queries in the lanes of a work item.
DotProductResult<float> dotProductWide(const DotProductInput<float>& input, DeviceImplementation& device,
                                       Progress& progress);
/// Kernel dot_attention_tiled.cl: work groups that share tiles of keys and values in local memory.
DotProductResult<float> dotProductTiled(const DotProductInput<float>& input, DeviceImplementation& device,
                                        Progress& progress);

/// ln of sum * e^shift; minus infinity for an empty sum.
float logSumExp(float shift, float sum);

}  // namespace engine
