// Outputs of mechanisms as maps to look at.
#include "engine/attention/MapOutput.h"

#include <cmath>

#include <gtest/gtest.h>

namespace {

using namespace engine;

/// Element k is k.
Array<double> counting(Shape shape) {
  Array<double> array(std::move(shape));
  for (Index k = 0; k < array.size(); ++k) array[k] = double(k);
  return array;
}

TEST(MapsOf, axesMayStandInAnyOrder) {
  const Array<double> stack = counting({2, 3, 4});
  const auto headsFirst = mapsOf(stack, "hqk"), headsLast = mapsOf(stack, "kqh");
  ASSERT_EQ(headsFirst->numHeads, 2);
  EXPECT_EQ(headsFirst->map(0, 1)->weights(2, 3), float(stack(1, 2, 3)));
  ASSERT_EQ(headsLast->numHeads, 4);
  EXPECT_EQ(headsLast->numKeys, 2);
  EXPECT_EQ(headsLast->map(0, 3)->weights(2, 1), float(stack(1, 2, 3)));
}

TEST(MapsOf, fourAxesAreOneBatchOrLayers) {
  ArrayBundle outputs;
  outputs["A"] = counting({1, 2, 3, 4});
  EXPECT_EQ(mapsOf(outputs, "A")->numLayers, 1);
  outputs["A"] = counting({5, 2, 3, 4});
  EXPECT_EQ(mapsOf(outputs, "A")->numLayers, 5);
  EXPECT_EQ(mapsOf(outputs, "A")->map(4, 1)->weights(2, 3), 119.0f);
  EXPECT_EQ(mapsOf(outputs, "A", "", "bhqk"), nullptr);  // several batches have no map
}

TEST(MapsOf, scoresAreKeptBesideWhenTheyHaveTheSameShape) {
  ArrayBundle outputs;
  outputs["A"] = counting({3, 4});
  outputs["S"] = counting({3, 4});
  EXPECT_EQ(mapsOf(outputs, "A", "S")->map(0, 0)->scores(2, 3), 11.0f);
  outputs["S"] = counting({4, 3});
  EXPECT_TRUE(mapsOf(outputs, "A", "S")->map(0, 0)->scores.empty());
}

TEST(MapsOf, anOutputMaskOfPairsOrOfKeysMarksWhatItHides) {
  ArrayBundle outputs;
  outputs["A"] = counting({2, 2, 3});
  outputs["mask"] = Array<Bool>({1, 2, 3}, {{1}, {0}, {1}, {1}, {1}, {0}});
  const auto hidden = [&](Index head, Index row, Index column) {
    return bool(maskedCells(*mapsOf(outputs, "A")->map(0, head))(row, column));
  };
  EXPECT_TRUE(hidden(0, 0, 1) && hidden(1, 1, 2));
  EXPECT_FALSE(hidden(0, 0, 0) || hidden(1, 1, 1));
  outputs["mask"] = Array<Bool>({1, 3}, {{1}, {1}, {0}});
  EXPECT_TRUE(hidden(0, 0, 2) && hidden(1, 1, 2)) << "keys";
  outputs["mask"] = Array<Bool>({5, 3});
  EXPECT_TRUE(maskedCells(*mapsOf(outputs, "A")->map(0, 0)).empty()) << "about something else";
}

TEST(MaskedCells, areThoseOfTheMaskAndOfScoresOfMinusInfinity) {
  AttentionMap map;
  map.weights = Array<float>({1, 3}, {1, 0, 0});
  EXPECT_TRUE(maskedCells(map).empty());
  map.scores = Array<float>({1, 3}, {1, -INFINITY, 0});
  EXPECT_EQ(maskedCells(map), Array<Bool>({1, 3}, {{0}, {1}, {0}}));
  map.mask = Array<Bool>({1, 3}, {{0}, {0}, {1}});
  EXPECT_EQ(maskedCells(map), Array<Bool>({1, 3}, {{0}, {1}, {1}}));
  EXPECT_TRUE(maskedCells(AttentionMap{}).empty());
}

TEST(MapsOf, whatIsNoMapGivesNone) {
  EXPECT_EQ(mapsOf(ArrayBundle{}, "A"), nullptr);
  ArrayBundle outputs;
  outputs["A"] = counting({7});
  EXPECT_EQ(mapsOf(outputs, "A"), nullptr);
  outputs["A"] = counting({2, 0, 3});
  EXPECT_EQ(mapsOf(outputs, "A")->numHeads, 2);
}

}  // namespace
