// One pair of residues taken through invariant point attention line by line (MATHEMATICS.md 16.7).
#pragma once

#include "engine/attention/geometric/FramedPair.h"
#include "engine/attention/invariant-point/InvariantPoint.h"

namespace engine {

/// A pair in one head: d features, P pair features, Q query and V value points.
struct InvariantPointPair : FramedPair {
  using FramedPair::FramedPair;
  std::vector<double> q, k, v;                         ///< d each: of the query, of the key
  std::vector<double> z, W_b;                          ///< P each: features of the pair, weights of the head
  std::vector<TurnedVector> q_points, k_points;        ///< Q, Å: of the query, of the key
  std::vector<TurnedVector> v_points;                  ///< V, Å: of the key
  double dot = 0, bias = 0;                            ///< q . k; W_b z
  double squares = 0;                                  ///< of the distances of q_points and k_points in the world, Å²
  double gamma = 0;                                    ///< after softplus
  double scalarTerm = 0, pairTerm = 0, pointTerm = 0;  ///< what adds up to the score, w_L in each
  std::vector<double> o_pair, o;                       ///< P, d: sums over keys
  std::vector<TurnedVector> o_points;  ///< V, Å: sums over keys, moved back into the frame of the query
};

/// The layer with its vectors in the world made once, for any pair and any weights of the points.
class InvariantPointPairs {
 public:
  /// Throws Error as invariantPoint does.
  InvariantPointPairs(InvariantPointInput<double> input, int threads, Progress& progress);

  Index heads() const { return m_input.heads(); }
  Index length() const { return m_input.length(); }
  const Array<double>& gamma() const { return m_input.gamma; }             ///< (H), before softplus
  const std::vector<Vector3>& alphaCarbons() const { return m_input.ca; }  ///< L, Å; NaN where missing
  /// Another one (H), before softplus. Throws Error when it is of another shape.
  void setGamma(Array<double> gamma);
  /// 0 <= head < heads(), 0 <= query, key < length(). Cost O(H L).
  InvariantPointPair pair(Index head, Index query, Index key) const;
  /// The key with the greatest weight that is not the query itself; the query where there is no other.
  Index strongestKey(Index head, Index query) const;

 private:
  void addOutputs(InvariantPointPair& pair) const;

  InvariantPointInput<double> m_input;
  InvariantPointVectors<double> m_vectors;
};

}  // namespace engine
