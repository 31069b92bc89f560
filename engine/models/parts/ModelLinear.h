// Linear maps of models: on the device when there is one, on the processor at full speed for any number of rows.
#pragma once

#include "engine/models/Architecture.h"
#include "engine/models/parts/ReadWeights.h"

namespace engine {

enum class AfterLinear { nothing, gelu };

/// W x + b for every row of X (..., in), gelu of it where asked for. Returns X's shape with `out` in the last place.
/// Throws Error naming W and both shapes.
template <class T>
Array<T> modelLinear(const Array<T>& X, const LinearMap<T>& map, const ModelCall& call,
                     AfterLinear after = AfterLinear::nothing);

}  // namespace engine
