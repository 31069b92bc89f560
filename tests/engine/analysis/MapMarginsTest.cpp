// Margins, ranks and special tokens of maps.
#include "engine/analysis/MapMargins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "engine/analysis/MapRanks.h"
#include "engine/analysis/SpecialTokens.h"
#include "engine/base/Error.h"

namespace engine {
namespace map_margins_test {

TEST(MapMargins, sumsAndEntropyOfKnownRows) {
  Progress none;
  const Array<float> map({3, 4}, {0.25F, 0.25F, 0.25F, 0.25F, 0, 1, 0, 0, 0.5F, NAN, 0.5F, 0}, "map");
  const MapMargins margins = marginsOf(map, 1, none);
  EXPECT_EQ(margins.rowSum, (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(margins.columnSum, (std::vector<double>{0.75, 1.25, 0.75, 0.25}));
  EXPECT_NEAR(margins.rowEntropy[0], 2, 1e-12);
  EXPECT_NEAR(margins.rowEntropy[1], 0, 1e-12);
  EXPECT_NEAR(margins.rowEntropy[2], 1, 1e-12);
}

TEST(MapMargins, entropyDoesNotDependOnTheScaleOfARow) {
  Progress none;
  const MapMargins margins = marginsOf(Array<float>({2, 2}, {0.3F, 0.1F, 30, 10}, "map"), 2, none);
  EXPECT_NEAR(margins.rowEntropy[0], margins.rowEntropy[1], 1e-6);
}

TEST(MapMargins, sizesZeroAndOne) {
  Progress none;
  EXPECT_TRUE(marginsOf(Array<float>({0, 0}), 1, none).rowSum.empty());
  EXPECT_EQ(marginsOf(Array<float>({2, 0}), 1, none).rowEntropy, (std::vector<double>{0, 0}));
  EXPECT_EQ(marginsOf(Array<float>({1, 1}, 0.5F), 1, none).columnSum, std::vector<double>{0.5});
}

TEST(MapRanks, equalNumbersOfCellsLieBetweenQuantiles) {
  Array<float> map({10, 10}, 0.0F, "map");
  for (Index k = 0; k < 100; ++k) map[k] = std::exp(static_cast<float>((k * 37) % 100) / 10);
  const std::vector<float> quantiles = quantilesOf(map, 11);
  for (size_t k = 0; k < 11; ++k) {
    const auto below = std::count_if(map.begin(), map.end(), [&](float value) { return value < quantiles[k]; });
    EXPECT_NEAR(static_cast<double>(below), 10.0 * static_cast<double>(k), 1.5);
  }
}

TEST(MapRanks, placeFollowsTheOrderAndBackFindsTheValue) {
  std::mt19937 random(7);
  std::exponential_distribution<float> number(3);
  Array<float> map({30, 30}, 0.0F, "map");
  for (float& value : map) value = number(random);
  const std::vector<float> quantiles = quantilesOf(map, 257);
  EXPECT_EQ(placeAmong(quantiles, *std::min_element(map.begin(), map.end())), 0);
  EXPECT_EQ(placeAmong(quantiles, *std::max_element(map.begin(), map.end())), 1);
  for (Index k = 1; k < map.size(); ++k) {
    if (map[k - 1] < map[k]) {
      EXPECT_LE(placeAmong(quantiles, map[k - 1]), placeAmong(quantiles, map[k]));
    }
    EXPECT_NEAR(valueAmong(quantiles, placeAmong(quantiles, map[k])), map[k], 1e-5);
  }
}

TEST(MapRanks, manyEqualSmallestValuesLieAtTheLowEnd) {
  Array<float> map({10, 10}, 0.0F, "map");
  map(3, 4) = 0.5F;
  map(4, 4) = 1;
  const std::vector<float> quantiles = quantilesOf(map, 101);
  EXPECT_EQ(placeAmong(quantiles, 0), 0);
  EXPECT_GT(placeAmong(quantiles, 0.5), 0.9);
  EXPECT_EQ(placeAmong(quantiles, 1), 1);
}

TEST(MapRanks, emptyConstantAndMissingValues) {
  Progress none;
  EXPECT_TRUE(quantilesOf(Array<float>({0, 0}), 5).empty());
  EXPECT_TRUE(quantilesOf(Array<float>({1, 1}, NAN), 5).empty());
  EXPECT_EQ(placeAmong({}, 3), 0);
  EXPECT_EQ(valueAmong({}, 0.5), 0);
  const std::vector<float> constant = quantilesOf(Array<float>({2, 2}, 3.0F), 5);
  EXPECT_EQ(placeAmong(constant, 3), 0);
  const Array<float> ranks = rankedMap(Array<float>({1, 3}, {NAN, 1, 2}, "map"), {1, 2}, 1, none);
  EXPECT_TRUE(std::isnan(ranks[0]));
  EXPECT_EQ(ranks[1], 0);
  EXPECT_EQ(ranks[2], 1);
}

TEST(SpecialTokens, areWordsInBracketsAndNoLetters) {
  for (const char* token : {"<cls>", "<eos>", "<pad>", "</s>", "[CLS]", "[SEP]"}) EXPECT_TRUE(isSpecialToken(token));
  for (const char* token : {"M", "-", "<", "[]", "", "Ala"}) EXPECT_FALSE(isSpecialToken(token));
}

TEST(SpecialTokens, maskedAndUnknownResiduesAreResidues) {
  for (const char* token : {"<mask>", "<unk>", "[MASK]", "[UNK]"}) {
    EXPECT_FALSE(isSpecialToken(token)) << token;
    EXPECT_TRUE(isUnknownResidue(token)) << token;
  }
  EXPECT_FALSE(isUnknownResidue("<cls>"));
}

TEST(SpecialTokens, marksOfSubwordTokenizersAreNotShown) {
  EXPECT_EQ(shownToken("\u2581M"), "M");
  EXPECT_EQ(shownToken("\u0120the"), "the");
  EXPECT_EQ(shownToken("##ing"), "ing");
  EXPECT_EQ(shownToken("low</w>"), "low");
  for (const char* token : {"M", "", "##", "</w>", "<cls>"}) EXPECT_EQ(shownToken(token), token);
}

TEST(SpecialTokens, lostMassLeavesMaskedScoresOut) {
  const Array<float> map({1, 3}, {0.5F, -INFINITY, 0.25F}, "map");
  EXPECT_EQ(lostMass(map, {0}, {0}), std::vector<double>{0.25});
}

TEST(SpecialTokens, areLeftOutWithoutRenormalising) {
  const std::vector<Index> positions{1, 2};
  const Array<float> map({4, 4}, {0, 0, 0, 0, 0.5F, 0.25F, 0.125F, 0.125F, 0.1F, 0.2F, 0.3F, 0.4F, 0, 0, 0, 1}, "map");
  EXPECT_EQ(mapAt(map, positions, positions), Array<float>({2, 2}, {0.25F, 0.125F, 0.2F, 0.3F}));
  EXPECT_TRUE(std::isnan(mapAt(map, {-1}, positions)(0, 0))) << "a position that the map has not";
  EXPECT_EQ(mapAt(map, {}, positions).size(), 0);
  EXPECT_EQ(mapAt(Array<Bool>({1, 2}, {{1}, {0}}), {0, -1}, {0}), Array<Bool>({2, 1}, {{1}, {0}}));
  const std::vector<double> lost = lostMass(map, positions, positions);
  EXPECT_NEAR(lost[0], 0.625, 1e-6);
  EXPECT_NEAR(lost[1], 0.5, 1e-6);
}

}  // namespace map_margins_test
}  // namespace engine
