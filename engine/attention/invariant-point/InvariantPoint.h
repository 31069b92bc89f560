// Invariant point attention of AlphaFold 2 (MATHEMATICS.md 16): scores of features, pairs and points in residue frames.
#pragma once

#include <cmath>
#include <limits>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/structure/Frame.h"

namespace engine {

/// w_L: the three terms of a score are independent, so that their sum has a variance of 3 without it.
inline const double kInvariantPointLogitWeight = std::sqrt(1.0 / 3.0);
/// w_C: of the squared distances of Q points (Q > 0), whose sum has a variance of 9 Q / 2 for points of variance 1.
inline double invariantPointWeight(Index Q) { return std::sqrt(2.0 / (9.0 * static_cast<double>(Q))); }

/// none: only the sums over keys. weights: A. terms: also S and the three terms it is the sum of.
enum class KeptPointMaps { none, weights, terms };

/// L residues, H heads of width d, Q query and V value points per head, P pair features.
template <class T>
struct InvariantPointInput {
  Array<T> s;                                         ///< (L, D) features
  std::vector<Vector3> n, ca, c;                      ///< L each, Å; NaN where missing
  Array<T> z, W_b;                                    ///< (L, L, P), (H, P); both empty: no pair features
  Array<T> W_q, W_k, W_v;                             ///< (Hd, D), head by head
  Array<T> W_q_points, W_k_points, W_v_points;        ///< (3HQ, D), (3HQ, D), (3HV, D): head, point, x y z; Å
  Array<T> gamma;                                     ///< (H), before softplus
  Array<T> W_out, b_out;                              ///< (Dout, H (P + d + 4V)), (Dout) or empty
  KeptPointMaps kept = KeptPointMaps::weights;

  Index length() const { return s.length(0); }
  Index heads() const { return gamma.size(); }
  Index width() const { return heads() == 0 ? 0 : W_q.length(0) / heads(); }
  Index queryPoints() const { return heads() == 0 ? 0 : W_q_points.length(0) / (3 * heads()); }
  Index valuePoints() const { return heads() == 0 ? 0 : W_v_points.length(0) / (3 * heads()); }
  Index pairFeatures() const { return W_b.rank() == 2 ? W_b.length(1) : 0; }
};

/// What is compared and summed. Points are in the world, relative to `centre`.
template <class T>
struct InvariantPointVectors {
  Array<T> q, k, v;                       ///< (H, L, d)
  Array<T> q_points, k_points, v_points;  ///< (H, L, 3Q), (H, L, 3Q), (H, L, 3V), Å
  Array<T> gamma;                         ///< (H) after softplus
  Frames frames;                          ///< L; x axis from CA to C, as in AlphaFold 2
  Vector3 centre = Vector3::Zero();       ///< Å; mean CA of residues with a frame: float32 stays right far from 0

  Index heads() const { return q.length(0); }
  Index length() const { return q.length(1); }
  Index width() const { return q.length(2); }
};

template <class T>
struct InvariantPointMaps {
  Array<T> scalar, pair, point;  ///< (H, L, L) terms of the score, times w_L; empty unless kept
  Array<T> S, A;                 ///< (H, L, L) score before the mask, weights; empty unless kept
  Array<T> o_pair, o, o_points;  ///< (H, L, P), (H, L, d), (H, L, 3V) sums over keys; points relative to `centre`
};

template <class T>
struct InvariantPointResult {
  InvariantPointVectors<T> vectors;
  InvariantPointMaps<T> maps;
  Array<T> joined;  ///< (L, H (P + d + 4V)) head by head: pair features, values, points in the frame, their lengths
  Array<T> Y;       ///< (L, Dout)
};

/// Frames as AlphaFold 2 has them (Algorithm 21): origin CA, x axis from CA to C, N in the xy plane. Those of
/// framesOfBackbone() turned by half a turn about y.
Frames invariantPointFrames(const std::vector<Vector3>& n, const std::vector<Vector3>& ca,
                            const std::vector<Vector3>& c);
/// Throws Error naming the array when lengths or widths do not agree.
template <class T>
void checkInvariantPoint(const InvariantPointInput<T>& input);
template <class T>
InvariantPointVectors<T> invariantPointVectors(const InvariantPointInput<T>& input, int threads, Progress& progress);
/// Of one query: L each, and the sums over them.
template <class T>
struct InvariantPointRow {
  std::vector<T> scalar, pair, point, S, A;
  std::vector<T> o_pair, o, o_points;  ///< P, d, 3V; points relative to the centre
};
/// Row `i` of a head as the definition has it, of all keys. Cost O(L).
template <class T>
InvariantPointRow<T> invariantPointRow(const InvariantPointInput<T>& input, const InvariantPointVectors<T>& vectors,
                                       Index head, Index i);
/// What n residues with these frames hand on, (n, H (P + d + 4V)), out of their sums over keys, (H, n, ...) each.
template <class T>
Array<T> joinedInvariantPoints(const Frames& frames, const Vector3& centre, const InvariantPointMaps<T>& maps);

/// Maps of the right shapes, to be written in full. Throws Error when they cannot fit into memory.
template <class T>
InvariantPointMaps<T> emptyInvariantPointMaps(const InvariantPointInput<T>& input);

/// The definition, row by row. Keys without a frame have the lowest finite score: a row of them is uniform.
template <class T>
InvariantPointMaps<T> invariantPointPlain(const InvariantPointInput<T>& input, const InvariantPointVectors<T>& vectors,
                                          int threads, Progress& progress);
/// All heads of a query at once: products of matrices over keys that lie together.
InvariantPointMaps<float> invariantPointNative(const InvariantPointInput<float>& input,
                                               const InvariantPointVectors<float>& vectors, int threads,
                                               Progress& progress);

/// The whole layer, without the residual connection; natively for float, by the definition for double. Throws Error
/// when a result is not finite.
template <class T>
InvariantPointResult<T> invariantPoint(const InvariantPointInput<T>& input, int threads, Diagnostics& diagnostics,
                                       Progress& progress);

}  // namespace engine
