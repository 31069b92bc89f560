// Encodings of positions: goldens of engine/attention/MATHEMATICS.md 6.4 and what waves must satisfy.
#include "engine/network/Encodings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/network/Close.h"
#include "tests/support/ErrorOf.h"

namespace encodings_test {

using namespace engine;
using ::testing::HasSubstr;

constexpr double kThird[] = {0.141120008060, -0.989992496600, 0.295520206661, 0.955336489126,
                             0.029995500202, 0.999550033749,  0.002999995500, 0.999995500003};

TEST(SinusoidalEncoding, goldenOfPositionThreeInBothPrecisions) {
  const Array<double> P = sinusoidalEncoding<double>({0, 1, 2, 3}, 8);
  const Array<float> single = sinusoidalEncoding<float>({3}, 8);
  for (Index c = 0; c < 8; ++c) {
    EXPECT_NEAR(P(3, c), kThird[c], 1e-12);
    EXPECT_NEAR(single(0, c), kThird[c], 1e-7);
    EXPECT_EQ(P(0, c), c % 2);
  }
}

TEST(SinusoidalEncoding, gapsInTheNumberingShow) {
  const Array<double> P = sinusoidalEncoding<double>({7, -2, 3}, 8);
  for (Index c = 0; c < 8; ++c) EXPECT_NEAR(P(2, c), kThird[c], 1e-12);
  EXPECT_NEAR(P(1, 0), std::sin(-2.0), 1e-15);
}

TEST(SinusoidalEncoding, theProductOfTwoPositionsDependsOnTheirDistanceOnly) {
  const Array<double> P = sinusoidalEncoding<double>({3, 10, 4003, 4010}, 32);
  const auto product = [&](Index i, Index j) {
    double sum = 0;
    for (Index c = 0; c < 32; ++c) sum += P(i, c) * P(j, c);
    return sum;
  };
  EXPECT_NEAR(product(0, 1), product(2, 3), 1e-11);
  EXPECT_NEAR(product(0, 0), 16, 1e-12);
}

TEST(SinusoidalEncoding, anOddWidthLacksTheLastCosine) {
  const Array<double> P = sinusoidalEncoding<double>({5}, 3);
  EXPECT_NEAR(P(0, 2), std::sin(5 * std::pow(10000.0, -2.0 / 3)), 1e-15);
}

TEST(SinusoidalEncoding, nothingOfNothing) {
  EXPECT_EQ(sinusoidalEncoding<float>({}, 4).shape(), (Shape{0, 4}));
  EXPECT_EQ(sinusoidalEncoding<float>({1}, 0).shape(), (Shape{1, 0}));
  EXPECT_EQ(pairEncoding<float>({}, 4).shape(), (Shape{0, 0, 4}));
  EXPECT_EQ(pairEncoding<float>({1}, 0).shape(), (Shape{1, 1, 0}));
}

TEST(PairEncoding, goldenOfOnePair) {
  const double expected[] = {0.841470984808,  0.009999833334, 0.540302305868, 0.999950000417,
                             -0.958924274663, 0.049979169271, 0.283662185463, 0.998750260395};
  const Array<double> P = pairEncoding<double>({0, 1, 5}, 8);
  const Array<float> single = pairEncoding<float>({0, 1, 5}, 8);
  for (Index c = 0; c < 8; ++c) {
    EXPECT_NEAR(P(1, 2, c), expected[c], 1e-12);
    EXPECT_NEAR(single(1, 2, c), expected[c], 1e-7);
  }
}

TEST(PairEncoding, transposingSwapsTheHalves) {
  const Array<double> P = pairEncoding<double>({4, 9, 2, 30}, 12);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j)
      for (Index c = 0; c < 6; ++c) EXPECT_EQ(P(i, j, c), P(j, i, 6 + c));
}

TEST(PairEncoding, aWidthThatIsNoMultipleOfFourIsAnError) {
  EXPECT_THAT(test::errorOf([] { pairEncoding<double>({1, 2}, 6); }), HasSubstr("found width 6, expected a multiple"));
}

}  // namespace encodings_test
