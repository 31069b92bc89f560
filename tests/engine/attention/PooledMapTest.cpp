// Pooling against the plain definition, block by block.
#include "engine/attention/PooledMap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/base/Random.h"

using namespace engine;

namespace pooled_map_test {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Block {
  double sum = 0, largest = -INFINITY;
  int count = 0;
};

Block blockOf(const Array<float>& matrix, Index block, Index blockRow, Index blockColumn) {
  Block found;
  for (Index i = blockRow * block; i < std::min((blockRow + 1) * block, matrix.length(0)); ++i)
    for (Index j = blockColumn * block; j < std::min((blockColumn + 1) * block, matrix.length(1)); ++j) {
      if (!std::isfinite(matrix(i, j))) continue;
      found.sum += matrix(i, j);
      found.largest = std::max<double>(found.largest, matrix(i, j));
      ++found.count;
    }
  return found;
}

void expectPooled(const Array<float>& matrix, Index block) {
  const PooledMap pooled = pooledMap(matrix, block);
  const Shape shape{(matrix.length(0) + block - 1) / block, (matrix.length(1) + block - 1) / block};
  ASSERT_EQ(pooled.mean.shape(), shape);
  ASSERT_EQ(pooled.largest.shape(), shape);
  for (Index r = 0; r < shape[0]; ++r)
    for (Index c = 0; c < shape[1]; ++c) {
      const Block expected = blockOf(matrix, block, r, c);
      if (expected.count == 0) {
        EXPECT_TRUE(std::isnan(pooled.mean(r, c)));
        EXPECT_TRUE(std::isnan(pooled.largest(r, c)));
        continue;
      }
      EXPECT_NEAR(pooled.mean(r, c), expected.sum / expected.count, 1e-5);
      EXPECT_EQ(pooled.largest(r, c), static_cast<float>(expected.largest));
    }
}

TEST(PooledMap, isMeanAndLargestOfEveryBlockOfRandomMatrices) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    const auto rows = static_cast<Index>(random.below(40)), columns = static_cast<Index>(random.below(40));
    Array<float> matrix({rows, columns}, 0.0F, "A");
    for (float& value : matrix) value = static_cast<float>(random.uniform() - 0.3);
    if (matrix.size() > 0 && round % 3 == 0)
      for (int k = 0; k < 20; ++k)
        matrix[static_cast<Index>(random.below(static_cast<std::uint64_t>(matrix.size())))] =
            k % 2 ? kNan : -std::numeric_limits<float>::infinity();
    for (const Index block : {1, 2, 3, 7, 64}) expectPooled(matrix, block);
  }
}

TEST(PooledMap, knowsTheExtremesOfTheWholeMap) {
  const Array<float> matrix({2, 3}, std::vector<float>{0.5F, -2, 0, 0.25F, kNan, 3}, "A");
  const PooledMap pooled = pooledMap(matrix, 1);
  EXPECT_EQ(pooled.low, -2);
  EXPECT_EQ(pooled.high, 3);
  EXPECT_EQ(pooled.leastPositive, 0.25F);
  EXPECT_FALSE(pooled.isFinite);
  EXPECT_TRUE(pooledMap(Array<float>({2, 2}, 1.0F), 2).isFinite);
}

TEST(PooledMap, ofNothingIsNothing) {
  const PooledMap pooled = pooledMap(Array<float>(Shape{0, 0}), 4);
  EXPECT_EQ(pooled.mean.size(), 0);
  EXPECT_EQ(pooled.high, 0);
  EXPECT_THROW(pooledMap(Array<float>(Shape{2, 2}), 0), Error);
  EXPECT_THROW(pooledMap(Array<float>(Shape{2, 2, 2}), 1), Error);
}

TEST(PooledMap, meanOfHugeValuesStaysAmongThem) {
  const float huge = std::numeric_limits<float>::max();
  EXPECT_EQ(pooledMap(Array<float>({64, 64}, huge), 64).mean[0], huge);
}

TEST(PooledMap, blockIsTheLeastThatFitsTheSide) {
  EXPECT_EQ(poolingBlock(1024, 1024, 64), 16);
  EXPECT_EQ(poolingBlock(1025, 3, 64), 17);
  EXPECT_EQ(poolingBlock(64, 10, 64), 1);
  EXPECT_EQ(poolingBlock(0, 0, 64), 1);
  for (Index length = 1; length < 300; ++length) {
    const Index block = poolingBlock(length, 1, 32);
    EXPECT_LE((length + block - 1) / block, 32);
    EXPECT_TRUE(block == 1 || (length + block - 2) / (block - 1) > 32);
  }
}

}  // namespace pooled_map_test
