// One pair of residues taken through geometric attention line by line (MATHEMATICS.md 10.7).
#pragma once

#include "engine/attention/geometric/GeometricAttention.h"

namespace engine {

/// A vector before and after the change of frame: in the frame of its residue, and in the world. Directions have no
/// unit, points are in Å.
struct TurnedVector {
  Vector3 local, world;
};

struct GeometricPair {
  Index head = 0, query = 0, key = 0;
  Frame queryFrame, keyFrame;
  bool hasQueryFrame = false, hasKeyFrame = false;
  bool isSeen = false;                ///< the key has a frame and is in the query's chain
  TurnedVector q_r, q_d;              ///< of the query
  TurnedVector k_r, k_d, v;           ///< of the key; v is the first message
  double R = 0, D = 0;                ///< q_r . k_r / sqrt 3; |q_d - k_d| / sqrt 3, Å
  double weight_r = 0, weight_d = 0;  ///< softplus(w_r), softplus(w_d)
  double rotationTerm = 0, distanceTerm = 0, sequenceBias = 0;  ///< what adds up to the score
  double score = 0;
  std::vector<double> scores, weights;  ///< of all keys of the query, L each; scores are those before the masks
  std::vector<bool> areSeen;            ///< L
  Index rank = 0;                       ///< 1: no other key has a greater weight; of the keys that are seen
  Index numSeen = 0;
  double largestScore = 0;  ///< of the keys that are seen
  double sum = 0;           ///< of exp(S - largestScore) over them
  TurnedVector o;           ///< sum of A v of this head's first message
  Vector3 share;            ///< A v of this key alone, in the world
  std::vector<double> features, update;  ///< of the query: s (D), and Y (Dout) of all heads together

  double weight() const { return weights[static_cast<size_t>(key)]; }
  /// Whether Y can be added to s: the residual connection.
  bool hasResidual() const { return features.size() == update.size(); }
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
