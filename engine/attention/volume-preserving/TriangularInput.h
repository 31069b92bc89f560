// The volume-preserving feed-forward network (MATHEMATICS.md 12.4) as arrays and parameters of a mechanism.
#pragma once

#include "engine/base/Parameters.h"
#include "engine/network/TriangularLayers.h"

namespace engine {

/// The kinds of the layers that the parameters "blocks" and "linear" ask for; none without the array L.
std::vector<TriangularKind> triangularLayout(const ArrayBundle& inputs, const ParameterValues& values);

/// The same with the rows of L (layers, d(d-1)/2) and of b (layers with a bias, d) for d rows of Z. Throws Error naming
/// the array and both shapes, and for b without L.
std::vector<TriangularLayer<double>> readTriangularLayers(const ArrayBundle& inputs, const ParameterValues& values,
                                                          Index d);

}  // namespace engine
