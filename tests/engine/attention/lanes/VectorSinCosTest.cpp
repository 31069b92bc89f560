#include "engine/attention/lanes/VectorSinCos.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vector_sin_cos_test {

using namespace engine;

TEST(VectorSinCos, isExactToAboutOneUnitInTheLastPlaceUpToItsLimit) {
  double worst = 0;
  for (double x = -kMostSinCos; x <= kMostSinCos; x += 0.0137) {
    const auto angle = static_cast<float>(x);
    const SinCos<float> pair = sinCos<float, std::uint32_t>(angle);
    worst = std::max({worst, std::abs(double(pair.sine) - std::sin(double(angle))),
                      std::abs(double(pair.cosine) - std::cos(double(angle)))});
  }
  EXPECT_LT(worst, 1.2e-7);
}

TEST(VectorSinCos, lanesGiveTheSameAsSingleNumbers) {
  for (float x = -9; x < 9; x += 0.37f) {
    FloatLanes angles;
    for (Index lane = 0; lane < kFloatLanes; ++lane) angles[lane] = x + 0.01f * static_cast<float>(lane);
    const auto pairs = sinCos<FloatLanes, BitLanes>(angles);
    for (Index lane = 0; lane < kFloatLanes; ++lane) {
      const SinCos<float> pair = sinCos<float, std::uint32_t>(angles[lane]);
      EXPECT_NEAR(pairs.sine[lane], pair.sine, 1.2e-7);
      EXPECT_NEAR(pairs.cosine[lane], pair.cosine, 1.2e-7);
    }
  }
}

TEST(VectorSinCos, quadrantsHaveTheRightSigns) {
  for (int quarter = -8; quarter <= 8; ++quarter) {
    const double angle = quarter * 1.5707963267948966 + 0.3;
    const SinCos<float> pair = sinCos<float, std::uint32_t>(static_cast<float>(angle));
    EXPECT_NEAR(pair.sine, std::sin(angle), 1e-6);
    EXPECT_NEAR(pair.cosine, std::cos(angle), 1e-6);
  }
}

}  // namespace vector_sin_cos_test
