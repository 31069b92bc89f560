// Three layers prepared to be shown: their numbers, where a signal is by then, and what the user chose.
#include "ui/views/layers/LayersShown.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/ErrorOf.h"
#include "tests/ui/views/layers/LayerPathsSample.h"

namespace layers_shown_test {

using engine::Array;
using engine::Index;
using test::layerPaths;
using ui::LayersOptions;
using ui::LayersShown;

engine::DatasetPtr changed(const std::string& name, Array<double> values) {
  auto dataset = std::make_shared<engine::Dataset>(*layerPaths(4));
  engine::ArrayBundle arrays = *dataset->as<engine::ArrayBundle>();
  arrays[name] = std::move(values);
  dataset->value = std::make_shared<const engine::ArrayBundle>(std::move(arrays));
  return dataset;
}

TEST(LayersShown, hasTheNumbersOfTheLecture) {
  const LayersShown shown(*layerPaths(16));
  ASSERT_EQ(shown.layers.size(), 3U);
  EXPECT_EQ(shown.layers[0].operations, 393216);
  EXPECT_EQ(shown.layers[1].operations, 262144);
  EXPECT_EQ(shown.layers[2].operations, 65536);
  const auto ways = shown.ways({});
  EXPECT_EQ(ways[0].numSteps(), 15);
  EXPECT_EQ(ways[1].numSteps(), 16);
  EXPECT_EQ(ways[2].numSteps(), 1);
  EXPECT_EQ(shown.layers[0].numLevels, 15);
  EXPECT_EQ(shown.layers[1].numLevels, 1);
  EXPECT_NE(ui::crossingText(shown).indexOf(QStringLiteral("beyond n = 64")), -1);
  EXPECT_NE(ui::crossingText(shown).indexOf(QStringLiteral("beyond n = 96")), -1);
  const LayersShown equal(*layerPaths(64));
  EXPECT_EQ(equal.layers[1].operations, equal.layers[2].operations);
}

TEST(LayersShown, theSignalIsWhereItCanBeByThen) {
  const LayersShown shown(*layerPaths(9));
  LayersOptions options;
  options.from = 4;
  const auto ways = shown.ways(options);
  for (Index step = 0; step <= 4; ++step)
    for (Index i = 0; i < 9; ++i) {
      EXPECT_EQ(ways[0].isThere({step, i}, step), std::abs(i - 4) <= step) << "a cone, " << step << ", " << i;
      EXPECT_EQ(ways[1].isThere({1, i}, step), i >= 4 && i - 4 + 1 <= step) << "a row of states";
      EXPECT_EQ(ways[2].isThere({1, i}, step), step >= 1) << "all at once";
    }
  EXPECT_TRUE(ways[0].isThere({8, 0}, 8)) << "levels beyond those that bring something new";
  EXPECT_FALSE(ways[0].isThere({8, 0}, 7));
}

TEST(LayersShown, noWayIsSaidToBeNone) {
  LayersOptions back;
  back.from = 5;
  back.to = 2;
  const LayersShown shown(*layerPaths(8));
  EXPECT_EQ(shown.ways(back)[1].numSteps(), -1);
  EXPECT_EQ(ui::stepsText(-1), QStringLiteral("never"));
  EXPECT_TRUE(std::isnan(ui::layersNumbers(shown, back).values(1, 3)));
  const LayersShown oneTap(*layerPaths(8, 64, 1));
  EXPECT_EQ(oneTap.layers[0].numLevels, 1);
  EXPECT_TRUE(std::isnan(oneTap.layers[0].longest));
}

TEST(LayersShown, refusesWhatIsNotTheirs) {
  EXPECT_FALSE(ui::areLayerPaths({}));
  EXPECT_NE(test::errorOf([] {
              LayersShown(*changed("layer sizes", Array<double>({3}, {1e9, 4, 3})));
            }).find("as n"),
            std::string::npos);
  EXPECT_NE(test::errorOf([] {
              LayersShown(*changed("layer sizes", Array<double>({3}, {4, 4, 2})));
            }).find("odd"),
            std::string::npos);
  EXPECT_NE(test::errorOf([] { LayersShown(*changed("waits", Array<double>({2}, 1.0))); }).find("waits"),
            std::string::npos);
}

TEST(LayersOptions, comeBackFromJsonAndStayWithinLimits) {
  LayersOptions options{3, 7, 2, false}, read;
  takeJson(read, toJson(options));
  EXPECT_EQ(read, options);
  takeJson(read, {{"from", -4}, {"to", 1e12}, {"step", "x"}});
  EXPECT_EQ(read, (LayersOptions{0, ui::kLastOfLayers, 2, false}));
}

}  // namespace layers_shown_test
