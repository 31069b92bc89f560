// Weights by name.
#include "engine/network/NamedWeights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/engine/network/Close.h"
#include "tests/support/ErrorOf.h"

namespace named_weights_test {

using namespace engine;
using ::testing::AllOf;
using ::testing::HasSubstr;

ArrayBundle bundle() {
  return {{"encoder.0.W_q", Array<float>({2, 3}, 1.0f)}, {"encoder.0.b_q", Array<double>({2}, 2.0)}};
}

TEST(NamedWeights, readsUnderPrefixesInTheWantedPrecision) {
  const ArrayBundle arrays = bundle();
  const NamedWeights weights = NamedWeights(arrays).under("encoder").under("0");
  EXPECT_EQ(weights.fullName("W_q"), "encoder.0.W_q");
  const Array<double> W = weights.read<double>("W_q", {-1, 3});
  EXPECT_EQ(W.shape(), (Shape{2, 3}));
  EXPECT_EQ(W.name, "encoder.0.W_q");
  EXPECT_EQ(weights.read<float>("b_q", {2})[1], 2.0f);
}

TEST(NamedWeights, errorsNameTheArrayAndBothShapes) {
  const ArrayBundle arrays = bundle();
  const NamedWeights weights = NamedWeights(arrays).under("encoder").under("0");
  EXPECT_THAT(test::errorOf([&] {
                weights.read<float>("W_q", {3, -1});
              }),
              AllOf(HasSubstr("array encoder.0.W_q: found shape (2, 3), expected"), HasSubstr("(3, ")));
  EXPECT_THAT(test::errorOf([&] {
                weights.read<float>("W_k", {3, 2});
              }),
              HasSubstr("array encoder.0.W_k is missing, expected shape (3, 2)"));
}

TEST(NamedWeights, optionalArraysMayBeMissingButNotWrong) {
  const ArrayBundle arrays = bundle();
  const NamedWeights weights = NamedWeights(arrays).under("encoder").under("0");
  EXPECT_TRUE(weights.readOptional<float>("b_k", {2}).empty());
  EXPECT_EQ(weights.readOptional<float>("b_q", {2}).size(), 2);
  EXPECT_THAT(test::errorOf([&] { weights.readOptional<float>("b_q", {5}); }), HasSubstr("array encoder.0.b_q"));
  EXPECT_FALSE(weights.contains("b_k"));
  EXPECT_TRUE(weights.contains("b_q"));
}

TEST(NamedWeights, valuesThatAreNotFiniteAreErrors) {
  const ArrayBundle arrays = {{"W", Array<float>({1}, std::numeric_limits<float>::quiet_NaN(), "W")}};
  EXPECT_THAT(test::errorOf([&] { NamedWeights(arrays).read<float>("W", {1}); }), HasSubstr("W"));
}

}  // namespace named_weights_test
