// Filters against sorting whole rows, and the strongest cells against sorting the whole map.
#include "engine/analysis/MapFilter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace engine {
namespace map_filter_test {

struct MapFilterTest : ::testing::Test {
  std::vector<bool> kept(const Array<float>& map, const MapFilter& filter) {
    std::vector<bool> stays;
    for (const float value : filtered(map, filter, 1, none).values) stays.push_back(std::isfinite(value));
    return stays;
  }
  Progress none;
};

Array<float> randomMap(Index rows, Index columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> number(-20, 20);  // with ties
  Array<float> map({rows, columns}, 0.0F, "map");
  for (float& value : map) value = static_cast<float>(number(random)) / 8;
  return map;
}

TEST_F(MapFilterTest, thresholdIsAMagnitude) {
  const Array<float> map({1, 4}, {0.1F, -0.6F, 0.5F, 0.4F}, "map");
  EXPECT_EQ(kept(map, {0.5, 0, 1}), (std::vector<bool>{false, true, true, false}));
}

TEST_F(MapFilterTest, topKeepsTheLargestOfEachRowAndTheFirstOfEqualOnes) {
  const Array<float> map({2, 3}, {1, 3, 2, 5, 5, 5}, "map");
  EXPECT_EQ(kept(map, {0, 2, 1}), (std::vector<bool>{false, true, true, true, true, false}));
}

TEST_F(MapFilterTest, massKeepsTheFewestCellsThatMakeItUp) {
  const Array<float> map({1, 4}, {0.1F, 0.5F, 0.25F, 0.15F}, "map");
  EXPECT_EQ(kept(map, {0, 0, 0.5}), (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(kept(map, {0, 0, 0.75}), (std::vector<bool>{false, true, true, false}));
  EXPECT_EQ(kept(map, {0, 0, 0.76}), (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(kept(map, {0, 0, 1}), (std::vector<bool>{true, true, true, true}));
}

TEST_F(MapFilterTest, countsCellsAndMass) {
  const FilteredMap result = filtered(Array<float>({2, 2}, {1, 2, -3, 4}, "map"), {0, 1, 1}, 1, none);
  EXPECT_EQ(result.numKept, 2);
  EXPECT_EQ(result.keptMass, 6);
  EXPECT_EQ(result.totalMass, 10);
}

TEST_F(MapFilterTest, allThreeTogetherAreTheirIntersection) {
  const Array<float> map = randomMap(33, 50, 3);
  const MapFilter one{1.0, 0, 1}, two{0, 7, 1}, three{0, 0, 0.4};
  const auto a = kept(map, one), b = kept(map, two), c = kept(map, three), all = kept(map, {1.0, 7, 0.4});
  for (size_t k = 0; k < all.size(); ++k) EXPECT_EQ(all[k], a[k] && b[k] && c[k]) << k;
}

TEST_F(MapFilterTest, threadsChangeNothing) {
  const Array<float> map = randomMap(200, 31, 4);
  const FilteredMap one = filtered(map, {0.3, 5, 0.9}, 1, none), two = filtered(map, {0.3, 5, 0.9}, 2, none);
  EXPECT_EQ(one.numKept, two.numKept);
  EXPECT_EQ(one.keptMass, two.keptMass);
}

TEST_F(MapFilterTest, valuesThatAreNotFiniteNeverStay) {
  const Array<float> map({1, 3}, {NAN, -INFINITY, 1}, "map");
  const FilteredMap result = filtered(map, {}, 1, none);
  EXPECT_EQ(result.numKept, 1);
  EXPECT_EQ(result.totalMass, 1);
}

TEST_F(MapFilterTest, sizesZeroAndOne) {
  EXPECT_EQ(filtered(Array<float>({0, 0}), {0.5, 1, 0.5}, 1, none).numKept, 0);
  EXPECT_EQ(filtered(Array<float>({3, 0}), {0.5, 1, 0.5}, 1, none).numKept, 0);
  EXPECT_EQ(filtered(Array<float>({1, 1}, 0.7F), {0.5, 1, 0.5}, 1, none).numKept, 1);
}

TEST_F(MapFilterTest, strongestCellsAreThoseOfASortedList) {
  const Array<float> map = randomMap(20, 30, 5);
  std::vector<MapCell> sorted;
  for (Index i = 0; i < 20; ++i)
    for (Index j = 0; j < 30; ++j)
      if (map(i, j) != 0 && std::abs(i - j) >= 2) sorted.push_back({i, j, map(i, j)});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const MapCell& a, const MapCell& b) { return std::abs(a.value) > std::abs(b.value); });
  for (const Index count : {1, 17, 100}) {
    const std::vector<MapCell> expected(sorted.begin(), sorted.begin() + count);
    EXPECT_EQ(strongestCells(map, count, 2, none), expected);
  }
  EXPECT_EQ(strongestCells(map, 10'000, 2, none).size(), sorted.size());
  EXPECT_TRUE(strongestCells(map, 0, 2, none).empty());
  EXPECT_TRUE(strongestCells(Array<float>({0, 0}), 5, 0, none).empty());
}

}  // namespace map_filter_test
}  // namespace engine
