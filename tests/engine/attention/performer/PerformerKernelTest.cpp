// How well features approximate the softmax kernel: unbiasedness (MATHEMATICS.md 9.7), variances (MATHEMATICS.md 9.6)
// and errors (MATHEMATICS.md 9.10).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/performer/RandomFeatures.h"
#include "tests/engine/attention/performer/PerformerCases.h"

namespace performer_kernel_test {

using namespace engine;

PerformerResult<double> plain(const PerformerInput<double>& input) {
  Progress none;
  return performerPlain(input, 2, none);
}

/// One query, one key, no scaling, stabiliser, eps.
PerformerInput<double> pairInput(FeatureKind kind, std::vector<double> query, std::vector<double> key,
                                 Array<double> W) {
  const auto d = static_cast<Index>(query.size());
  PerformerInput<double> input;
  input.Q = Array<double>({1, 1, 1, d}, query);
  input.K = Array<double>({1, 1, 1, d}, key);
  input.V = Array<double>({1, 1, 1, 1}, 1.0);
  input.W = std::move(W);
  input.options.kind = kind;
  input.options.stabiliser = Stabiliser::none;
  input.options.eps = 0;
  input.options.inputScale = 1;
  return input;
}

double estimateOfKernel(const PerformerResult<double>& result) {
  double sum = 0;
  for (Index r = 0; r < result.phi_q.size(); ++r) sum += result.phi_q[r] * result.phi_k[r];
  return sum;
}

struct Moments {
  double mean = 0, standardError = 0;
};

/// Of the estimate of exp(q.k) over fresh orthogonal matrices (d = m = 8).
Moments orthogonalEstimates(FeatureKind kind, SignFix signFix, double& exact) {
  const std::vector<double> query = {0.5, -0.3, 0.2, 0.4, -0.1, 0.3, 0.2, -0.4};
  const std::vector<double> key = {0.2, 0.4, -0.3, 0.1, 0.5, 0.3, -0.2, 0.2};
  double product = 0;
  for (size_t c = 0; c < 8; ++c) product += query[c] * key[c];
  exact = std::exp(product);
  Random random(17);
  constexpr int kTrials = 20000;
  double sum = 0, squares = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    Array<double> W = randomFeatures(8, 8, {true, signFix, RowLengths::chi}, random);
    const double estimate = estimateOfKernel(plain(pairInput(kind, query, key, std::move(W))));
    sum += estimate;
    squares += estimate * estimate;
  }
  const double mean = sum / kTrials;
  return {mean, std::sqrt((squares / kTrials - mean * mean) / kTrials)};
}

TEST(PerformerKernel, orthogonalFeaturesAreUnbiasedWithTheSignFix) {
  for (const FeatureKind kind : {FeatureKind::positive, FeatureKind::trigonometric, FeatureKind::hyperbolic}) {
    double exact = 0;
    const Moments moments = orthogonalEstimates(kind, SignFix::corrected, exact);
    EXPECT_NEAR(moments.mean, exact, 4 * moments.standardError) << "kind " << int(kind);
    EXPECT_LT(moments.standardError, 0.01 * exact);
  }
}

TEST(PerformerKernel, positiveFeaturesAreBiasedWithoutTheSignFixAndEvenOnesAreNot) {
  double exact = 0;
  const Moments positive = orthogonalEstimates(FeatureKind::positive, SignFix::raw, exact);
  EXPECT_GT(std::abs(positive.mean - exact), 0.05 * exact);
  for (const FeatureKind kind : {FeatureKind::trigonometric, FeatureKind::hyperbolic}) {
    const Moments even = orthogonalEstimates(kind, SignFix::raw, exact);
    EXPECT_NEAR(even.mean, exact, 4 * even.standardError);
  }
}

/// Mean and variance of single-feature estimates (m = 1), out of one run with as many features as samples.
std::pair<double, double> singleFeatureMoments(FeatureKind kind) {
  constexpr Index kSamples = 400000;
  Random random(23);
  Array<double> W = randomFeatures(kSamples, 3, {false, SignFix::corrected, RowLengths::chi}, random);
  const auto result = plain(pairInput(kind, {.3, -.2, .5}, {.1, .4, -.3}, std::move(W)));
  const Index halves = result.phi_q.size() / kSamples;
  double sum = 0, squares = 0;
  for (Index r = 0; r < kSamples; ++r) {
    double sample = 0;
    for (Index half = 0; half < halves; ++half)
      sample += result.phi_q[half * kSamples + r] * result.phi_k[half * kSamples + r];
    sample *= double(kSamples);
    sum += sample;
    squares += sample * sample;
  }
  const double mean = sum / double(kSamples);
  return {mean, squares / double(kSamples) - mean * mean};
}

TEST(PerformerKernel, variancesOfIndependentFeaturesFollowTheFormulae) {
  const double z2 = .4 * .4 + .2 * .2 + .2 * .2, D2 = .2 * .2 + .6 * .6 + .8 * .8;
  const double SM = std::exp(.3 * .1 - .2 * .4 - .5 * .3);
  const double positive = std::exp(z2) * SM * SM * (1 - std::exp(-z2));
  const double trigonometric = std::exp(z2) / (SM * SM) * std::pow(1 - std::exp(-D2), 2) / 2;
  const double hyperbolic = 0.5 * (1 - std::exp(-z2)) * positive;
  const std::pair<FeatureKind, double> expected[] = {{FeatureKind::positive, positive},
                                                     {FeatureKind::trigonometric, trigonometric},
                                                     {FeatureKind::hyperbolic, hyperbolic}};
  for (const auto& [kind, variance] : expected) {
    const auto [mean, found] = singleFeatureMoments(kind);
    EXPECT_NEAR(mean, SM, 4 * std::sqrt(variance / 400000)) << "kind " << int(kind);
    EXPECT_NEAR(found, variance, 0.05 * variance) << "kind " << int(kind);
  }
}

RC_GTEST_PROP(PerformerKernel, trigonometricIsExactWhereQueryEqualsKey, ()) {
  const Index d = *rc::gen::inRange<Index>(1, 9), m = *rc::gen::inRange<Index>(1, 20);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  std::vector<double> x;
  double squares = 0;
  for (Index c = 0; c < d; ++c) {
    x.push_back(2 * deterministicNumber(seed, std::uint64_t(c)));
    squares += x.back() * x.back();
  }
  const Array<double> W = deterministicArray<double>(seed + 1, {m, d}, 3);
  const double estimate = estimateOfKernel(plain(pairInput(FeatureKind::trigonometric, x, x, W)));
  RC_ASSERT(std::abs(estimate / std::exp(squares) - 1) < 1e-12);
}

/// |A - softmax| / |softmax| for Gaussian inputs of this size.
double errorOfMap(FeatureKind kind, const RandomFeatureOptions& features, Index m, double sigma, std::uint64_t seed,
                  double eps = 0, Index L = 128) {
  Random random(seed);
  PerformerInput<double> input;
  const auto gaussian = [&](double size) {
    Array<double> array({1, 1, L, 16});
    for (double& value : array) value = size * random.normal();
    return array;
  };
  input.Q = gaussian(sigma);
  input.K = gaussian(sigma);
  input.V = gaussian(1);
  input.W = randomFeatures(m, 16, features, random);
  input.options.kind = kind;
  input.options.eps = eps;
  Progress none;
  const Array<double> A = performerMaps(input, plain(input), 2, none);
  const DotProductInput<double> exact{input.Q, input.K, input.V, fullMask(1, L, L), 0.25, Maps::keep, 64};
  const Array<double> expected = dotProductPlain(exact, 2, none).A;
  double difference = 0, norm = 0;
  for (Index k = 0; k < A.size(); ++k) {
    difference += std::pow(A[k] - expected[k], 2);
    norm += std::pow(expected[k], 2);
  }
  return std::sqrt(difference / norm);
}

constexpr RandomFeatureOptions kIndependent{false, SignFix::corrected, RowLengths::chi};
constexpr RandomFeatureOptions kOrthogonal{true, SignFix::corrected, RowLengths::chi};

TEST(PerformerError, halvesInTheRootMeanSquareWithFourTimesAsManyFeatures) {
  for (const FeatureKind kind : {FeatureKind::positive, FeatureKind::trigonometric, FeatureKind::hyperbolic}) {
    double few = 0, many = 0;
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      few += std::pow(errorOfMap(kind, kIndependent, 32, 0.3, seed), 2);
      many += std::pow(errorOfMap(kind, kIndependent, 128, 0.3, seed), 2);
    }
    EXPECT_NEAR(std::sqrt(many / few), 0.5, 0.06) << "kind " << int(kind);
  }
}

double medianError(FeatureKind kind, const RandomFeatureOptions& features, Index m, double sigma, double eps) {
  std::vector<double> errors;
  for (std::uint64_t seed = 0; seed < 9; ++seed) errors.push_back(errorOfMap(kind, features, m, sigma, seed, eps, 256));
  std::sort(errors.begin(), errors.end());
  return errors[4];
}

TEST(PerformerError, isThatOfTheReferenceTable) {
  EXPECT_NEAR(medianError(FeatureKind::positive, kIndependent, 64, 0.5, 0), 0.307, 0.06);
  EXPECT_NEAR(medianError(FeatureKind::positive, kOrthogonal, 64, 0.5, 0), 0.253, 0.05);
  EXPECT_NEAR(medianError(FeatureKind::trigonometric, kIndependent, 64, 0.5, 0), 0.208, 0.04);
  EXPECT_NEAR(medianError(FeatureKind::trigonometric, kOrthogonal, 64, 0.5, 0), 0.114, 0.02);
}

TEST(PerformerError, ofUnitVarianceInputsStaysBoundedOnlyForPositiveFeatures) {
  EXPECT_NEAR(medianError(FeatureKind::positive, kIndependent, 256, 1, 1e-4), 0.77, 0.2);
  EXPECT_GT(medianError(FeatureKind::trigonometric, kIndependent, 256, 1, 0), 3);
}

}  // namespace performer_kernel_test
