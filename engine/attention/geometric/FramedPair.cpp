#include "engine/attention/geometric/FramedPair.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"

namespace engine {

FramedPair::FramedPair(Index head, Index query, Index key, const Frames& frames)
    : head(head),
      query(query),
      key(key),
      queryFrame(nth(frames.frames, query)),
      keyFrame(nth(frames.frames, key)),
      hasQueryFrame(nth(frames.valid, query)),
      hasKeyFrame(nth(frames.valid, key)) {}

void FramedPair::weigh(std::vector<double> allScores, std::vector<double> allWeights, std::vector<bool> seen) {
  scores = std::move(allScores);
  weights = std::move(allWeights);
  areSeen = std::move(seen);
  score = nth(scores, key);
  isSeen = nth(areSeen, key);
  largestScore = -std::numeric_limits<double>::infinity();
  for (size_t j = 0; j < scores.size(); ++j)
    if (areSeen[j]) largestScore = std::max(largestScore, scores[j]);
  rank = 1;
  for (size_t j = 0; j < scores.size(); ++j) {
    if (!areSeen[j]) continue;
    ++numSeen;
    sum += std::exp(scores[j] - largestScore);
    if (scores[j] > score) ++rank;
  }
}

Index strongestOther(const std::vector<double>& weights, Index query) {
  Index best = query;
  for (Index j = 0; j < std::ssize(weights); ++j)
    if (j != query && (best == query || nth(weights, j) > nth(weights, best))) best = j;
  return best;
}

}  // namespace engine
