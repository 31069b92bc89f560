// One pair of residues taken through geometric attention line by line (MATHEMATICS.md 10.7).
#pragma once

#include "engine/attention/geometric/FramedPair.h"
#include "engine/attention/geometric/GeometricAttention.h"

namespace engine {

struct GeometricPair : FramedPair {
  using FramedPair::FramedPair;
  TurnedVector q_r, q_d;                                        ///< of the query
  TurnedVector k_r, k_d, v;                                     ///< of the key; v is the first message
  double R = 0, D = 0;                                          ///< q_r . k_r / sqrt 3; |q_d - k_d| / sqrt 3, Å
  double weight_r = 0, weight_d = 0;                            ///< softplus(w_r), softplus(w_d)
  double rotationTerm = 0, distanceTerm = 0, sequenceBias = 0;  ///< what adds up to the score
  TurnedVector o;                                               ///< sum of A v of this head's first message
  Vector3 share;                                                ///< A v of this key alone, in the world
};

/// The layer with its vectors in the world made once, for any pair and any weights of the two terms.
class GeometricPairs {
 public:
  /// Throws Error as geometricAttention does.
  GeometricPairs(GeometricInput<double> input, int threads, Progress& progress);

  Index heads() const { return m_input.heads(); }
  Index length() const { return m_input.length(); }
  const Array<double>& w_r() const { return m_input.w_r; }  ///< (H), before softplus
  const Array<double>& w_d() const { return m_input.w_d; }
  const std::vector<Vector3>& alphaCarbons() const { return m_input.ca; }  ///< L, Å; NaN where missing
  /// Other weights, (H) each, before softplus. Throws Error when they are of another shape.
  void setWeights(Array<double> w_r, Array<double> w_d);
  /// 0 <= head < heads(), 0 <= query, key < length(). Cost O(H L).
  GeometricPair pair(Index head, Index query, Index key) const;
  /// The key with the greatest weight that is not the query itself; the query where there is no other.
  Index strongestKey(Index head, Index query) const;

 private:
  GeometricInput<double> m_input;
  Frames m_frames;
  GeometricVectors<double> m_vectors;
};

}  // namespace engine
