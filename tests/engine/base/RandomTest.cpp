// Random numbers: the check values of engine/attention/MATHEMATICS.md 1.2, and elementary statistics.
#include "engine/base/Random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

using namespace engine;

namespace random_test {

TEST(Random, splitMixHasThePublishedValues) {
  EXPECT_EQ(splitMix64(0), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(splitMix64(1), 0x910a2dec89025cc1ULL);
}

TEST(Random, deterministicNumbersHaveThePublishedValues) {
  EXPECT_EQ(deterministicNumber(1, 0), -0.29686513865509245);
  EXPECT_EQ(deterministicNumber(1, 1), -0.534413250108337);
  EXPECT_EQ(deterministicNumber(1, 2), 0.16084542731590168);
  EXPECT_EQ(deterministicNumber(1, 3), -0.14792454988801862);
  EXPECT_EQ(deterministicNumber(2, 0), -0.7693260327756046);
  EXPECT_EQ(deterministicNumber(2, 1), -0.4254031339735087);
}

TEST(Random, deterministicArrayIsTheScaledStreamInCOrder) {
  const Array<double> array = deterministicArray<double>(7, {2, 3}, 0.5, "w");
  EXPECT_EQ(array(1, 2), 0.5 * deterministicNumber(7, 5));
  EXPECT_EQ(array.name, "w");
}

TEST(Random, streamIsFixedBySeedAndForksByCopy) {
  Random first(42), second(42), other(43);
  EXPECT_EQ(first.next(), second.next());
  EXPECT_NE(first.next(), other.next());
  Random fork = first;
  EXPECT_EQ(fork.next(), first.next());
}

TEST(Random, belowReachesEveryValueEquallyOften) {
  Random random(5);
  std::array<int, 7> counts{};
  constexpr int kDraws = 70000;
  for (int k = 0; k < kDraws; ++k) ++counts.at(random.below(7));
  // Standard deviation of a count is sqrt(n p (1-p)) = 93.
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 7, 5 * 93);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, normalHasMeanZeroAndVarianceOne) {
  Random random(6);
  constexpr int kDraws = 100000;
  double sum = 0, squares = 0;
  for (int k = 0; k < kDraws; ++k) {
    const double x = random.normal();
    ASSERT_TRUE(std::isfinite(x));
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 5.0 / std::sqrt(kDraws));
  EXPECT_NEAR(squares / kDraws, 1.0, 5.0 * std::sqrt(2.0 / kDraws));
}

TEST(Random, uniformStaysBelowOne) {
  Random random(8);
  for (int k = 0; k < 10000; ++k) {
    const double x = random.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
  }
}

}  // namespace random_test
