// Layer norms of models: any epsilon, all rows at the speed of the processor.
#pragma once

#include "engine/models/Architecture.h"
#include "engine/network/LayerNorm.h"

namespace engine {

/// weight * (x - mean) / sqrt(variance + epsilon) + bias over the last axis of X (..., D), variance divided by D; the
/// bias may be empty. Throws Error naming the weight and both shapes.
template <class T>
Array<T> normalised(const Array<T>& X, const LayerNormWeights<T>& norm, double epsilon, const ModelCall& call);

}  // namespace engine
