// Random projections: the deterministic check of MATHEMATICS.md 9.7, orthogonality, lengths, and redrawing.
#include "engine/attention/performer/RandomFeatures.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace random_features_test {

using namespace engine;

double dot(const Array<double>& a, Index i, const Array<double>& b, Index j) {
  double sum = 0;
  for (Index c = 0; c < a.length(1); ++c) sum += a(i, c) * b(j, c);
  return sum;
}

/// R_jj = (row j of Q^T) . (column j of G)
double diagonalOfR(const Array<double>& rows, const Array<double>& G, Index j) {
  double sum = 0;
  for (Index i = 0; i < G.length(0); ++i) sum += rows(j, i) * G(i, j);
  return sum;
}

TEST(RandomFeatures, deterministicBlockHasThePublishedRowsAndDiagonal) {
  const Array<double> G = deterministicArray<double>(35, {4, 4}, 1);
  const Array<double> fixed = orthonormalRows(G, SignFix::corrected), raw = orthonormalRows(G, SignFix::raw);
  const double first[] = {0.303947566358, 0.485381692832, -0.599294440622, -0.559344851240};
  const double last[] = {0.625721917190, -0.159950761969, 0.612808905242, -0.455360386671};
  const double diagonal[] = {-1.637320853436, -0.715898399757, -0.925611641593, 0.504302509104};
  for (Index k = 0; k < 4; ++k) {
    EXPECT_NEAR(fixed(0, k), first[k], 1e-11);
    EXPECT_NEAR(fixed(3, k), last[k], 1e-11);
    EXPECT_NEAR(diagonalOfR(raw, G, k), diagonal[k], 1e-11);
    EXPECT_NEAR(diagonalOfR(fixed, G, k), std::abs(diagonal[k]), 1e-11);
  }
}

TEST(RandomFeatures, firstCorrectedRowIsTheNormalisedFirstColumn) {
  const Array<double> G = deterministicArray<double>(36, {7, 7}, 1);
  const Array<double> rows = orthonormalRows(G, SignFix::corrected);
  double norm = 0;
  for (Index i = 0; i < 7; ++i) norm += G(i, 0) * G(i, 0);
  for (Index i = 0; i < 7; ++i) EXPECT_NEAR(rows(0, i), G(i, 0) / std::sqrt(norm), 1e-14);
}

TEST(RandomFeatures, rawFirstElementIsNeverPositive) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    Array<double> G({5, 5});
    for (double& value : G) value = random.normal();
    EXPECT_LE(orthonormalRows(G, SignFix::raw)(0, 0), 0);
  }
}

RC_GTEST_PROP(RandomFeatures, blocksAreOrthogonalAndRootLengthsAreSqrtD, ()) {
  const Index d = *rc::gen::inRange<Index>(1, 13), m = *rc::gen::inRange<Index>(0, 40);
  const auto fix = *rc::gen::element(SignFix::corrected, SignFix::raw);
  const auto lengths = *rc::gen::element(RowLengths::chi, RowLengths::root);
  Random random(*rc::gen::inRange<std::uint64_t>(0, 1000));
  const Array<double> W = randomFeatures(m, d, {true, fix, lengths}, random);
  RC_ASSERT(W.shape() == (Shape{m, d}));
  for (Index i = 0; i < m; ++i) {
    if (lengths == RowLengths::root) RC_ASSERT(std::abs(dot(W, i, W, i) - double(d)) < 1e-10);
    for (Index j = i / d * d; j < i; ++j) RC_ASSERT(std::abs(dot(W, i, W, j)) < 1e-10 * double(d * d));
  }
}

TEST(RandomFeatures, chiLengthsAndIndependentRowsHaveMeanSquareD) {
  for (const bool orthogonal : {true, false}) {
    Random random(11);
    const Index d = 8, m = 20000;
    const Array<double> W = randomFeatures(m, d, {orthogonal, SignFix::corrected, RowLengths::chi}, random);
    double mean = 0;
    for (Index i = 0; i < m; ++i) mean += dot(W, i, W, i) / double(m);
    // chi squared with 8 degrees of freedom: variance 16, four standard errors of the mean
    EXPECT_NEAR(mean, double(d), 4 * std::sqrt(2.0 * double(d) / double(m)));
  }
}

TEST(RandomFeatures, sameSeedSameMatrixOtherSeedAnother) {
  Random first(5), second(5), other(6);
  EXPECT_EQ(randomFeatures(10, 4, {}, first), randomFeatures(10, 4, {}, second));
  EXPECT_FALSE(randomFeatures(10, 4, {}, other) == randomFeatures(10, 4, {}, second));
}

TEST(RandomFeatures, usualCountIsDTimesLogD) {
  EXPECT_EQ(defaultFeatureCount(64), 266);
  EXPECT_EQ(defaultFeatureCount(16), 44);
  EXPECT_EQ(defaultFeatureCount(1), 1);
  EXPECT_EQ(defaultFeatureCount(0), 1);
}

TEST(RandomFeatures, emptySizesAndWrongShapes) {
  Random random(1);
  EXPECT_EQ(randomFeatures(3, 0, {}, random).shape(), (Shape{3, 0}));
  EXPECT_EQ(randomFeatures(0, 3, {}, random).shape(), (Shape{0, 3}));
  EXPECT_THROW(orthonormalRows(Array<double>({2, 3}), SignFix::raw), Error);
}

TEST(Redraw, happensInTrainingEveryIntervalPlusOneForwards) {
  Redraw redraw;
  for (int round = 0; round < 2; ++round) {
    for (int forward = 0; forward < 1000; ++forward) ASSERT_FALSE(redraw.isDue(Mode::training)) << forward;
    EXPECT_TRUE(redraw.isDue(Mode::training));
  }
  EXPECT_EQ(redraw.counter(), 0);
}

TEST(Redraw, neverHappensNorCountsInInference) {
  Redraw redraw(2, 2);
  for (int forward = 0; forward < 5; ++forward) EXPECT_FALSE(redraw.isDue(Mode::inference));
  EXPECT_EQ(redraw.counter(), 2);
  EXPECT_TRUE(redraw.isDue(Mode::training)) << "the counter of a stored model goes on";
}

}  // namespace random_features_test
