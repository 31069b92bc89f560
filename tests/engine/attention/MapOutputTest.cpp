// Outputs of mechanisms as maps to look at.
#include "engine/attention/MapOutput.h"

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

TEST(MapsOf, whatIsNoMapGivesNone) {
  EXPECT_EQ(mapsOf(ArrayBundle{}, "A"), nullptr);
  ArrayBundle outputs;
  outputs["A"] = counting({7});
  EXPECT_EQ(mapsOf(outputs, "A"), nullptr);
  outputs["A"] = counting({2, 0, 3});
  EXPECT_EQ(mapsOf(outputs, "A")->numHeads, 2);
}

}  // namespace
