// A layer of the SE(3)-Transformer (MATHEMATICS.md 21): heads compare tensor features of nodes in space by their dot
// product, which no rotation changes.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/equivariant/EquivariantLinear.h"
#include "engine/equivariant/RadialBasis.h"
#include "engine/equivariant/RadiusGraph.h"
#include "engine/equivariant/TensorProduct.h"

namespace engine {

struct Se3Setting {
  Irreps in, key, out;  ///< of the features, of queries and keys, of values and output
  int maxDegree = 2;    ///< of the spherical harmonics
  double maxRadius = 10;
  Index basisCount = 10;
  Index heads = 1;

  RadialBasis basis() const { return {RadialKind::smoothFinite, 0, maxRadius, basisCount, RadialEnds::cutoff}; }
};

/// The maps between irreps that follow from a setting.
struct Se3Maps {
  /// Throws Error when the heads do not divide the copies of every irrep of keys and output.
  explicit Se3Maps(const Se3Setting& setting);

  EquivariantLinear query, self;            ///< in -> key, in -> out
  TensorProduct key, value;                 ///< in x harmonics -> key, out
  std::vector<Index> headOfKey, headOfOut;  ///< head of every channel: copies of a block fall to the heads in turn
};

template <class T>
struct Se3Input {
  Se3Setting setting;
  Array<double> pos;          ///< (N, 3) in the unit of maxRadius
  Array<T> f;                 ///< (N, Din)
  Array<T> query, self;       ///< (Wq), (Ws)
  Array<T> mlp_k_0, mlp_k_1;  ///< (basis, Hk), (Hk, Wk), multiplied from the right
  Array<T> mlp_v_0, mlp_v_1;  ///< (basis, Hv), (Hv, Wv)
  Array<double> graph = Array<double>();  ///< (N) number of the graph of each node; empty: all are of one
};

/// Over E edges: node dst attends to src.
template <class T>
struct Se3Result {
  Array<std::int32_t> edges;  ///< (E, 2) src, dst
  Array<T> q;                 ///< (N, Dk)
  Array<T> k, v;              ///< (E, Dk), (E, Dout)
  Array<T> S, A;              ///< (E, H)
  Array<T> out;               ///< (N, Dout)
};

/// A layer with its neighbours found, everything checked; keeps a reference to the input.
template <class T>
struct Se3Problem {
  const Se3Input<T>& input;
  Se3Maps maps;
  RadiusGraph graph;
  Array<T> q;  ///< (N, Dk)
};

/// Throws Error naming the array and both shapes.
template <class T>
Se3Problem<T> se3Problem(const Se3Input<T>& input, int threads, Progress& progress);

/// Keys (E, Dk), values (E, Dout) and scores (E, H).
template <class T>
struct Se3Messages {
  Array<T> k, v, S;
};

/// The definition, edge by edge.
template <class T>
Se3Messages<T> se3MessagesPlain(const Se3Problem<T>& problem, int threads, Progress& progress);

/// One edge per lane of a vector (EdgeProducts.h).
Se3Messages<float> se3MessagesNative(const Se3Problem<float>& problem, int threads, Progress& progress);

/// Softmax over the edges into each node, and what the node and its neighbours give. Throws Error when a score does not
/// fit into T.
template <class T>
Se3Result<T> se3Attend(const Se3Problem<T>& problem, Se3Messages<T> messages, int threads, Progress& progress);

/// q_i = W_Q f_i, k_ij = W_K(x_j - x_i) f_j, v_ij = W_V(x_j - x_i) f_j, S = q . k / sqrt(Dk/H) per head, A = softmax
/// over the neighbours j of i, out_i = W_S f_i + sum_j A_ij v_ij. A node alone keeps W_S f_i. The fast path for float,
/// the definition for double. Throws Error naming the array and both shapes, and when a score does not fit into T.
template <class T>
Se3Result<T> se3Transformer(const Se3Input<T>& input, int threads, Progress& progress);

}  // namespace engine
