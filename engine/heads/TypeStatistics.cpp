#include "engine/heads/TypeStatistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/sequence/Alphabet.h"

namespace engine {

namespace {

constexpr Index kTypes = alphabet::kNumResidues;
using ByType = std::array<double, kTypes>;

/// p log2(p / q); 0 for p = 0.
double informationOf(double p, double q) { return p > 0 ? p * std::log2(p / q) : 0; }

}  // namespace

std::vector<double> typeSums(const std::vector<double>& byType, Index stride, const std::vector<int>& keyTypes) {
  std::vector<double> sums(static_cast<size_t>(kTypes * kTypes), 0);
  for (Index a = 0; a < kTypes; ++a)
    for (size_t j = 0; j < keyTypes.size(); ++j)
      if (keyTypes[j] >= 0) nth(sums, a * kTypes + keyTypes[j]) += nth(byType, a * stride + static_cast<Index>(j));
  return sums;
}

void describeTypes(std::vector<double> sums, const std::vector<int>& keyTypes, HeadStatistics& head) {
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  if (total <= 0) return;
  ByType looking{}, lookedAt{}, present{};
  for (Index a = 0; a < kTypes; ++a)
    for (Index b = 0; b < kTypes; ++b) {
      const double share = nth(sums, a * kTypes + b) /= total;
      nth(looking, a) += share;
      nth(lookedAt, b) += share;
    }
  Index known = 0;
  for (const int type : keyTypes) {
    if (type < 0) continue;
    nth(present, Index{type}) += 1;
    ++known;
  }
  double joint = 0, chosen = 0;
  for (Index a = 0; a < kTypes; ++a) {
    for (Index b = 0; b < kTypes; ++b)
      joint += informationOf(nth(sums, a * kTypes + b), nth(looking, a) * nth(lookedAt, b));
    chosen += informationOf(nth(lookedAt, a), nth(present, a) / static_cast<double>(known));
  }
  head.typeInformation = joint;
  head.keyTypeInformation = chosen;
  const Index best = std::max_element(lookedAt.begin(), lookedAt.end()) - lookedAt.begin();
  head.keyType = alphabet::kLetters[static_cast<size_t>(best)];
  head.keyTypeShare = nth(lookedAt, best);
  head.keyTypeBackground = nth(present, best) / static_cast<double>(known);
  head.keyTypeCount = static_cast<Index>(nth(present, best));
}

}  // namespace engine
