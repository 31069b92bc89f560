// Heights of logo letters against columns computed by hand.
#include "engine/sequence/LogoHeights.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace logo_heights_test {

using engine::LogoScale;
using engine::ResidueVector;

ResidueVector uniform() {
  ResidueVector vector;
  vector.fill(0.05);
  return vector;
}

ResidueVector halves() {  // A and R, half each
  ResidueVector vector{};
  vector[0] = vector[1] = 0.5;
  return vector;
}

double sum(const ResidueVector& vector) { return std::accumulate(vector.begin(), vector.end(), 0.0); }

TEST(LogoHeights, informationIsLargestForOneLetterAndNothingForAll) {
  ResidueVector one{};
  one[3] = 1;
  const ResidueVector heights = engine::logoHeights(one, uniform(), LogoScale::information);
  EXPECT_NEAR(heights[3], std::log2(20), 1e-12);
  EXPECT_NEAR(sum(heights), std::log2(20), 1e-12);
  EXPECT_NEAR(sum(engine::logoHeights(uniform(), uniform(), LogoScale::information)), 0, 1e-12);
}

TEST(LogoHeights, lettersShareTheInformationByProbability) {
  const ResidueVector heights = engine::logoHeights(halves(), uniform(), LogoScale::information);
  EXPECT_NEAR(heights[0], (std::log2(20) - 1) / 2, 1e-12);
  EXPECT_NEAR(heights[1], heights[0], 1e-12);
  EXPECT_EQ(heights[2], 0);
}

TEST(LogoHeights, relativeEntropyIsAgainstTheBackground) {
  ResidueVector background = uniform();
  background[0] = 0.25;
  background[1] = 0.125;
  const double bits = 0.5 * std::log2(0.5 / 0.25) + 0.5 * std::log2(0.5 / 0.125);
  EXPECT_NEAR(sum(engine::logoHeights(halves(), background, LogoScale::relativeEntropy)), bits, 1e-12);
  const ResidueVector same = engine::logoHeights(background, background, LogoScale::relativeEntropy);
  EXPECT_NEAR(sum(same), 0, 1e-12) << "the background itself tells nothing";
}

TEST(LogoHeights, aboveBackgroundKeepsTheBitsAndDropsRareLetters) {
  ResidueVector p{}, background = uniform();
  p[0] = 0.9;
  p[1] = 0.1;
  background[1] = 0.2;
  const ResidueVector all = engine::logoHeights(p, background, LogoScale::relativeEntropy);
  const ResidueVector above = engine::logoHeights(p, background, LogoScale::aboveBackground);
  EXPECT_GT(all[1], 0);
  EXPECT_EQ(above[1], 0);
  EXPECT_NEAR(sum(above), sum(all), 1e-12);
}

TEST(LogoHeights, probabilitiesStayWhatTheyAre) {
  EXPECT_EQ(engine::logoHeights(halves(), uniform(), LogoScale::probability), halves());
}

TEST(LogoHeights, zerosAndMissingBackgroundsStayFinite) {
  for (const LogoScale scale :
       {LogoScale::information, LogoScale::relativeEntropy, LogoScale::aboveBackground, LogoScale::probability}) {
    EXPECT_EQ(sum(engine::logoHeights({}, {}, scale)), 0);
    EXPECT_TRUE(std::isfinite(sum(engine::logoHeights(halves(), {}, scale))));
  }
  EXPECT_EQ(engine::logOddsBits(0, 0.05), -std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(engine::logOddsBits(0.1, 0.05), 1);
}

TEST(LogoHeights, limitsAreTheOnesOfTheScale) {
  EXPECT_EQ(engine::logoLimit(LogoScale::probability, {}), 1);
  EXPECT_NEAR(engine::logoLimit(LogoScale::information, {}), 4.32, 0.01);
  EXPECT_EQ(engine::logoLimit(LogoScale::relativeEntropy, {}), 1);
  ResidueVector tall{};
  tall[0] = 3;
  tall[1] = 2;
  EXPECT_EQ(engine::logoLimit(LogoScale::relativeEntropy, {tall}), 5);
}

}  // namespace logo_heights_test
