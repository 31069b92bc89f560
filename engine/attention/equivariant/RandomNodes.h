// Random graphs with features and weights, such as the e3nn Transformer guide makes them (MATHEMATICS.md 11.5).
#pragma once

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/base/Random.h"

namespace engine {

inline constexpr Index kGuideHidden = 16;  ///< hidden width of the radial networks in the guide

/// Normal features and weights of mean 0 and variance 1 for N nodes, normal positions times `spread`. The numbers are
/// taken from `random` in the order pos, f, linear, mlp_k_0, mlp_k_1, mlp_v_0, mlp_v_1, dot.
template <class T>
EquivariantInput<T> randomNodes(const EquivariantSetting& setting, Index N, double spread, Random& random,
                                Index hidden = kGuideHidden);

/// Normal values of mean 0 and variance 1.
template <class T>
Array<T> normalArray(Shape shape, Random& random);

/// The arrays of an input under the mechanism's names, float64.
ArrayBundle arraysOf(const EquivariantInput<double>& input);

}  // namespace engine
