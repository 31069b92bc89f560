// Layer normalisation as a module.
#include "engine/network/LayerNorm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/Random.h"
#include "engine/network/Linear.h"
#include "tests/engine/network/Close.h"
#include "tests/support/ErrorOf.h"

namespace layer_norm_test {

using namespace engine;
using ::testing::HasSubstr;

template <class T>
LayerNormWeights<T> weightsOf(Index width) {
  return {deterministicArray<T>(1, {width}, 1, "a_2"), deterministicArray<T>(2, {width}, 1, "b_2")};
}

TEST(LayerNorm, rowsHaveMeanZeroAndVarianceOneWithoutWeights) {
  const LayerNormWeights<double> plain{Array<double>({6}, 1.0), {}};
  Progress none;
  const Array<double> Y = layerNorm(deterministicArray<double>(3, {4, 5, 6}, 7), plain, 1, none);
  ASSERT_EQ(Y.shape(), (Shape{4, 5, 6}));
  for (Index row = 0; row < 20; ++row) {
    double mean = 0, variance = 0;
    for (Index c = 0; c < 6; ++c) mean += Y[row * 6 + c] / 6;
    for (Index c = 0; c < 6; ++c) variance += Y[row * 6 + c] * Y[row * 6 + c] / 6;
    EXPECT_NEAR(mean, 0, 1e-14);
    EXPECT_NEAR(variance, 1, 1e-4);
  }
}

TEST(LayerNorm, threadsChangeNoBitAndLeadingAxesAreRows) {
  const auto X = deterministicArray<float>(3, {70, 90, 48}, 2);
  const auto weights = weightsOf<float>(48);
  Progress none;
  const Array<float> one = layerNorm(X, weights, 1, none);
  EXPECT_EQ(one, layerNorm(X, weights, 2, none));
  EXPECT_EQ(one.reshaped({6300, 48}), layerNorm(X.reshaped({6300, 48}), weights.weight, weights.bias));
}

TEST(LayerNorm, sizesZeroAndOne) {
  Progress none;
  EXPECT_EQ(layerNorm(Array<double>({0, 3}), weightsOf<double>(3), 1, none).shape(), (Shape{0, 3}));
  EXPECT_EQ(layerNorm(Array<double>({2, 0}), weightsOf<double>(0), 1, none).shape(), (Shape{2, 0}));
  const auto weights = weightsOf<double>(1);
  EXPECT_EQ(layerNorm(Array<double>({1, 1}, 5.0), weights, 1, none)[0], weights.bias[0]);
}

TEST(LayerNorm, wrongShapesAreErrorsThatNameTheArray) {
  Progress none;
  EXPECT_THAT(test::errorOf([&] {
                layerNorm(Array<double>({2, 4}), weightsOf<double>(3), 1, none);
              }),
              HasSubstr("array a_2: found shape (3), expected (4)"));
  const ArrayBundle arrays = {{"norm1.a_2", Array<double>({4})}, {"norm1.b_2", Array<double>({5})}};
  EXPECT_THAT(test::errorOf([&] { readRoseTtaFoldNorm<double>(NamedWeights(arrays).under("norm1"), 4); }),
              HasSubstr("array norm1.b_2: found shape (5), expected (4)"));
}

}  // namespace layer_norm_test
