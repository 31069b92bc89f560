// Significance of scores: the grid of the reference data, known values, limits.
#include "engine/hmm/pair/AlignmentStatistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/engine/hmm/Support.h"

using namespace engine;

namespace alignment_statistics_test {

constexpr AlignmentMode kLocal = AlignmentMode::local, kGlobal = AlignmentMode::global;

TEST(AlignmentStatistics, networksGiveThePublishedExamples) {
  const auto expect = [](const PairSizes& sizes, double lambda, double mu) {
    EXPECT_NEAR(extremeValues(sizes, kLocal).lambda, lambda, 6e-5);
    EXPECT_NEAR(extremeValues(sizes, kLocal).mu, mu, 6e-3);
  };
  expect({100, 100, 1, 1}, .4544, 8.50);
  expect({300, 300, 4, 4}, .3409, 12.52);
  expect({300, 300, 8, 8}, .3474, 10.45);
  expect({1000, 300, 6, 6}, .2906, 14.17);
  EXPECT_EQ(extremeValues({300, 300, 4, 4}, kGlobal).lambda, 0.42);
  EXPECT_EQ(extremeValues({300, 300, 4, 4}, kGlobal).mu, 3);
  EXPECT_THROW(extremeValues({0, 300, 1, 1}, kLocal), Error);
}

TEST(AlignmentStatistics, networksEqualTheGrid) {
  const auto path = test::sharedFile("hh/evd_grid.json");
  if (path.empty()) GTEST_SKIP() << "the HH-suite reference data is not beside the checkout";
  int agreeing = 0, compared = 0;
  const auto grid = nlohmann::json::parse(test::readText(path));
  for (const auto& row : grid["rows"]) {
    const ExtremeValues found = extremeValues({row[0], row[1], row[2], row[3]}, kLocal);
    const double lambda = row[4], mu = row[5];
    agreeing += std::abs(found.lambda - lambda) < 1e-5 && std::abs(found.mu - mu) < 1e-3;
    ++compared;
  }
  std::cout << agreeing << " of " << compared << " points of the grid agree\n";
  EXPECT_EQ(agreeing, compared);
  EXPECT_GT(compared, 100);
}

TEST(AlignmentStatistics, logPValueGoesOnWherePIsZero) {
  const ExtremeValues gumbel{0.5, 10};
  EXPECT_NEAR(logPValue(10, gumbel), std::log(1 - std::exp(-1)), 1e-12);
  EXPECT_NEAR(logPValue(29.9, gumbel), logPValue(30.1, gumbel) + 0.1, 1e-4);
  EXPECT_DOUBLE_EQ(logPValue(4010, gumbel), -2000);
  EXPECT_EQ(logPValue(-1000, gumbel), 0);
}

TEST(AlignmentStatistics, probabilityFallsWithTheSignificanceOnly) {
  for (const AlignmentMode mode : {kLocal, kGlobal})
    for (const auto structure : {StructureKnowledge::none, StructureKnowledge::bothSides}) {
      double before = -1;
      for (double significance = -50; significance <= 200; significance += 10) {
        const double probability = homologyProbability(significance, mode, structure);
        EXPECT_GE(probability, before);
        before = probability;
      }
      EXPECT_EQ(homologyProbability(201, mode, structure), 100);
      EXPECT_GE(homologyProbability(-1000, mode, structure), 0);
    }
}

TEST(AlignmentStatistics, scoresGetPEAndProbability) {
  PathScores scores;
  scores.total = 71.97;
  const PairSizes sizes{300, 300, 4, 4};
  const PathScores one = withSignificance(scores, sizes, kLocal, StructureKnowledge::none, 1);
  const PathScores many = withSignificance(scores, sizes, kLocal, StructureKnowledge::none, 1000);
  const ExtremeValues gumbel = extremeValues(sizes, kLocal);
  EXPECT_NEAR(one.pValue, std::exp(-gumbel.lambda * (71.97 - gumbel.mu)), 1e-6 * one.pValue);
  EXPECT_EQ(one.eValue, one.pValue);
  EXPECT_DOUBLE_EQ(many.eValue, 1000 * one.pValue);
  EXPECT_EQ(many.probability, one.probability);
  EXPECT_GT(one.probability, 90);
}

TEST(AlignmentStatistics, structureCountsUpToAFifthOfTheScoreAboveEight) {
  const ExtremeValues gumbel{0.4, 10};
  PathScores scores;
  scores.total = 8;
  const double bare = significanceOf(scores, gumbel);
  scores.secondaryStructure = 5;
  EXPECT_EQ(significanceOf(scores, gumbel), bare);
  scores.total = 18;
  const double much = significanceOf(scores, gumbel);
  scores.secondaryStructure = 1000;
  EXPECT_EQ(significanceOf(scores, gumbel), much);  // 0.4 * 5 = 0.2 * (18 - 8)
  scores.secondaryStructure = 0;
  EXPECT_NEAR(much - significanceOf(scores, gumbel), 2 / 0.45, 1e-12);
}

TEST(AlignmentStatistics, prefilteringWeakensTheSizeOfTheDatabase) {
  EXPECT_DOUBLE_EQ(prefilteredEValue(1e-6, 500, 1, 1), 500e-6);
  EXPECT_DOUBLE_EQ(prefilteredEValue(1e-6, 100000, 1, 1), 0.1 * std::pow(0.01, 0.4));
  EXPECT_LT(prefilteredEValue(1e-6, 100000, 1, 6), prefilteredEValue(1e-6, 100000, 1, 1));
  EXPECT_EQ(prefilteredEValue(1e-6, 0, 1, 1), 0);
}

}  // namespace alignment_statistics_test
