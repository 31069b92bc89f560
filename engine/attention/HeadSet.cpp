#include "engine/attention/HeadSet.h"

#include <cmath>

namespace engine {

namespace {

void checkMap(const AttentionMap& map, const Shape& expected, const std::string& where) {
  requireShape(where, map.weights.shape(), expected);
  if (!map.scores.empty()) requireShape(where + " (scores)", map.scores.shape(), expected);
  for (Index row = 0; row < expected[0]; ++row) {
    double sum = 0;
    for (Index key = 0; key < expected[1]; ++key) {
      const float weight = map.weights(row, key);
      if (!std::isfinite(weight))
        fail(where, ", row ", row, ", column ", key, ": found ", weight, ", expected a finite weight");
      if (!map.scores.empty() && !std::isfinite(map.scores(row, key)))
        fail(where, ", row ", row, ", column ", key, ": found the score ", map.scores(row, key),
             ", expected a finite one");
      sum += weight;
    }
    constexpr double kTolerance = 1e-4;
    if (map.isStochastic && std::abs(sum - 1) > kTolerance && std::abs(sum) > kTolerance)
      fail(where, ", row ", row, ": the weights sum to ", sum, ", expected 1 or 0");
  }
}

}  // namespace

void HeadSet::validate() const {
  if (numLayers < 0 || numHeads < 0 || static_cast<Index>(maps.size()) != numLayers * numHeads)
    fail("attention maps: found ", maps.size(), " maps, expected ", numLayers, " layers x ", numHeads, " heads");
  const auto checkLetters = [](const std::string& letters, Index positions, const char* what) {
    if (!letters.empty() && static_cast<Index>(letters.size()) != positions)
      fail("attention maps: found ", letters.size(), " ", what, " letters, expected ", positions);
  };
  const auto checkTokens = [](const std::vector<std::string>& tokens, Index positions, const char* what) {
    if (!tokens.empty() && static_cast<Index>(tokens.size()) != positions)
      fail("attention maps: found ", tokens.size(), " ", what, " tokens, expected ", positions);
  };
  checkTokens(queryTokens, numQueries, "query");
  checkTokens(keyTokens, numKeys, "key");
  checkLetters(queryLetters, numQueries, "query");
  checkLetters(keyLetters, numKeys, "key");
  for (Index layer = 0; layer < numLayers; ++layer)
    for (Index head = 0; head < numHeads; ++head)
      if (const AttentionMap* one = map(layer, head))
        checkMap(*one, {numQueries, numKeys},
                 "attention map of layer " + std::to_string(layer) + ", head " + std::to_string(head));
}

}  // namespace engine
