// Keys, values and scores of the edges of a graph in space at full speed, for all layers whose keys and values are
// tensor products weighted by a network of the distance.
#pragma once

#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/equivariant/FullyConnectedNet.h"
#include "engine/equivariant/RadialBasis.h"
#include "engine/equivariant/RadiusGraph.h"
#include "engine/equivariant/TensorProduct.h"

namespace engine {

/// A layer over N nodes and E edges, all shapes checked; refers to what the caller keeps.
struct EdgeLayer {
  const RadiusGraph& graph;
  const Array<float>& f;  ///< (N, Din)
  RadialBasis basis;
  int maxDegree;                        ///< of the spherical harmonics, 0 to kMaxDegree
  Activation activation;                ///< of the networks of the distance
  const TensorProduct& key;             ///< features x harmonics -> keys
  const TensorProduct& value;           ///< features x harmonics -> values
  const Array<float>& mlp_k_0;          ///< (basis, Hk)
  const Array<float>& mlp_k_1;          ///< (Hk, Wk) weights of `key`
  const Array<float>& mlp_v_0;          ///< (basis, Hv)
  const Array<float>& mlp_v_1;          ///< (Hv, Wv) weights of `value`
  const Array<float>& queries;          ///< (N, Dk), scaled as scores need it
  const std::vector<Index>& headOfKey;  ///< (Dk) head of every channel, below `heads`
  Index heads;
};

struct EdgeProducts {
  Array<float> k, v;  ///< (E, Dk), (E, Dv)
  Array<float> S;     ///< (E, heads) sums over the channels of a head of query of dst times key
};

/// One edge per lane of a vector; the weights of the tensor products live in registers and cache only. The same bits
/// for any number of threads. Reports progress and stops when it is cancelled.
EdgeProducts edgeProducts(const EdgeLayer& layer, int threads, Progress& progress);

}  // namespace engine
