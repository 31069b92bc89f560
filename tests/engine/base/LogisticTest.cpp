// The logistic function at its ends and in its middle.
#include "engine/base/Logistic.h"

#include <gtest/gtest.h>

#include <cfenv>

namespace {

using engine::logistic;

template <class T>
class Logistic : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Logistic, Types);

TYPED_TEST(Logistic, neverOverflows) {
  std::feclearexcept(FE_OVERFLOW);
  EXPECT_EQ(logistic(TypeParam(1e30)), TypeParam(1));
  EXPECT_EQ(logistic(TypeParam(-1e30)), TypeParam(0));
  EXPECT_EQ(std::fetestexcept(FE_OVERFLOW), 0);
}

TYPED_TEST(Logistic, keepsItsDigitsWhereItIsSmall) {
  EXPECT_EQ(logistic(TypeParam(0)), TypeParam(0.5));
  EXPECT_NEAR(double(logistic(TypeParam(-80))) / std::exp(-80.0), 1, 1e-5);
  EXPECT_NEAR(double(logistic(TypeParam(1.5))), 0.8175744761936437, 1e-7);
}

}  // namespace
