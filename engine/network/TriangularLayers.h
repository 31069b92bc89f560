// The volume-preserving feed-forward network (engine/attention/MATHEMATICS.md 12.4; GeometricMachineLearning.jl):
// layers x -> x + act(L x + b) with a strictly triangular L, whose derivative is unit triangular and has determinant 1.
#pragma once

#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// What a layer is, before it has weights.
struct TriangularKind {
  bool isUpper = false;   ///< L strictly upper instead of strictly lower triangular
  bool isLinear = false;  ///< act is the identity instead of tanh
  bool hasBias = false;
};

template <class T>
struct TriangularLayer {
  TriangularKind kind;
  Array<T> L;  ///< (d (d-1) / 2): L_21, L_31, L_32, L_41, ... of a lower one, the transposed elements of an upper one
  Array<T> b;  ///< (d), or empty without a bias
};

/// The layers of the network in their order: per block (numLinear - 1) times a linear lower and a linear upper one
/// without bias, a linear lower one without and an upper one with bias, a lower and an upper one with tanh and bias; at
/// the end a linear lower one without and an upper one with bias. Both numbers >= 1.
std::vector<TriangularKind> volumePreservingLayout(Index numBlocks = 1, Index numLinear = 1);

/// All layers one after the other on the columns of Z (d, T). Throws Error naming the layer and both shapes.
template <class T>
Array<T> applyTriangularLayers(const std::vector<TriangularLayer<T>>& layers, Array<T> Z);

}  // namespace engine
