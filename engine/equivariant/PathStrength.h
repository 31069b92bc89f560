// How much each path of a map between irreps adds to what it leads to (MATHEMATICS.md 4.4).
#pragma once

#include <vector>

#include "engine/equivariant/EquivariantLinear.h"
#include "engine/equivariant/TensorProduct.h"

namespace engine {

/// Standard deviation of what a path adds to a component of its output, averaged over the copies of the output, when
/// the components of both inputs are independent with mean 0 and variance 1 - as normal features, and as spherical
/// harmonics over all directions, are. One number per path, 0 or above; `weights` are numWeights() values. The squares
/// of all paths into one output add up to its variance, which is 1 for weights of mean square 1.
template <class T>
std::vector<double> pathStrengths(const TensorProduct& product, const T* weights);
/// The same of a linear map.
template <class T>
std::vector<double> pathStrengths(const EquivariantLinear& map, const T* weights);

}  // namespace engine
