// Pooling of matrices, at once and step by step.
#include "ui/scenes/maps/MatrixPyramid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/base/Error.h"
#include "engine/base/Random.h"

namespace ui {
namespace matrix_pyramid_test {

using engine::Array;
using engine::Index;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::shared_ptr<Array<float>> matrixOf(Index rows, Index columns, float fill = 0) {
  return std::make_shared<Array<float>>(engine::Shape{rows, columns}, fill, "map");
}

TEST(MatrixPyramid, anglesArePooledOnTheCircle) {
  Array<float> angles({2, 2}, 179.0F);
  angles(0, 0) = angles(1, 1) = -179.0F;
  EXPECT_NEAR(std::abs(pooledByTwo(angles, Shrinking::mean, 360)(0, 0)), 180, 1e-3);
  EXPECT_NEAR(pooledByTwo(angles)(0, 0), 0, 1e-3) << "the mean of numbers that are no angles";
  angles(0, 0) = kNaN;
  EXPECT_GT(std::abs(pooledByTwo(angles, Shrinking::mean, 360)(0, 0)), 178);
}

TEST(MatrixPyramid, poolingAveragesFiniteValuesOnly) {
  const Array<float> matrix({3, 3}, {1, 3, 5, kNaN, 5, -kInfinity, kNaN, kNaN, 7}, "m");
  const Array<float> pooled = pooledByTwo(matrix);
  ASSERT_EQ(pooled.shape(), (engine::Shape{2, 2}));
  EXPECT_FLOAT_EQ(pooled(0, 0), 3);
  EXPECT_FLOAT_EQ(pooled(0, 1), 5);
  EXPECT_TRUE(std::isnan(pooled(1, 0)));
  EXPECT_FLOAT_EQ(pooled(1, 1), 7);
}

TEST(MatrixPyramid, theLargestFiniteValueOfABlockStays) {
  const Array<float> matrix({3, 3}, {-1, -3, 5, kNaN, -2, kInfinity, kNaN, kNaN, -7}, "m");
  const Array<float> pooled = pooledByTwo(matrix, Shrinking::largest);
  ASSERT_EQ(pooled.shape(), (engine::Shape{2, 2}));
  EXPECT_FLOAT_EQ(pooled(0, 0), -1);
  EXPECT_FLOAT_EQ(pooled(0, 1), 5);
  EXPECT_TRUE(std::isnan(pooled(1, 0)));
  EXPECT_FLOAT_EQ(pooled(1, 1), -7);
}

TEST(MatrixPyramid, theValueFarthestFromZeroStaysWithItsSign) {
  const Array<float> matrix({2, 6}, {1, -3, 2, -2, kNaN, kNaN, 2, kNaN, -2, 1, -kInfinity, -4}, "m");
  const Array<float> pooled = pooledByTwo(matrix, Shrinking::largestMagnitude);
  ASSERT_EQ(pooled.shape(), (engine::Shape{1, 3}));
  EXPECT_FLOAT_EQ(pooled(0, 0), -3);
  EXPECT_FLOAT_EQ(pooled(0, 1), 2) << "of equals the positive one";
  EXPECT_FLOAT_EQ(pooled(0, 2), -4);
}

TEST(MatrixPyramid, theLargestValueReachesTheLastLevelWhateverTheSize) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {1, 7}, {5, 3}, {33, 64}, {100, 1}}) {
    auto matrix = matrixOf(rows, columns, 0.25F);
    (*matrix)(rows - 1, columns / 2) = 0.9F;
    MatrixPyramid pyramid(matrix);
    pyramid.setShrinking(Shrinking::largest, 0);
    const int last = pyramid.levelWithin(1);
    EXPECT_FLOAT_EQ(pyramid.level(last)(0, 0), 0.9F) << rows << " x " << columns;
  }
}

TEST(MatrixPyramid, poolingKeepsTheMeanOfEvenSizes) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> number(-1, 1);
  Array<float> matrix({16, 8}, 0.0F, "m");
  for (float& value : matrix) value = number(random);
  const auto mean = [](const Array<float>& a) {
    double sum = 0;
    for (const float value : a) sum += value;
    return sum / static_cast<double>(a.size());
  };
  EXPECT_NEAR(mean(pooledByTwo(pooledByTwo(matrix))), mean(matrix), 1e-6);
}

TEST(MatrixPyramid, levelHasCellsOfAtLeastTheAskedSize) {
  MatrixPyramid pyramid(matrixOf(1000, 10));
  EXPECT_EQ(pyramid.levelFor(5, 1), 0);
  EXPECT_EQ(pyramid.levelFor(1, 1), 0);
  EXPECT_EQ(pyramid.levelFor(0.9, 1), 1);
  EXPECT_EQ(pyramid.levelFor(0.2, 1), 3);
  EXPECT_EQ(pyramid.level(pyramid.levelFor(1e-9, 1)).shape(), (engine::Shape{1, 1}));
}

TEST(MatrixPyramid, sizesZeroAndOneHaveOneLevel) {
  EXPECT_TRUE(MatrixPyramid(nullptr).isEmpty());
  EXPECT_TRUE(MatrixPyramid(matrixOf(0, 0)).isEmpty());
  EXPECT_TRUE(MatrixPyramid(matrixOf(0, 7)).isEmpty());
  EXPECT_EQ(MatrixPyramid(matrixOf(1, 1)).levelFor(0.001, 1), 0);
  EXPECT_EQ(pooledByTwo(*matrixOf(0, 0)).size(), 0);
}

TEST(MatrixPyramid, anArrayOfOneAxisIsRefused) {
  EXPECT_THROW(MatrixPyramid(std::make_shared<Array<float>>(engine::Shape{4}, 0.0F, "vector")), engine::Error);
}

TEST(MatrixPyramid, stepByStepItIsTheSameAsAtOnce) {
  auto matrix = std::make_shared<Array<float>>(engine::deterministicArray<float>(5, {1301, 777}, 1.0, "map"));
  (*matrix)(3, 4) = NAN;
  MatrixPyramid steps(matrix), once(matrix);
  int numSteps = 0;
  while (!steps.makeLevel(6, 0)) ++numSteps;
  EXPECT_GT(numSteps, 3);
  for (int level = 1; level <= 6; ++level) EXPECT_EQ(steps.level(level), once.level(level)) << level;
}

TEST(MatrixPyramid, coarseLevelFitsTheAskedSide) {
  const MatrixPyramid pyramid(std::make_shared<Array<float>>(engine::Shape{1000, 30}, 0.0F, "map"));
  EXPECT_EQ(pyramid.levelWithin(1000), 0);
  EXPECT_EQ(pyramid.levelWithin(500), 1);
  EXPECT_EQ(pyramid.levelWithin(499), 2);
  EXPECT_EQ(MatrixPyramid(nullptr).levelWithin(16), 0);
}

TEST(MatrixPyramid, samplesAreCellsOfTheirBlocks) {
  const auto matrix = engine::deterministicArray<float>(5, {37, 100}, 1.0, "map");
  const Array<float> samples = sampledEvery(matrix, 10);
  ASSERT_EQ(samples.shape(), (engine::Shape{4, 10}));
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 10; ++j) EXPECT_EQ(samples(i, j), matrix(std::min<Index>(10 * i + 5, 36), 10 * j + 5));
  EXPECT_EQ(sampledEvery(Array<float>(engine::Shape{0, 3}), 10).size(), 0);
}

}  // namespace matrix_pyramid_test
}  // namespace ui
