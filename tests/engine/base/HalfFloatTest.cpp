// 16-bit numbers: every one of them, against their definition.
#include "engine/base/HalfFloat.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/base/Random.h"

using namespace engine;

namespace half_float_test {

/// The definition: (-1)^sign 2^(exponent - 15) (1 + fraction / 1024), without the 1 below the normal numbers.
double halfByDefinition(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double sign = bits & 0x8000 ? -1.0 : 1.0;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1.0 + fraction / 1024.0, exponent - 15);
}

/// The same of a bfloat16 number, whose exponent is that of a float.
double brainByDefinition(std::uint16_t bits) {
  const int exponent = bits >> 7 & 255, fraction = bits & 127;
  const double sign = bits & 0x8000 ? -1.0 : 1.0;
  if (exponent == 255) return fraction ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(fraction, -133);
  return sign * std::ldexp(1.0 + fraction / 128.0, exponent - 127);
}

bool isSame(float found, double expected) {
  return std::isnan(expected) ? std::isnan(found) : found == expected && std::signbit(found) == std::signbit(expected);
}

TEST(HalfFloat, everyHalfHasItsValue) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    ASSERT_TRUE(isSame(floatOfHalf(half), halfByDefinition(half))) << bits;
  }
}

TEST(HalfFloat, everyBrainFloatHasItsValue) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto brain = static_cast<std::uint16_t>(bits);
    ASSERT_TRUE(isSame(floatOfBrain(brain), brainByDefinition(brain))) << bits;
  }
}

TEST(HalfFloat, manyAtOnceEqualEachAlone) {
  std::vector<std::uint16_t> all(65536 + 5);
  for (size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::uint16_t>(k);
  std::vector<float> halves(all.size()), brains(all.size());
  for (const size_t first : {0u, 1u, 3u}) {  // from any place, any rest behind the last eight
    const auto count = static_cast<Index>(all.size() - first);
    floatsOfHalves(all.data() + first, count, halves.data());
    floatsOfBrains(all.data() + first, count, brains.data());
    for (size_t k = 0; k + first < all.size(); ++k) {
      ASSERT_TRUE(isSame(halves[k], halfByDefinition(all[k + first]))) << k;
      ASSERT_TRUE(isSame(brains[k], brainByDefinition(all[k + first]))) << k;
    }
  }
  floatsOfHalves(all.data(), 0, halves.data());
}

TEST(HalfFloat, everyHalfAndBrainFloatComesBackFromItsFloat) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    ASSERT_TRUE(std::isnan(halfByDefinition(half)) || halfOfFloat(floatOfHalf(half)) == half) << bits;
    ASSERT_TRUE(std::isnan(brainByDefinition(half)) || brainOfFloat(floatOfBrain(half)) == half) << bits;
  }
  EXPECT_TRUE(std::isnan(floatOfHalf(halfOfFloat(NAN))));
  EXPECT_TRUE(std::isnan(floatOfBrain(brainOfFloat(NAN))));
}

TEST(HalfFloat, roundsToTheNearestAndTiesToEven) {
  EXPECT_EQ(floatOfHalf(halfOfFloat(1.0F + 0x1p-11F)), 1.0F);              // half way: down to even
  EXPECT_EQ(floatOfHalf(halfOfFloat(1.0F + 0x1.8p-10F)), 1.0F + 0x1p-9F);  // half way: up to even
  EXPECT_EQ(floatOfHalf(halfOfFloat(65519.0F)), 65504.0F);
  EXPECT_TRUE(std::isinf(floatOfHalf(halfOfFloat(65520.0F))));
  EXPECT_EQ(floatOfHalf(halfOfFloat(0x1p-25F)), 0.0F);
  EXPECT_EQ(floatOfHalf(halfOfFloat(0x1.1p-25F)), 0x1p-24F);
  EXPECT_EQ(floatOfBrain(brainOfFloat(1.0F + 0x1p-8F)), 1.0F);
  EXPECT_EQ(floatOfBrain(brainOfFloat(1.0F + 0x1.8p-7F)), 1.0F + 0x1p-6F);
}

TEST(HalfFloat, noOtherHalfIsNearerToARandomFloat) {
  Random random(5);
  for (int round = 0; round < 20000; ++round) {
    const auto value = static_cast<float>((random.uniform() - 0.5) * std::exp2(30.0 * random.uniform() - 20.0));
    const std::uint16_t half = halfOfFloat(value);
    const double error = std::abs(halfByDefinition(half) - static_cast<double>(value));
    for (const int step : {-1, 1}) {
      const auto other = static_cast<std::uint16_t>(half + step);
      if ((half & 0x7FFF) == 0 || std::isinf(halfByDefinition(other))) continue;
      ASSERT_LE(error, std::abs(halfByDefinition(other) - static_cast<double>(value))) << value;
    }
  }
}

}  // namespace half_float_test
