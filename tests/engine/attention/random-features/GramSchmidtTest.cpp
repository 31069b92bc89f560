// Gram-Schmidt step by step: a case by hand, and the same rows as QR gives.
#include "engine/attention/random-features/GramSchmidt.h"

#include <gtest/gtest.h>

#include "engine/attention/performer/RandomFeatures.h"
#include "tests/support/ErrorOf.h"

namespace gram_schmidt_test {

using namespace engine;

TEST(GramSchmidt, twoRowsByHand) {
  const GramSchmidt made = gramSchmidt(Array<double>({2, 2}, {3, 4, 5, 0}, "M"));
  ASSERT_EQ(made.steps.size(), 3U);
  EXPECT_DOUBLE_EQ(made.steps[0].amount, 5) << "length of (3, 4)";
  EXPECT_EQ(made.steps[1].along, 0);
  EXPECT_DOUBLE_EQ(made.steps[1].amount, 3) << "(5, 0) . (0.6, 0.8)";
  EXPECT_DOUBLE_EQ(made.steps[2].amount, 4) << "length of (5, 0) - 3 (0.6, 0.8) = (3.2, -2.4)";
  EXPECT_EQ(made.states.shape(), (Shape{4, 2, 2}));
  EXPECT_DOUBLE_EQ(made.states[4], 0.6) << "second state: the first row has its length, the second is untouched";
  EXPECT_DOUBLE_EQ(made.states[6], 5);
  const Array<double> rows = made.rows();
  EXPECT_NEAR(rows(1, 0), 0.8, 1e-15);
  EXPECT_NEAR(rows(1, 1), -0.6, 1e-15);
}

TEST(GramSchmidt, rowsAreThoseOfQrWithTheSignFix) {
  const Array<double> G = deterministicArray<double>(35, {4, 4}, 1, "G");
  Array<double> columns({4, 4}, 0.0, "columns of G");
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) columns(j, i) = G(i, j);
  const Array<double> rows = gramSchmidt(columns).rows(), expected = orthonormalRows(G, SignFix::corrected);
  for (Index k = 0; k < 16; ++k) EXPECT_NEAR(rows[k], expected[k], 1e-12);
}

TEST(GramSchmidt, productsBecomeTheIdentityRowByRow) {
  const GramSchmidt made = gramSchmidt(deterministicArray<double>(1, {5, 8}, 1, "M"));
  EXPECT_EQ(made.steps.size(), 15U) << "5 lengths and 10 pairs";
  const Array<double> last = productsOfRows(made, std::ssize(made.steps));
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j) EXPECT_NEAR(last(i, j), i == j ? 1 : 0, 1e-12);
  EXPECT_NE(productsOfRows(made, 0)(0, 1), 0);
}

TEST(GramSchmidt, noneAndOne) {
  EXPECT_TRUE(gramSchmidt(Array<double>({0, 3}, 0.0, "M")).steps.empty());
  EXPECT_EQ(gramSchmidt(Array<double>({0, 3}, 0.0, "M")).rows().shape(), (Shape{0, 3}));
  EXPECT_DOUBLE_EQ(gramSchmidt(Array<double>({1, 1}, -2.0, "M")).rows()[0], -1);
}

TEST(GramSchmidt, dependentAndTooManyRowsAreErrors) {
  EXPECT_NE(test::errorOf([] {
              gramSchmidt(Array<double>({2, 3}, {1, 2, 3, 2, 4, 6}, "M"));
            }).find("row 2 of array M"),
            std::string::npos);
  EXPECT_NE(test::errorOf([] { gramSchmidt(Array<double>({1, 2}, 0.0, "M")); }).find("row 1"), std::string::npos);
  EXPECT_NE(test::errorOf([] { gramSchmidt(Array<double>({3, 2}, 1.0, "M")); }).find("(3, 2)"), std::string::npos);
}

}  // namespace gram_schmidt_test
