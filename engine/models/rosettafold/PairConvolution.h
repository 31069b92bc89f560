// The network of convolutions by which RoseTTAFold renews its pair features (MATHEMATICS.md 8.3).
#pragma once

#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/network/NamedWeights.h"

namespace engine {

/// Normalisation of one channel over all pairs, epsilon 1e-6: factor * (x - mean) / sqrt(variance + 1e-6) + shift.
template <class T>
struct InstanceNormWeights {
  Array<T> factor, shift;  ///< (K)
};

/// x <- elu(x + N_2 C_2 elu(N_1 C_1 x)), C with 3 by 3 neighbours, zeros beyond the edges.
template <class T>
struct ResidualBlockWeights {
  Array<T> C_1, C_2;  ///< (K, K, 3, 3)
  InstanceNormWeights<T> N_1, N_2;
};

template <class T>
struct PairConvolutionWeights {
  Array<T> C_0;  ///< (K, Kin), pair by pair, before N_0
  InstanceNormWeights<T> N_0;
  std::vector<ResidualBlockWeights<T>> blocks;
};

/// layer.0, layer.1, and layer.3, layer.4, ... for the blocks, as many as there are. Throws Error naming array and
/// shapes.
template <class T>
PairConvolutionWeights<T> readPairConvolution(const NamedWeights& weights, Index in, Index width);

/// X (L, L, K), what C_0 left, becomes the new pair features: elu(N_0 X), then the blocks.
template <class T>
void convolvePairs(Array<T>& X, const PairConvolutionWeights<T>& weights, int threads, Progress& progress);

}  // namespace engine
