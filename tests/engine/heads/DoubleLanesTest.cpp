#include "engine/heads/DoubleLanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace double_lanes_test {

using namespace engine;

TEST(DoubleLanes, logarithmIsThatOfTheLibrary) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponent(-140, 10);
  for (int k = 0; k < 100000; ++k) {
    const double x = std::exp2(exponent(random));
    ASSERT_NEAR(log2Of(eightOf(x))[3], std::log2(x), 2e-15 * std::max(1.0, std::abs(std::log2(x)))) << x;
  }
  EXPECT_EQ(log2Of(eightOf(1))[0], 0);
  EXPECT_TRUE(std::isfinite(log2Of(eightOf(0))[0]));
}

}  // namespace double_lanes_test
