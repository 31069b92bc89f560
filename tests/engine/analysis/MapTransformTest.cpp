// Symmetric maps, average product correction and means: numbers by hand, and properties on random maps.
#include "engine/analysis/MapTransform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/base/Error.h"

namespace engine {
namespace map_transform_test {

Array<float> randomMap(Index rows, Index columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(0, 1);
  Array<float> map({rows, columns}, 0.0F, "map");
  for (float& value : map) value = number(random);
  return map;
}

struct MapTransform : ::testing::Test {
  Progress none;
};

TEST_F(MapTransform, threeKindsOfSymmetryOfTwoByTwo) {
  const Array<float> map({2, 2}, {1, 2, 4, 8}, "map");
  EXPECT_EQ(symmetrised(map, Symmetry::sum, 1, none), Array<float>({2, 2}, {2, 6, 6, 16}));
  EXPECT_EQ(symmetrised(map, Symmetry::mean, 1, none), Array<float>({2, 2}, {1, 3, 3, 8}));
  EXPECT_EQ(symmetrised(map, Symmetry::maximum, 1, none), Array<float>({2, 2}, {1, 4, 4, 8}));
}

TEST_F(MapTransform, symmetrisedMapsEqualTheirTransposeOnAnyNumberOfThreads) {
  const Array<float> map = randomMap(101, 101, 1);
  for (const Symmetry symmetry : {Symmetry::sum, Symmetry::mean, Symmetry::maximum}) {
    const Array<float> result = symmetrised(map, symmetry, 1, none);
    EXPECT_EQ(symmetrised(map, symmetry, 2, none), result);
    for (Index i = 0; i < 101; ++i)
      for (Index j = 0; j < 101; ++j) ASSERT_EQ(result(i, j), result(j, i));
  }
}

TEST_F(MapTransform, onlySquareMapsCanBeSymmetrised) {
  EXPECT_THROW(symmetrised(randomMap(3, 4, 1), Symmetry::sum, 1, none), Error);
}

TEST_F(MapTransform, correctionTakesAwayTheProductOfTheSums) {
  // Sums: rows 3 and 7, columns 4 and 6, all 10.
  const Array<float> corrected = averageProductCorrected(Array<float>({2, 2}, {1, 2, 3, 4}, "map"), 1, none);
  EXPECT_NEAR(corrected(0, 0), 1 - 1.2, 1e-6);
  EXPECT_NEAR(corrected(0, 1), 2 - 1.8, 1e-6);
  EXPECT_NEAR(corrected(1, 0), 3 - 2.8, 1e-6);
  EXPECT_NEAR(corrected(1, 1), 4 - 4.2, 1e-6);
}

TEST_F(MapTransform, correctedRowsAndColumnsSumToZero) {
  const Array<float> corrected = averageProductCorrected(randomMap(40, 57, 2), 2, none);
  for (Index i = 0; i < 40; ++i) {
    double sum = 0;
    for (Index j = 0; j < 57; ++j) sum += corrected(i, j);
    EXPECT_NEAR(sum, 0, 1e-4);
  }
  for (Index j = 0; j < 57; ++j) {
    double sum = 0;
    for (Index i = 0; i < 40; ++i) sum += corrected(i, j);
    EXPECT_NEAR(sum, 0, 1e-4);
  }
}

TEST_F(MapTransform, correctionOfAnOuterProductLeavesNothing) {
  Array<float> map({6, 6}, 0.0F, "map");
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) map(i, j) = static_cast<float>((i + 1) * (j + 2));
  for (const float value : averageProductCorrected(map, 1, none)) EXPECT_NEAR(value, 0, 1e-5);
}

TEST_F(MapTransform, aMapOfZerosStaysZero) {
  for (const float value : averageProductCorrected(Array<float>({3, 3}, 0.0F, "map"), 1, none)) EXPECT_EQ(value, 0);
}

TEST_F(MapTransform, maskedCellsStayAndLeaveTheOthersCorrected) {
  const float masked = -std::numeric_limits<float>::infinity();
  const Array<float> corrected = averageProductCorrected(Array<float>({2, 3}, {1, 2, masked, 3, 4, 5}, "map"), 1, none);
  EXPECT_EQ(corrected(0, 2), masked);
  // Means: rows 1.5 and 4, columns 2, 3 and 5, all 3.
  EXPECT_NEAR(corrected(0, 0), 1 - 1.5 * 2 / 3, 1e-6);
  EXPECT_NEAR(corrected(1, 2), 5 - 4.0 * 5 / 3, 1e-6);
}

TEST_F(MapTransform, signedValuesThatCancelOutAreNotDividedByTheirRounding) {
  // In double precision the floats 0.1, 0.2 and -0.3 do not quite add up to 0.
  const Array<float> map({1, 3}, {0.1F, 0.2F, -0.1F - 0.2F}, "map");
  EXPECT_EQ(averageProductCorrected(map, 1, none), map);
}

TEST_F(MapTransform, theMaximumOfAnUnknownValueIsUnknownOnBothSides) {
  const Array<float> map({2, 2}, {1, NAN, 2, 3}, "map");
  const Array<float> result = symmetrised(map, Symmetry::maximum, 1, none);
  EXPECT_TRUE(std::isnan(result(0, 1)));
  EXPECT_TRUE(std::isnan(result(1, 0)));
}

TEST_F(MapTransform, meanIsCellByCell) {
  const auto a = std::make_shared<const Array<float>>(Array<float>({1, 2}, {1, 2}, "a"));
  const auto b = std::make_shared<const Array<float>>(Array<float>({1, 2}, {3, 8}, "b"));
  EXPECT_EQ(meanMap({a, b}, 1, none), Array<float>({1, 2}, {2, 5}));
  EXPECT_EQ(meanMap({a}, 1, none), Array<float>({1, 2}, {1, 2}));
  const auto gap = std::make_shared<const Array<float>>(Shape{1, 2}, std::vector<float>{NAN, 4});
  EXPECT_EQ(meanMap({a, gap}, 1, none), Array<float>({1, 2}, {1, 3})) << "of those that have a number";
  EXPECT_TRUE(std::isnan(meanMap({gap, gap}, 1, none)[0]));
  EXPECT_THROW(meanMap({}, 1, none), Error);
  EXPECT_THROW(meanMap({a, nullptr}, 1, none), Error);
  EXPECT_THROW(meanMap({a, std::make_shared<const Array<float>>(Shape{2, 1})}, 1, none), Error);
}

TEST_F(MapTransform, sizesZeroAndOne) {
  for (const Index length : {0, 1}) {
    const Array<float> map({length, length}, 0.5F, "map");
    EXPECT_EQ(symmetrised(map, Symmetry::sum, 1, none).size(), length);
    EXPECT_EQ(averageProductCorrected(map, 1, none).size(), length);
  }
  EXPECT_EQ(averageProductCorrected(Array<float>({1, 1}, 0.5F, "map"), 1, none)(0, 0), 0);
}

}  // namespace map_transform_test
}  // namespace engine
