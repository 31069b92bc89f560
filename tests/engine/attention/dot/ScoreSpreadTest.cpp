// How far scores lie apart: by hand, by theory, and by numbers made elsewhere.
#include "engine/attention/dot/ScoreSpread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/Error.h"
#include "engine/base/Random.h"

namespace score_spread_test {

using namespace engine;

Progress none;

Array<double> normal(Index rows, Index depth, Random& random) {
  Array<double> drawn({rows, depth});
  for (double& value : drawn) value = random.normal();
  return drawn;
}

TEST(ScoreSpread, twoKeysByHand) {
  // Scores 0 and ln 3 for one query, twice ln 3 and 0 for the other.
  const double s = std::log(3.0);
  const ScoreSpread found =
      scoreSpread(Array<double>({2, 2}, {0, 1, 2, 0}), Array<double>({2, 2}, {s, 0, 0, s}), 1, none);
  EXPECT_NEAR(found.variance, (s * s + 4 * s * s) / 4, 1e-12);
  const auto bits = [](double p) { return -p * std::log2(p) - (1 - p) * std::log2(1 - p); };
  EXPECT_NEAR(found.entropy, (bits(0.75) + bits(0.9)) / 2, 1e-12);
  EXPECT_NEAR(found.byRank[0], (0.75 + 0.9) / 2, 1e-12);
  EXPECT_NEAR(found.byRank[1], (0.25 + 0.1) / 2, 1e-12);
}

TEST(ScoreSpread, noneOneAndNoDepth) {
  EXPECT_EQ(scoreSpread(Array<double>({0, 3}), Array<double>({2, 3}, 1.0), 1, none).entropy, 0);
  EXPECT_EQ(scoreSpread(Array<double>({2, 3}, 1.0), Array<double>({0, 3}), 1, none).byRank.size(), 0);
  const ScoreSpread one = scoreSpread(Array<double>({1, 1}, 2.0), Array<double>({1, 1}, 3.0), 0.5, none);
  EXPECT_EQ(one.variance, 9);
  EXPECT_EQ(one.entropy, 0);
  const ScoreSpread flat = scoreSpread(Array<double>({3, 0}), Array<double>({4, 0}), 1, none);
  EXPECT_EQ(flat.variance, 0);
  EXPECT_NEAR(flat.entropy, 2, 1e-12) << "nothing to tell keys apart";
  EXPECT_THROW(scoreSpread(Array<double>({1, 2}), Array<double>({1, 3}), 1, none), Error);
}

TEST(ScoreSpread, varianceOfNormalVectorsIsTheirDepthWithinTheSamplingError) {
  Random random(7);
  constexpr Index kQueries = 24, kKeys = 40;
  constexpr int kDraws = 60;
  for (const Index depth : {1, 3, 16, 200}) {
    double sum = 0, squares = 0;
    for (int draw = 0; draw < kDraws; ++draw) {
      const Array<double> Q = normal(kQueries, depth, random), K = normal(kKeys, depth, random);
      const double raw = scoreSpread(Q, K, 1, none).variance / double(depth);
      EXPECT_NEAR(scoreSpread(Q, K, standardScale(depth), none).variance, raw, 1e-9 * raw);
      sum += raw;
      squares += raw * raw;
    }
    const double mean = sum / kDraws, error = errorOfVariance(kQueries, kKeys, depth);
    EXPECT_NEAR(mean, 1, 4 * error / std::sqrt(double(kDraws))) << depth;
    // The spread of the draws is the one by formula: a standard deviation of 60 draws is known within 9 %.
    EXPECT_NEAR(std::sqrt(squares / kDraws - mean * mean) / error, 1, 0.4) << depth;
  }
}

TEST(ScoreSpread, entropiesAreThoseComputedElsewhere) {
  const Index depths[] = {4, 16, 64, 256, 1024};
  const double raw[] = {4.22, 1.94, 0.844, 0.408, 0.189}, scaled[] = {5.36, 5.29, 5.35, 5.34, 5.30};
  for (size_t k = 0; k < std::size(depths); ++k) {
    const auto Q = deterministicArray<double>(501, {64, depths[k]}, std::sqrt(3.0)),
               K = deterministicArray<double>(502, {64, depths[k]}, std::sqrt(3.0));
    EXPECT_NEAR(scoreSpread(Q, K, 1, none).entropy / raw[k], 1, 0.01) << depths[k];
    EXPECT_NEAR(scoreSpread(Q, K, standardScale(depths[k]), none).entropy, scaled[k], 0.01) << depths[k];
  }
}

TEST(ScoreSpread, entropyOfManyNormalScoresIsTheFormula) {
  Random random(3);
  for (const double variance : {0.25, 1.0}) {
    const Array<double> Q = Array<double>({1, 1}, 1.0), K = normal(200'000, 1, random);
    const double found = scoreSpread(Q, K, std::sqrt(variance), none).entropy;
    EXPECT_NEAR(found, entropyOfNormalScores(200'000, variance), 0.03) << variance;
  }
}

TEST(ScoreSpread, ranksFallAndAddUpToOne) {
  Random random(5);
  const ScoreSpread found = scoreSpread(normal(9, 8, random), normal(17, 8, random), 1, none);
  EXPECT_TRUE(std::is_sorted(found.byRank.begin(), found.byRank.end(), std::greater<>()));
  EXPECT_NEAR(std::accumulate(found.byRank.begin(), found.byRank.end(), 0.0), 1, 1e-12);
}

}  // namespace score_spread_test
