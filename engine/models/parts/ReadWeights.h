// Weights in the number type of a run: linear maps and norms by the name that their arrays share.
#pragma once

#include <string>

#include "engine/models/ModelWeights.h"
#include "engine/network/LayerNorm.h"

namespace engine {

/// readWeights in the number type asked for.
template <class T>
Array<T> readWeightsAs(const ModelWeights& weights, const std::string& name, const Shape& expected);
/// readOptionalWeights in the number type asked for.
template <class T>
Array<T> readOptionalWeightsAs(const ModelWeights& weights, const std::string& name, const Shape& expected);

/// y = W x + b; W (out, in), b (out) or empty.
template <class T>
struct LinearMap {
  Array<T> W, b;
};
/// "NAME.weight" and, where there is one, "NAME.bias".
template <class T>
LinearMap<T> readLinear(const ModelWeights& weights, const std::string& name, Index out, Index in);
/// "NAME.weight" and, where there is one, "NAME.bias".
template <class T>
LayerNormWeights<T> readNorm(const ModelWeights& weights, const std::string& name, Index width);

}  // namespace engine
