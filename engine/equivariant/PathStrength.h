// How much each path of a map between irreps adds to what it leads to, on average and for one input
// (MATHEMATICS.md 4.4).
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

/// What each path adds for these inputs: the root of the mean square over the components of its output; where that is a
/// single number, the number itself, so that those into it add up. x, y and `weights` as in apply().
std::vector<double> pathContributions(const TensorProduct& product, const double* x, const double* y,
                                      const double* weights);
/// The same of a linear map.
std::vector<double> pathContributions(const EquivariantLinear& map, const double* x, const double* weights);

}  // namespace engine
