// Colour maps, and how values become colours.
#include "ui/scenes/ColorMap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/base/Error.h"

namespace ui {
namespace color_map_test {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

int distance(Rgb a, Rgb b) {
  int largest = 0;
  for (size_t k = 0; k < 3; ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

TEST(ColorMaps, sequentialMapsChangeLightnessInOneDirection) {
  for (const ColorMap& map : colorMaps()) {
    if (map.isDiverging || map.isCyclic) continue;
    const double sign = lightness(map.colors.back()) > lightness(map.colors.front()) ? 1 : -1;
    for (size_t k = 1; k < map.colors.size(); ++k)
      EXPECT_GE(sign * (lightness(map.colors[k]) - lightness(map.colors[k - 1])), -0.2) << map.id << " " << k;
    EXPECT_GT(std::abs(lightness(map.colors.back()) - lightness(map.colors.front())), 70) << map.id;
  }
}

TEST(ColorMaps, cyclicMapsMeetAtTheirEnds) {
  const ColorMap& map = colorMap("twilight");
  EXPECT_TRUE(map.isCyclic);
  EXPECT_EQ(map.colors.front(), map.colors.back());
  EXPECT_LT(lightness(map.colors[128]), 15) << "0 is dark, 180 degrees away from the bright ends";
  EXPECT_GT(lightness(map.colors.front()), 85);
}

TEST(ColorMaps, haveTheirPublishedEnds) {
  EXPECT_EQ(colorMaps().front().id, "viridis");
  EXPECT_EQ(colorMap("viridis").colors.front(), (Rgb{0x44, 0x01, 0x54}));
  EXPECT_EQ(colorMap("viridis").colors.back(), (Rgb{0xfd, 0xe7, 0x25}));
  EXPECT_LE(distance(colorMap("viridis").colors[100], {42, 118, 142}), 2);
  EXPECT_LE(distance(colorMap("magma").colors[128], {0xb7, 0x37, 0x79}), 2);
  EXPECT_LE(distance(colorMap("cividis").colors[100], {101, 104, 112}), 2);
  EXPECT_EQ(colorMap("diverging").colors.front(), (Rgb{0x21, 0x66, 0xac}));
  EXPECT_EQ(colorMap("diverging").colors.back(), (Rgb{0xb2, 0x18, 0x2b}));
}

TEST(ColorMaps, unknownIdListsTheKnownOnes) {
  try {
    colorMap("rainbow");
    FAIL() << "no error";
  } catch (const engine::Error& error) {
    EXPECT_NE(std::string(error.what()).find("rainbow"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("cividis"), std::string::npos);
  }
}

TEST(ColorMaps, divergingMapIsNeutralAtZero) {
  const MapLook look{"diverging", -3, 3};
  EXPECT_LE(distance(colorOf(look, 0), {0xf7, 0xf7, 0xf7}), 2);
  EXPECT_EQ(colorOf(look, -9), (Rgb{0x21, 0x66, 0xac}));
}

TEST(MapLook, placeAndValueAreInverse) {
  for (const MapLook& look : {MapLook{"viridis", -2, 6}, MapLook{"viridis", 1e-4, 1, ValueScale::logarithmic}})
    for (double place = 0; place <= 1; place += 0.125)
      EXPECT_NEAR(placeOnScale(look, valueAtPlace(look, place)), place, 1e-12);
}

TEST(MapLook, logarithmicScaleGivesEqualStepsToEqualFactors) {
  const MapLook look{"viridis", 1e-4, 1, ValueScale::logarithmic};
  EXPECT_NEAR(placeOnScale(look, 1e-2), 0.5, 1e-12);
  EXPECT_EQ(placeOnScale(look, 0), 0);
  EXPECT_EQ(placeOnScale(look, -1), 0);
}

TEST(MapLook, rankScaleFollowsTheQuantiles) {
  const auto quantiles = std::make_shared<const std::vector<float>>(std::vector<float>{0, 1, 10, 100, 1000});
  const MapLook look{"viridis", 0, 1000, ValueScale::rank, {}, quantiles};
  EXPECT_EQ(placeOnScale(look, 10), 0.5);
  EXPECT_EQ(placeOnScale(look, 1e9), 1);
  EXPECT_EQ(valueAtPlace(look, 0.75), 100);
  EXPECT_EQ(placeOnScale({"viridis", 0, 1, ValueScale::rank}, 0.5), 0) << "no quantiles, no ranks";
}

TEST(MapLook, valuesWithoutNumberGetTheirOwnColor) {
  const MapLook look{"viridis", 0, 1, ValueScale::linear, {1, 2, 3}};
  for (const double value : {double{kNaN}, -double{kInfinity}, double{kInfinity}})
    EXPECT_EQ(colorOf(look, value), (Rgb{1, 2, 3}));
}

TEST(MapLook, emptyRangeIsTheLowEnd) { EXPECT_EQ(placeOnScale({"viridis", 2, 2}, 2), 0); }

}  // namespace color_map_test
}  // namespace ui
