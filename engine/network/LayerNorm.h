// Layer normalisation as a module: weights together, any leading axes, threads.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/network/NamedWeights.h"

namespace engine {

/// Both (D); the bias may be empty. Called weight and bias, or a_2 and b_2 in RoseTTAFold.
template <class T>
struct LayerNormWeights {
  Array<T> weight, bias;
};

/// Under a_2 and b_2. Throws Error naming the array and both shapes.
template <class T>
LayerNormWeights<T> readRoseTtaFoldNorm(const NamedWeights& weights, Index width);

/// weight * (x - mean) / sqrt(variance + 1e-5) + bias over the last axis of X (..., D), variance divided by D.
template <class T>
Array<T> layerNorm(const Array<T>& X, const LayerNormWeights<T>& weights, int threads, Progress& progress);

}  // namespace engine
