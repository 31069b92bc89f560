// What features and their attention must satisfy whatever the numbers are (attention-math 7.5, 7.7, 14).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/attention/DotProduct.h"
#include "engine/attention/RandomFeatures.h"
#include "tests/engine/attention/PerformerCases.h"

namespace {

using namespace engine;
using test::expectClose;
using test::randomPerformerInput;

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

TEST(Performer, stabilisersCancelWithoutEps) {
  for (const FeatureKind kind : {FeatureKind::positive, FeatureKind::trigonometric, FeatureKind::hyperbolic}) {
    PerformerInput<double> input = randomPerformerInput<double>({2, 3, 5, 7, 4, 3, 6}, kind, 41);
    input.options.eps = input.options.guard = 0;
    input.options.stabiliser = Stabiliser::none;
    const Array<double> expected = plain(input).O;
    for (const Stabiliser stabiliser : {Stabiliser::head, Stabiliser::tensor}) {
      input.options.stabiliser = stabiliser;
      expectClose(plain(input).O, expected, 1e-11, "O");
    }
  }
}

TEST(Performer, epsMakesTheChoiceOfStabiliserMatter) {
  PerformerInput<double> input = test::performerGolden<double>(FeatureKind::positive);
  const Array<double> perHead = plain(input).O;
  input.options.stabiliser = Stabiliser::tensor;
  const Array<double> overall = plain(input).O;
  double most = 0;
  for (Index k = 0; k < overall.size(); ++k) most = std::max(most, std::abs(overall[k] - perHead[k]));
  EXPECT_GT(most, 1e-4);
}

RC_GTEST_PROP(Performer, isLinearInValues, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const FeatureKind kind = *rc::gen::elementOf(test::projectedKinds());
  PerformerInput<double> input = randomPerformerInput<double>({1, 2, 4, 6, 3, 2, 5}, kind, seed);
  input.options.causal = *rc::gen::arbitrary<bool>();
  const Array<double> first = input.V, second = deterministicArray<double>(seed + 9, first.shape(), 1);
  const Array<double> O1 = plain(input).O;
  input.V = second;
  const Array<double> O2 = plain(input).O;
  for (Index k = 0; k < first.size(); ++k) input.V[k] = 2 * first[k] - 3 * second[k];
  const Array<double> O = plain(input).O;
  for (Index k = 0; k < O.size(); ++k) {
    const double expected = 2 * O1[k] - 3 * O2[k];
    RC_ASSERT(std::abs(O[k] - expected) < 1e-10 * (1 + std::abs(2 * O1[k]) + std::abs(3 * O2[k])));
  }
}

RC_GTEST_PROP(Performer, featuresWithEpsAreGreaterThanZero, ()) {
  const auto kind = *rc::gen::element(FeatureKind::positive, FeatureKind::hyperbolic, FeatureKind::relu);
  PerformerInput<double> input =
      randomPerformerInput<double>({1, 2, 4, 6, 3, 2, 5}, kind, *rc::gen::inRange<std::uint64_t>(0, 1000));
  for (double& value : input.K) value *= 30;
  input.options.eps = 1e-4;
  const PerformerResult<double> result = plain(input);
  for (const auto* phi : {&result.phi_q, &result.phi_k})
    for (const double feature : *phi) RC_ASSERT(feature > 0);
}

/// Outputs straight from the features: the masked definition.
Array<double> outputsOfMaps(const PerformerInput<double>& input, const PerformerResult<double>& result) {
  Progress none;
  const Array<double> A = performerMaps(input, result, 1, none);
  const Index n = input.queries(), L = input.keys(), v = input.valueWidth();
  Array<double> O(result.O.shape());
  for (Index row = 0; row < input.flatHeads() * n; ++row)
    for (Index j = 0; j < L; ++j)
      for (Index c = 0; c < v; ++c) O[row * v + c] += A[row * L + j] * input.V[(row / n * L + j) * v + c];
  return O;
}

RC_GTEST_PROP(Performer, causalRunningSumsAreTheMaskedMap, ()) {
  const Index n = *rc::gen::inRange<Index>(0, 9), L = *rc::gen::inRange<Index>(0, 9);
  const FeatureKind kind = *rc::gen::element(FeatureKind::positive, FeatureKind::hyperbolic, FeatureKind::relu);
  PerformerInput<double> input = randomPerformerInput<double>({2, 1, n, L, 3, 2, 5}, kind, 7);
  input.options.causal = true;
  test::hideSomeKeys(input, *rc::gen::inRange<std::uint64_t>(0, 100));
  const PerformerResult<double> result = plain(input);
  expectClose(result.O, outputsOfMaps(input, result), 1e-12, "O");
}

TEST(Performer, causalPrefixEqualsAttentionToThePrefixAlone) {
  PerformerInput<double> input = randomPerformerInput<double>({1, 2, 6, 6, 4, 3, 8}, FeatureKind::positive, 3);
  input.options.stabiliser = Stabiliser::none;
  input.options.causal = true;
  const Array<double> causal = plain(input).O;
  for (Index length = 1; length <= 6; ++length) {
    PerformerInput<double> prefix = randomPerformerInput<double>({1, 2, 6, length, 4, 3, 8}, FeatureKind::positive, 3);
    prefix.Q = input.Q;
    prefix.W = input.W;
    prefix.options = input.options;
    prefix.options.causal = false;
    for (Index h = 0; h < 2; ++h)
      for (Index j = 0; j < length; ++j) {
        for (Index c = 0; c < 4; ++c) prefix.K(0, h, j, c) = input.K(0, h, j, c);
        for (Index c = 0; c < 3; ++c) prefix.V(0, h, j, c) = input.V(0, h, j, c);
      }
    const Array<double> expected = plain(prefix).O;
    for (Index h = 0; h < 2; ++h)
      for (Index c = 0; c < 3; ++c) EXPECT_NEAR(causal(0, h, length - 1, c), expected(0, h, length - 1, c), 1e-13);
  }
}

TEST(Performer, prefixEpsIsAddedToEveryRunningSumOfKeys) {
  PerformerInput<double> input = randomPerformerInput<double>({1, 1, 4, 4, 3, 2, 5}, FeatureKind::positive, 3);
  input.options.causal = true;
  const PerformerResult<double> without = plain(input);
  input.options.prefixEps = 0.25;
  const PerformerResult<double> with = plain(input);
  for (Index i = 0; i < 4; ++i) {
    double sum = 0;
    for (Index r = 0; r < 5; ++r) sum += with.phi_q(0, 0, i, r);
    EXPECT_NEAR(with.denominator(0, 0, i), without.denominator(0, 0, i) + 0.25 * sum, 1e-13);
  }
}

TEST(Performer, guardMovesSmallDenominatorsAwayFromZero) {
  PerformerInput<double> input = test::performerGolden<double>(FeatureKind::trigonometric);
  input.options.guard = 0;
  const Array<double> without = plain(input).denominator;
  input.options.guard = 0.02;
  const Array<double> guarded = plain(input).denominator;
  int numMoved = 0;
  for (Index k = 0; k < guarded.size(); ++k) {
    const bool isSmall = std::abs(without[k]) <= 0.02;
    EXPECT_NEAR(guarded[k], without[k] + (isSmall ? 0.04 : 0), 1e-15);
    numMoved += isSmall;
  }
  EXPECT_GE(numMoved, 1) << "denominator -0.0176 of query 2";
}

TEST(Performer, excludedKeysAreAsIfTheyWereNotThere) {
  for (const FeatureKind kind : test::allKinds()) {
    PerformerInput<double> whole = randomPerformerInput<double>({1, 2, 4, 6, 3, 2, 5}, kind, 13);
    whole.K(0, 0, 2, 0) = whole.K(0, 1, 2, 1) = 9;  // the largest exponents, hidden
    whole.keyMask = Array<Bool>({1, 6}, {{1}, {1}, {0}, {1}, {0}, {1}});
    PerformerInput<double> part = randomPerformerInput<double>({1, 2, 4, 4, 3, 2, 5}, kind, 13);
    part.Q = whole.Q;
    const Index kept[] = {0, 1, 3, 5};
    for (Index h = 0; h < 2; ++h)
      for (Index j = 0; j < 4; ++j) {
        for (Index c = 0; c < 3; ++c) part.K(0, h, j, c) = whole.K(0, h, kept[j], c);
        for (Index c = 0; c < 2; ++c) part.V(0, h, j, c) = whole.V(0, h, kept[j], c);
      }
    expectClose(plain(whole).O, plain(part).O, 1e-12, "O");
  }
}

TEST(Performer, valuesOnlyLeavesHiddenKeysInTheDenominator) {
  for (const FeatureKind kind : test::allKinds()) {
    PerformerInput<double> masked = randomPerformerInput<double>({1, 2, 4, 6, 3, 2, 5}, kind, 13), zeroed = masked;
    masked.keyMask = Array<Bool>({1, 6}, {{1}, {1}, {0}, {1}, {0}, {1}});
    masked.options.hiddenKeys = HiddenKeys::valuesOnly;
    for (Index h = 0; h < 2; ++h)
      for (const Index j : {2, 4})
        for (Index c = 0; c < 2; ++c) zeroed.V(0, h, j, c) = 0;
    expectClose(plain(masked).O, plain(zeroed).O, 1e-14, "O");
    expectClose(plain(masked).denominator, plain(zeroed).denominator, 1e-14, "denominator");
  }
}

TEST(Performer, efficientAttentionIsTwoSoftmaxes) {
  const PerformerInput<double> input = randomPerformerInput<double>({1, 1, 2, 3, 2, 1, 0}, FeatureKind::efficient, 5);
  const PerformerResult<double> result = plain(input);
  for (Index i = 0; i < 2; ++i) {
    const double a = std::exp(input.Q(0, 0, i, 0)), b = std::exp(input.Q(0, 0, i, 1));
    EXPECT_NEAR(result.phi_q(0, 0, i, 0), a / (a + b), 1e-14);
  }
  for (Index c = 0; c < 2; ++c) {
    double sum = 0;
    for (Index j = 0; j < 3; ++j) sum += std::exp(input.K(0, 0, j, c));
    for (Index j = 0; j < 3; ++j) EXPECT_NEAR(result.phi_k(0, 0, j, c), std::exp(input.K(0, 0, j, c)) / sum, 1e-14);
  }
}

}  // namespace
