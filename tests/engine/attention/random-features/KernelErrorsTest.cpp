// Errors of random features: what is measured agrees with the formulae and stays below the theorem's bound.
#include "engine/attention/random-features/KernelErrors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace kernel_errors_test {

using namespace engine;

constexpr double kPi = std::numbers::pi;

/// Root of the mean over many draws of the squares that relativeError has.
double measured(const KernelEstimator& estimator, const PairShape& shape, Index m, Index d, int draws) {
  Progress none;
  double sum = 0;
  for (int draw = 0; draw < draws; ++draw) {
    Random random(static_cast<std::uint64_t>(1000 + draw));
    const VectorPairs pairs = vectorPairs(shape, 16, d, random);
    const auto seed = static_cast<std::uint64_t>(draw);
    const double error = relativeError(pairs, shape, estimator.projection(m, d, seed), estimator.kind, 1, none);
    sum += error * error;
  }
  return std::sqrt(sum / draws);
}

TEST(KernelErrors, pairsHaveTheirLengthAndAngle) {
  Random random(3);
  const PairShape shape{1.5, 2.0};
  const VectorPairs pairs = vectorPairs(shape, 5, 4, random);
  for (Index pair = 0; pair < 5; ++pair) {
    double qq = 0, kk = 0, qk = 0;
    for (Index c = pair * 4; c < pair * 4 + 4; ++c) {
      qq += pairs.q[c] * pairs.q[c];
      kk += pairs.k[c] * pairs.k[c];
      qk += pairs.q[c] * pairs.k[c];
    }
    EXPECT_NEAR(qq, 2.25, 1e-12);
    EXPECT_NEAR(kk, 2.25, 1e-12);
    EXPECT_NEAR(std::exp(qk), shape.kernel(), 1e-12);
  }
}

/// q = (1), k = (1): the lesson's relative spreads at length 1 and m = 1.
TEST(KernelErrors, formulaAtTheEndsOfTheAngle) {
  EXPECT_NEAR(expectedError(FeatureKind::positive, {1, 0}, 1), 7.32, 0.005);
  EXPECT_NEAR(expectedError(FeatureKind::positive, {1, kPi}, 1), 0, 1e-7);
  EXPECT_EQ(expectedError(FeatureKind::trigonometric, {1, 0}, 1), 0);
  EXPECT_NEAR(expectedError(FeatureKind::trigonometric, {1, kPi}, 1), 5.13, 0.005);
  EXPECT_NEAR(expectedError(FeatureKind::positive, {1, 1}, 4), expectedError(FeatureKind::positive, {1, 1}, 1) / 2,
              1e-12);
}

TEST(KernelErrors, theShapeOfTheoremFourGivesBackItsNumberOfFeatures) {
  for (const double length : {0.3, 1.0, 2.0})
    for (const Index d : {1, 16})
      for (const Index m : {4, 100, 5000}) {
        const double delta = uniformErrorShape(length, m, d) * std::exp(-length * length);
        EXPECT_NEAR(double(d) / (delta * delta) * std::log(4 * double(d) * length / delta) / double(m), 1, 1e-9);
      }
  // By hand: delta = 1/e asks for e^2 ln(4 e) = 17.6 features, an error of 1.
  EXPECT_LT(uniformErrorShape(1, 18, 1), 1);
  EXPECT_GT(uniformErrorShape(1, 17, 1), 1);
  EXPECT_EQ(uniformErrorShape(0, 8, 4), 0);
}

TEST(KernelErrors, largestErrorOfTheHandExample) {
  // q = 1, keys 0 and 1, W = (1, -1): positive 0.935925715, 1.384034448; trigonometric 0.890807904, e.
  const Array<double> Q({1, 1}, 1.0), K({2, 1}, {0, 1}), W({2, 1}, {1, -1});
  Progress none;
  const double e = std::numbers::e;
  EXPECT_NEAR(largestError(Q, K, W, FeatureKind::positive, 1, none), e - 1.384034448, 1e-8);
  EXPECT_NEAR(largestError(Q, K, W, FeatureKind::trigonometric, 1, none), 1 - 0.890807904, 1e-8);
  EXPECT_EQ(largestError(Array<double>({0, 1}), K, W, FeatureKind::positive, 1, none), 0);
  EXPECT_NEAR(longestInKernel(Array<double>({2, 2}, {3, 4, 1, 0})), 5 / std::pow(2, 0.25), 1e-12);
  EXPECT_EQ(longestInKernel(Array<double>({0, 2})), 0);
}

TEST(KernelErrors, independentRowsErrAsTheFormulaSays) {
  const PairShape shape{0.8, 1.2};
  for (const FeatureKind kind : {FeatureKind::positive, FeatureKind::trigonometric})
    for (const Index m : {1, 16})
      EXPECT_NEAR(measured({kind, false}, shape, m, 4, 1500) / expectedError(kind, shape, m), 1, 0.08)
          << static_cast<int>(kind) << " " << m;
}

TEST(KernelErrors, orthogonalRowsStayBelowTheTheorem) {
  for (const PairShape& shape : {PairShape{0.8, 1.2}, PairShape{1, 0.5}})
    for (const Index m : {4, 8, 6}) {
      const double bound = orthogonalBound(shape, m, 4), independent = expectedError(FeatureKind::positive, shape, m);
      EXPECT_LT(bound, independent) << m;
      EXPECT_LT(measured({FeatureKind::positive, true}, shape, m, 4, 1500), bound * 1.03) << m;
    }
}

TEST(KernelErrors, theBoundOfOneRowIsTheErrorOfIndependentRows) {
  const PairShape shape{1, 1};
  EXPECT_NEAR(orthogonalBound(shape, 1, 8), expectedError(FeatureKind::positive, shape, 1), 1e-12);
  EXPECT_NEAR(orthogonalBound(shape, 5, 1), expectedError(FeatureKind::positive, shape, 5), 1e-12);
  EXPECT_NEAR(orthogonalBound(shape, 16, 8), orthogonalBound(shape, 8, 8) / std::sqrt(2), 1e-12);
}

TEST(KernelErrors, exactWhereTheFeaturesAre) {
  Random random(1);
  Progress none;
  const PairShape same{1, 0};
  const VectorPairs pairs = vectorPairs(same, 3, 3, random);
  const KernelEstimator cosines{FeatureKind::trigonometric, false};
  EXPECT_NEAR(relativeError(pairs, same, cosines.projection(2, 3, 7), cosines.kind, 1, none), 0, 1e-12);
  EXPECT_EQ(relativeError(vectorPairs(same, 0, 3, random), same, cosines.projection(2, 3, 7), cosines.kind, 1, none),
            0);
}

TEST(KernelErrors, quartilesLieBetweenTheNumbersInOrder) {
  const Quartiles of = quartilesOf({4, 1, 3, 2, 5});
  EXPECT_EQ(of.low, 2);
  EXPECT_EQ(of.median, 3);
  EXPECT_EQ(of.high, 4);
  EXPECT_EQ(quartilesOf({7}).low, 7);
  EXPECT_TRUE(std::isnan(quartilesOf({}).median));
}

}  // namespace kernel_errors_test
