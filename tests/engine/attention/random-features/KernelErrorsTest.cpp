// Errors of random features: what is measured agrees with the formulae and stays below the theorem's bound.
#include "engine/attention/random-features/KernelErrors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace {

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

}  // namespace
