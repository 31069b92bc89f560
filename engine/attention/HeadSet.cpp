#include "engine/attention/HeadSet.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

/// Sums in eight parts, so that the processor need not wait for each addition.
double sumOf(const float* values, Index count) {
  constexpr Index kParts = 8;
  double parts[kParts] = {};
  Index k = 0;
  for (; k + kParts <= count; k += kParts)
    for (Index part = 0; part < kParts; ++part) parts[part] += static_cast<double>(values[k + part]);
  double sum = 0;
  for (; k < count; ++k) sum += static_cast<double>(values[k]);
  for (const double part : parts) sum += part;
  return sum;
}

bool isStochasticSum(double sum, double tolerance) {
  return std::abs(sum - 1) <= tolerance || std::abs(sum) <= tolerance;
}

/// Position of the first value that is not finite; -1 when all are.
Index firstOddValue(const float* values, Index count) {
  bool isFinite = true;
  for (Index k = 0; k < count; ++k) isFinite &= std::abs(values[k]) <= std::numeric_limits<float>::max();
  if (isFinite) return -1;
  const float* const found = std::find_if(values, values + count, [](float value) { return !std::isfinite(value); });
  return found - values;
}

/// Position of the first score that is not finite, other than -inf of a key without weight: that one was masked.
Index firstOddScore(const float* scores, const float* weights, Index count) {
  if (firstOddValue(scores, count) < 0) return -1;
  for (Index k = 0; k < count; ++k) {
    const bool isMasked = weights[k] == 0 && scores[k] == -std::numeric_limits<float>::infinity();
    if (!std::isfinite(scores[k]) && !isMasked) return k;
  }
  return -1;
}

}  // namespace

void validateMap(const AttentionMap& map, const Shape& shape, const std::string& where) {
  requireShape(where, map.weights.shape(), shape);
  if (!map.scores.empty()) requireShape(where + " (scores)", map.scores.shape(), shape);
  if (!map.mask.empty()) requireShape(where + " (mask)", map.mask.shape(), shape);
  const Index columns = shape[1];
  for (Index row = 0; row < shape[0]; ++row) {
    const float* const weights = map.weights.data() + row * columns;
    if (const Index key = firstOddValue(weights, columns); key >= 0)
      fail(where, ", row ", row + 1, ", column ", key + 1, ": found ", weights[key], ", expected a finite weight");
    const float* const scores = map.scores.empty() ? nullptr : map.scores.data() + row * columns;
    if (const Index key = scores ? firstOddScore(scores, weights, columns) : -1; key >= 0)
      fail(where, ", row ", row + 1, ", column ", key + 1, ": found the score ", scores[key],
           ", expected a finite one, or -inf where the weight is 0");
    const double sum = map.isStochastic ? sumOf(weights, columns) : 0;
    if (!isStochasticSum(sum, map.rowTolerance))
      fail(where, ", row ", row + 1, ": the weights sum to ", sum, ", expected 1 or 0");
  }
}

Array<Bool> maskedCells(const AttentionMap& map) {
  constexpr float kMasked = -std::numeric_limits<float>::infinity();
  Array<Bool> masked = map.mask;
  const auto isTrue = [](Bool value) { return static_cast<bool>(value); };
  if (!map.scores.empty() && std::find(map.scores.begin(), map.scores.end(), kMasked) != map.scores.end()) {
    if (masked.empty()) masked = Array<Bool>(map.weights.shape(), Bool{}, "mask");
    for (Index k = 0; k < masked.size(); ++k)
      if (map.scores[k] == kMasked) masked[k] = Bool{1};
  }
  return std::any_of(masked.begin(), masked.end(), isTrue) ? masked : Array<Bool>({0, 0});
}

bool hasStochasticRows(const Array<float>& weights, float tolerance) {
  requireShape(weights.name, weights.shape(), {-1, -1});
  const Index columns = weights.length(1);
  Index numTelling = 0;
  for (Index row = 0; row < weights.length(0); ++row) {
    const float* const values = weights.data() + row * columns;
    if (firstOddValue(values, columns) >= 0) continue;
    ++numTelling;
    int numNegative = 0, numOther = 0;
    for (Index k = 0; k < columns; ++k) {
      numNegative += values[k] < -tolerance ? 1 : 0;
      numOther += values[k] != 0 ? 1 : 0;
    }
    if (numOther == 0) continue;
    if (numNegative > 0 || std::abs(sumOf(values, columns) - 1) > tolerance) return false;
  }
  return numTelling > 0 || weights.length(0) == 0;
}

PooledMap HeadSet::pooled(Index layer, Index head, Index block) const {
  if (source) return source->pooled(layer, head, block);
  const auto present = map(layer, head);
  return present ? pooledMap(present->weights, block) : PooledMap{};
}

void HeadSource::readWeights(Index layer, Index head, Array<float>& target) const {
  target = map(layer, head)->weights;
}

void HeadSet::readWeights(Index layer, Index head, Array<float>& target) const {
  if (source) return source->readWeights(layer, head, target);
  const auto present = map(layer, head);
  if (!present) fail("attention maps: layer ", layer + 1, ", head ", head + 1, " is missing");
  target = present->weights;
}

void HeadSet::validate() const {
  const bool agrees = source ? maps.empty() : static_cast<Index>(maps.size()) == numLayers * numHeads;
  if (numLayers < 0 || numHeads < 0 || !agrees)
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
      if (const auto one = map(layer, head))
        validateMap(*one, {numQueries, numKeys},
                    "attention map of layer " + std::to_string(layer + 1) + ", head " + std::to_string(head + 1));
}

}  // namespace engine
