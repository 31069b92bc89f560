// SE(3)-equivariant attention of the e3nn Transformer guide (MATHEMATICS.md 11): nodes in space attend to their
// neighbours; rotating, reflecting or moving the positions turns the outputs as their irreps say.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/equivariant/EquivariantLinear.h"
#include "engine/equivariant/FullyConnectedNet.h"
#include "engine/equivariant/RadialBasis.h"
#include "engine/equivariant/RadiusGraph.h"
#include "engine/equivariant/TensorProduct.h"

namespace engine {

/// Defaults: those of the guide.
struct EquivariantSetting {
  Irreps in = Irreps::parse("10x0e+5x1o+2x2e"), query = Irreps::parse("11x0e+4x1o"), key = Irreps::parse("12x0e+3x1o"),
         out = Irreps::parse("14x0e+6x1o");
  int maxDegree = 3;  ///< of the spherical harmonics, 0 to kMaxDegree
  double maxRadius = 1.3;
  RadialKind radial = RadialKind::smoothFinite;
  Index basisCount = 10;
  PathNormalization normalization = PathNormalization::element;
  Activation activation = Activation::silu;
  bool isEdgeSoft = true;  ///< false: every neighbour counts in full up to the radius, and outputs jump there

  RadialBasis basis() const { return {radial, 0, maxRadius, basisCount, RadialEnds::cutoff}; }
  /// c of an edge of length r: MATHEMATICS.md 11.2, or 1 inside the radius where the edge is not soft.
  template <class T>
  T cutoff(T r) const {
    const auto radius = static_cast<T>(maxRadius);
    return isEdgeSoft ? edgeCutoff(r, radius) : r < radius ? T(1) : T(0);
  }
};

/// The maps between irreps that follow from a setting; their numbers of weights are the widths Wq, Wk, Wv, Ws.
struct EquivariantMaps {
  explicit EquivariantMaps(const EquivariantSetting& setting);
  EquivariantLinear query;   ///< in -> query
  TensorProduct key, value;  ///< in x harmonics -> key, out
  TensorProduct score;       ///< query x key -> 0e
};

/// N nodes. All weights flat or (in, out), multiplied from the right.
template <class T>
struct EquivariantInput {
  EquivariantSetting setting;
  Array<double> pos;  ///< (N, 3), in the unit of maxRadius
  Array<T> f;         ///< (N, Din) features of the irreps `in`
  Array<T> linear;    ///< (Wq)
  Array<T> mlp_k_0;   ///< (basis, Hk)
  Array<T> mlp_k_1;   ///< (Hk, Wk)
  Array<T> mlp_v_0;   ///< (basis, Hv)
  Array<T> mlp_v_1;   ///< (Hv, Wv)
  Array<T> dot;       ///< (Ws)
  Array<double> graph = Array<double>();  ///< (N) number of the graph of each node; empty: all are of one
};

/// Over E edges: node dst attends to src. A node without neighbours has out = 0.
template <class T>
struct EquivariantResult {
  Array<std::int32_t> edges;  ///< (E, 2) src, dst
  Array<T> lengths;           ///< (E) distances
  Array<T> q;                 ///< (N, Dq)
  Array<T> k;                 ///< (E, Dk)
  Array<T> v;                 ///< (E, Dout)
  Array<T> s;                 ///< (E) scores
  Array<T> a;                 ///< (E) weights; those into a node add up to 1, or are 0 when no cutoff is above 0
  Array<T> out;               ///< (N, Dout) sum over the edges into a node of sqrt(a) v
};

/// What the keys and values of an edge are made from.
template <class T>
struct EquivariantDetails {
  Array<T> c;         ///< (E) cutoff of each edge
  Array<T> b;         ///< (E, basis) radial basis times sqrt(basis)
  Array<T> Y;         ///< (E, (maxDegree + 1)^2) spherical harmonics, component normalisation
  Array<T> w_k, w_v;  ///< (E, Wk), (E, Wv) weights of the tensor products
};

/// A layer with what does not depend on the edges' distances yet; keeps a reference to the input.
template <class T>
struct EquivariantProblem {
  const EquivariantInput<T>& input;
  EquivariantMaps maps;
  RadiusGraph graph;
  Array<T> q;  ///< (N, Dq)

  Index nodes() const { return input.pos.length(0); }
  Index numEdges() const { return graph.lengths.size(); }
};

/// Checks all shapes, finds the neighbours and computes q. Throws Error naming the array and both shapes.
template <class T>
EquivariantProblem<T> equivariantProblem(const EquivariantInput<T>& input, int threads, Progress& progress);

/// Keys (E, Dk), values (E, Dout) and scores (E).
template <class T>
struct EdgeMessages {
  Array<T> k, v, s;
};

/// The definition, edge by edge.
template <class T>
EdgeMessages<T> edgeMessagesPlain(const EquivariantProblem<T>& problem, int threads, Progress& progress);

/// One edge per lane of a vector; the weights of the tensor products live in registers and cache only.
EdgeMessages<float> edgeMessagesNative(const EquivariantProblem<float>& problem, int threads, Progress& progress);

/// Cutoffs, basis, harmonics and weights of all edges.
template <class T>
EquivariantDetails<T> equivariantDetails(const EquivariantProblem<T>& problem, int threads, Progress& progress);

/// Softmax over the edges into each node, weighted by their cutoffs, and the sums of the values.
template <class T>
EquivariantResult<T> attend(const EquivariantProblem<T>& problem, EdgeMessages<T> messages, int threads,
                            Progress& progress);

/// The fast path for float, the definition for double. Warns when irreps cannot be reached. Throws Error when a result
/// overflows.
template <class T>
EquivariantResult<T> equivariantAttention(const EquivariantProblem<T>& problem, int threads, Diagnostics& diagnostics,
                                          Progress& progress);

}  // namespace engine
