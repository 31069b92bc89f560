// The end of a search by bounds against that by scores.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Random.h"
#include "engine/search/EarlyStop.h"

namespace early_stop_test {

using namespace engine;

/// E = 2^-score.
bool endsByBounds(const std::vector<float>& scores, const std::vector<float>& bounds, Index& numKnown) {
  BlockScores block{bounds, std::vector<bool>(bounds.size(), false)};
  numKnown = 0;
  return endsSearch(
      block, [](size_t, double score) { return std::exp2(-score); },
      [&](std::span<const size_t> some) {
        std::vector<float> known;
        for (const size_t k : some) known.push_back(scores[k]);
        numKnown += std::ssize(some);
        return known;
      });
}

TEST(EndOfASearch, isTheSameByBoundsAsByScores) {
  for (const Index count : {10, 1999, 2000})
    for (const int numHits : {0, 15, 19, 20, 21, 25, 400, 2000})
      for (const double slack : {0.0, 0.5, 30.0}) {
        Random random(static_cast<std::uint64_t>(numHits) + 3);
        std::vector<float> scores, bounds;
        std::vector<double> eValues;
        for (Index k = 0; k < count; ++k) {
          scores.push_back(static_cast<float>((k * 7 % count < numHits ? 12 : -14) + random.uniform()));
          bounds.push_back(scores.back() + static_cast<float>(slack * random.uniform()));
          eValues.push_back(std::exp2(-double(scores.back())));
        }
        Index numKnown = 0;
        EXPECT_EQ(endsByBounds(scores, bounds, numKnown), endsSearch(eValues)) << count << " " << numHits;
        if (slack < 1 && numHits != 20 && count == 2000) {
          EXPECT_LE(numKnown, 512) << numHits;
        }
      }
}

}  // namespace early_stop_test
