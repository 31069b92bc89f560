// Sums of products of three numbers, as tensor products and linear maps of irreps are, on a tape.
#pragma once

#include "engine/equivariant/EquivariantLinear.h"
#include "engine/equivariant/TensorProduct.h"
#include "engine/network/TapeOperations.h"

namespace engine {

/// z[out] += factor * weight[weight] * x[first] * y[second], in every row.
struct TrilinearTerm {
  Index first, second, weight, out;
  double factor;
};

/// The terms of a tensor product: a few thousand for the irreps of the guide.
std::vector<TrilinearTerm> termsOf(const TensorProduct& product);
/// The terms of a linear map; y is a single 1.
std::vector<TrilinearTerm> termsOf(const EquivariantLinear& map);

/// x (E, .), y (E, .), weights (E, W) to (E, width).
Variable<double> trilinear(std::vector<TrilinearTerm> terms, Index width, const Variable<double>& x,
                           const Variable<double>& y, const Variable<double>& weights);

}  // namespace engine
