#include "engine/network/Linear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/base/Random.h"
#include "tests/support/ErrorOf.h"

namespace linear_test {

using namespace engine;
using test::errorOf;

TEST(Linear, equalsTheSumsItStandsForOnEveryShapeAroundABlockOfRows) {
  for (const Index rows : {0, 1, 2, 255, 256, 257, 600})
    for (const Index in : {0, 1, 5})
      for (const Index out : {0, 1, 9}) {
        const Array<double> X = deterministicArray<double>(1, {rows, in}, 1),
                            W = deterministicArray<double>(2, {out, in}, 1);
        const Array<double> b = deterministicArray<double>(3, {out}, 1);
        const Array<double> Y = linear(X, W, b, 2);
        ASSERT_EQ(Y.shape(), (Shape{rows, out}));
        for (Index i = 0; i < rows; ++i)
          for (Index o = 0; o < out; ++o) {
            double sum = b[o];
            for (Index c = 0; c < in; ++c) sum += X(i, c) * W(o, c);
            ASSERT_NEAR(Y(i, o), sum, 1e-14) << rows << " x " << in << " x " << out;
          }
      }
}

TEST(Linear, sameBitsWithOneOrTwoThreads) {
  const Array<float> X = deterministicArray<float>(1, {3, 330, 40}, 1), W = deterministicArray<float>(2, {33, 40}, 1);
  EXPECT_EQ(linear(X, W, {}, 1), linear(X, W, {}, 2));
}

TEST(Linear, sameBitsWhereverTheArraysLieInMemory) {
  for (const Index rows : {1, 3, 20})
    for (const Index out : {1, 5, 17}) {
      const Array<float> X = deterministicArray<float>(1, {rows, 11}, 1),
                         W = deterministicArray<float>(2, {out, 11}, 1);
      const Array<float> expected = linear(X, W, {});
      std::vector<Array<float>> copies;
      std::vector<std::vector<char>> between;
      for (size_t k = 0; k < 30; ++k) {
        between.emplace_back(16 * (k % 5) + 1);
        copies.push_back(X);
        copies.push_back(W);
        EXPECT_EQ(linear(copies[2 * k], copies[2 * k + 1], {}), expected) << rows << " x " << out;
      }
    }
}

TEST(Linear, widthsThatDisagreeAreAnErrorWithBothShapes) {
  const Array<float> X({2, 3}, 0.0f, "X"), W({4, 5}, 0.0f, "W_q");
  EXPECT_EQ(errorOf([&] { linear(X, W, {}); }),
            "array W_q: found shape (4, 5), expected one for an input of shape (2, 3)");
}

TEST(Linear, cancelStopsTheWork) {
  struct CancelLater : Progress {
    mutable int asked = 0;
    bool cancelled() const override { return ++asked > 3; }
  } progress;
  const Array<float> X({2000, 3}), W({4, 3});
  EXPECT_THROW(linear(X, W, {}, 1, progress), Cancelled);
}

}  // namespace linear_test
