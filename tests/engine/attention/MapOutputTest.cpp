// Outputs of mechanisms as maps to look at.
#include "engine/attention/MapOutput.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/HeadAxes.h"
#include "engine/attention/MapAxes.h"

namespace map_output_test {

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
  EXPECT_TRUE(areOfLayersAndHeads(*mapsOf(outputs, "A")));
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

TEST(MapsOf, batchItemsAreCalledSoAndTakeTheNumberThatIsFree) {
  const Array<double> stack = counting({5, 2, 3, 4}), flat = counting({5, 3, 4}), full = counting({2, 2, 2, 3, 4});
  const auto withHeads = mapsOf(stack, "bhqk"), alone = mapsOf(flat, "bqk");
  EXPECT_EQ(withHeads->numLayers, 5);
  EXPECT_EQ(layerUnit(*withHeads) + ", " + headUnit(*withHeads), "batch item, head");
  EXPECT_EQ(withHeads->map(4, 1)->weights(2, 3), 119.0f);
  EXPECT_EQ(alone->numLayers, 1);
  EXPECT_EQ(alone->numHeads, 5);
  EXPECT_EQ(layerUnit(*alone) + ", " + headUnit(*alone), "layer, batch item");
  EXPECT_EQ(alone->map(0, 4)->weights(2, 3), 59.0f);
  EXPECT_EQ(mapsOf(full, "lbhqk"), nullptr) << "there is no third number";
  EXPECT_TRUE(areOfLayersAndHeads(*mapsOf(counting({1, 3, 4}), "bqk"))) << "a batch of one needs no name";
}

TEST(MapsOf, aMaskOfEachBatchItemIsThatOfAllItsHeads) {
  Array<Bool> seen({2, 1, 2}, {{1}, {0}, {1}, {1}});
  const ArrayBundle outputs{{"A", counting({2, 3, 1, 2})}, {"mask", seen}};
  const auto maps = mapsOf(outputs, "A", {}, "bhqk");
  for (Index head = 0; head < 3; ++head) {
    EXPECT_TRUE(maps->map(0, head)->mask(0, 1));
    EXPECT_FALSE(maps->map(1, head)->mask(0, 1));
  }
}

TEST(MapAxes, areReadFromWhatTheMechanismSaysOfTheArray) {
  EXPECT_EQ(mapAxes(findMechanism("dot"), "A", 4), "bhqk");
  EXPECT_EQ(mapAxes(findMechanism("dot"), "A", 3), "hqk") << "leading axes may be absent";
  EXPECT_EQ(mapAxes(findMechanism("additive"), "A", 3), "bqk");
  EXPECT_EQ(mapAxes(findMechanism("additive"), "A", 2), "qk");
  EXPECT_EQ(mapAxes(findMechanism("axial-encoder"), "A_rows", 4), "lhqk");
  EXPECT_EQ(mapAxes(findMechanism("axial-encoder"), "A_rows", 3), "hqk");
  EXPECT_EQ(mapAxes(findMechanism("dot"), "A", 1), "");
  EXPECT_EQ(mapAxes(findMechanism("dot"), "A", 5), "");
  EXPECT_EQ(mapAxes(findMechanism("dot"), "nothing", 4), "");
}

/// Run on a batch of two, whatever leads its weights.
TEST(MapsOfMechanisms, noBatchItemIsCalledAHead) {
  for (const char* id : {"additive", "multiplicative", "bahdanau-decoder"}) {
    Diagnostics diagnostics;
    Progress progress;
    const Mechanism& mechanism = findMechanism(id);
    ArrayBundle inputs = mechanism.sampleInput();
    const ArrayBundle outputs = mechanism.run(inputs, {}, Precision::float64, {}, diagnostics, progress);
    const Index batch = shapeOf(outputs.at("A")).front();
    ASSERT_EQ(shapeOf(outputs.at("A")).size(), 3u) << id;
    const auto maps = mechanism.maps(outputs);
    ASSERT_EQ(maps.size(), 1u) << id;
    EXPECT_EQ(maps[0].heads->numHeads, batch) << id;
    EXPECT_EQ(headUnit(*maps[0].heads), batch > 1 ? "batch item" : "head") << id;
  }
}

TEST(MapsOfMechanisms, everyBatchItemOfVolumePreservingAttentionHasItsMaps) {
  constexpr Index kItems = 3, kTokens = 5;
  ParameterValues values;
  values.set("checks", true);
  for (const Index items : {Index{1}, kItems}) {
    Array<double> Z({items, 4, kTokens});
    for (Index k = 0; k < Z.size(); ++k) Z[k] = std::sin(double(k * k));
    Diagnostics diagnostics;
    Progress progress;
    const Mechanism& mechanism = findMechanism("volume-preserving");
    const ArrayBundle outputs = mechanism.run({{"Z", Z}, {"S", Array<double>({6}, {0.5, -1, 2, 0.3, 1, -0.7})}}, values,
                                              Precision::float64, {}, diagnostics, progress);
    const auto maps = mechanism.maps(outputs);
    ASSERT_EQ(maps.size(), 2u) << "Cayley's and those of a softmax";
    const Array<double> Lambda = numbersOf<double>(outputs, "Lambda");
    for (const NamedMaps& each : maps) {
      EXPECT_EQ(each.heads->numLayers * each.heads->numHeads, items);
      EXPECT_EQ(headUnit(*each.heads), items > 1 ? "batch item" : "head");
      for (Index item = 0; item < items; ++item) EXPECT_TRUE(each.heads->map(0, item));
    }
    for (Index item = 0; item < items; ++item)
      EXPECT_EQ(maps[0].heads->map(0, item)->weights(1, 4), float(Lambda(item, 4, 1))) << "column 1 is output 1";
  }
}

TEST(MapsOf, whatIsNoMapGivesNone) {
  EXPECT_EQ(mapsOf(ArrayBundle{}, "A"), nullptr);
  ArrayBundle outputs;
  outputs["A"] = counting({7});
  EXPECT_EQ(mapsOf(outputs, "A"), nullptr);
  outputs["A"] = counting({2, 0, 3});
  EXPECT_EQ(mapsOf(outputs, "A")->numHeads, 2);
}

}  // namespace map_output_test
