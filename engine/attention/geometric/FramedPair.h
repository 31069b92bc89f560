// One pair of residues with frames in a head that attends, whatever its score is made of.
#pragma once

#include <vector>

#include "engine/base/Array.h"
#include "engine/structure/Frame.h"

namespace engine {

/// A vector before and after the change of frame: in the frame of its residue, and in the world. Directions have no
/// unit, points are in Å.
struct TurnedVector {
  Vector3 local, world;
};

struct FramedPair {
  Index head = 0, query = 0, key = 0;
  Frame queryFrame, keyFrame;
  bool hasQueryFrame = false, hasKeyFrame = false;
  bool isSeen = false;  ///< the key has a frame and is in the query's chain
  double score = 0;
  std::vector<double> scores, weights;  ///< of all keys of the query, L each; scores are those before the masks
  std::vector<bool> areSeen;            ///< L
  Index rank = 0;                       ///< 1: no other key has a greater weight; of the keys that are seen
  Index numSeen = 0;
  double largestScore = 0;               ///< of the keys that are seen
  double sum = 0;                        ///< of exp(S - largestScore) over them
  std::vector<double> features, update;  ///< of the query: s (D), and Y (Dout) of all heads together

  /// Head, residues and their frames.
  FramedPair() = default;
  FramedPair(Index head, Index query, Index key, const Frames& frames);
  double weight() const { return weights[static_cast<size_t>(key)]; }
  /// Whether Y can be added to s: the residual connection.
  bool hasResidual() const { return features.size() == update.size(); }
  /// The row of the query (L each), and what the key is in it: score, isSeen, rank, numSeen, largestScore, sum.
  void weigh(std::vector<double> allScores, std::vector<double> allWeights, std::vector<bool> seen);
};

/// The key with the greatest of these weights that is not the query itself; the query where there is no other.
Index strongestOther(const std::vector<double>& weights, Index query);

}  // namespace engine
