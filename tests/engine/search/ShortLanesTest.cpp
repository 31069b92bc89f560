// Vectors of 16-bit numbers against plain arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/search/batch/ShortLanes.h"

namespace short_lanes_test {

using namespace engine::shorts;

TEST(ShortLanes, logarithmsAreNeverTooSmallAndHardlyTooLarge) {
  for (int exponent = 0; exponent < 31; ++exponent)
    for (int step = 0; step < 4096; ++step) {
      const auto x = static_cast<std::int32_t>(
          std::min(2147483647.0, std::ldexp(1.0 + step / 4096.0 + (step % 2 ? 0.99 / 4096 : 0), exponent)));
      const double exact = kUnitsPerBit * (std::log2(static_cast<double>(x)) + 127);
      const Shorts units = logarithmOf(Ints{} + x, Ints{} + x);
      ASSERT_GE(units[0], exact + 1.0 / 64) << x;
      ASSERT_LE(units[0], exact + kMostLogarithmExcess) << x;
    }
}

TEST(ShortLanes, wideNumbersKeepTheirLanes) {
  Ints halves[2];
  for (int lane = 0; lane < kLanes; ++lane) halves[widePlace(lane).half][widePlace(lane).place] = 1 << lane % 20;
  const Shorts units = logarithmOf(halves[0], halves[1]), numbers = narrowed(halves[0] >> 10, halves[1] >> 10);
  for (int lane = 0; lane < kLanes; ++lane) {
    EXPECT_NEAR(units[lane], kUnitsPerBit * (lane % 20 + 127), kMostLogarithmExcess);
    EXPECT_EQ(numbers[lane], (1 << lane % 20) >> 10);
  }
}

TEST(ShortLanes, productsOfPairsAreAddedInEveryLane) {
  std::int16_t numbers[kLanes];
  for (int k = 0; k < kLanes; ++k) numbers[k] = static_cast<std::int16_t>(1000 * k % 32767);
  const Ints sums = addProducts(Ints{} + 7, loadPairs(numbers), 300 | 32000 << 16);
  for (int k = 0; k < kHalf; ++k) EXPECT_EQ(sums[k], 7 + 300 * numbers[2 * k] + 32000 * numbers[2 * k + 1]);
}

TEST(ShortLanes, largerAndSmallerAreThoseOfEachLane) {
  std::int16_t numbers[kLanes];
  for (int k = 0; k < kLanes; ++k) numbers[k] = static_cast<std::int16_t>(k % 2 ? -30000 : 30000 - k);
  const Shorts more = larger(load(numbers), splat(-5)), less = smaller(load(numbers), splat(-5));
  for (int k = 0; k < kLanes; ++k) {
    EXPECT_EQ(more[k], std::max<int>(numbers[k], -5));
    EXPECT_EQ(less[k], std::min<int>(numbers[k], -5));
  }
}

}  // namespace short_lanes_test
