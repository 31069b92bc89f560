#include "engine/attention/lanes/VectorExp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace vector_exp_test {

using namespace engine;

float weight(float x) { return weightOfScore(splatLanes(x))[kFloatLanes - 1]; }
double relativeError(float found, float x) { return std::abs(double(found) / std::exp(double(x)) - 1); }

TEST(VectorExp, exponentialsAreExactToTwoUnitsInTheLastPlace) {
  for (float x = -87; x <= 0; x += 0.00137f) ASSERT_LT(relativeError(expOfNonPositive(x), x), 1.8e-7) << x;
}

TEST(VectorExp, weightsAreAboutAsExactAsTheirRoundedScores) {
#if defined(__FMA__)
  constexpr double kOfScore = 1.4e-8;
#else
  constexpr double kOfScore = 8e-8;  // a product is rounded before it is subtracted from
#endif
  for (float x = -87; x <= 88; x += 0.00137f)
    ASSERT_LT(relativeError(weight(x), x), 1.8e-7 + kOfScore * std::abs(double(x))) << x;
  EXPECT_EQ(weight(0), 1.0f);
}

TEST(VectorExp, whatIsBelowTheSmallestNormalNumberIsZeroAndNotANumberStays) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float x : {-88.0f, -1e4f, -1e30f, -kInfinity}) {
    EXPECT_EQ(expOfNonPositive(x), 0.0f);
    EXPECT_EQ(weight(x), 0.0f);
  }
  EXPECT_TRUE(std::isnan(expOfNonPositive(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(weight(std::numeric_limits<float>::quiet_NaN())));
}

}  // namespace vector_exp_test
