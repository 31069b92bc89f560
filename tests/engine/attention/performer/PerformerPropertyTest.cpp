// What the Performer must satisfy whatever the numbers are (MATHEMATICS.md 14).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/engine/attention/performer/PerformerCases.h"

namespace performer_property_test {

using namespace engine;
using test::expectClose;
using test::randomPerformerInput;

PerformerResult<double> plain(const PerformerInput<double>& input) {
  Progress none;
  return performerPlain(input, 2, none);
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

/// Kinds whose weights cannot be negative.
FeatureKind positiveKind() {
  return *rc::gen::element(FeatureKind::positive, FeatureKind::hyperbolic, FeatureKind::relu, FeatureKind::efficient);
}

RC_GTEST_PROP(Performer, weightsArePositiveSumToOneAndKeepOutputsBetweenTheValues, ()) {
  const Index n = *rc::gen::inRange<Index>(1, 8), L = *rc::gen::inRange<Index>(1, 8);
  const PerformerInput<double> input =
      randomPerformerInput<double>({1, 2, n, L, 3, 2, 5}, positiveKind(), *rc::gen::inRange<std::uint64_t>(0, 999));
  const PerformerResult<double> result = plain(input);
  Progress none;
  const Array<double> A = performerMaps(input, result, 1, none);
  for (Index row = 0; row < 2 * n; ++row) {
    double sum = 0;
    for (Index j = 0; j < L; ++j) {
      RC_ASSERT(A[row * L + j] >= 0);
      sum += A[row * L + j];
    }
    RC_ASSERT(std::abs(sum - 1) < 1e-12);
    for (Index c = 0; c < 2; ++c) {
      double least = 1e9, most = -1e9;
      for (Index j = 0; j < L; ++j) {
        least = std::min(least, input.V(0, row / n, j, c));
        most = std::max(most, input.V(0, row / n, j, c));
      }
      RC_ASSERT(result.O[row * 2 + c] > least - 1e-12 && result.O[row * 2 + c] < most + 1e-12);
    }
  }
}

RC_GTEST_PROP(Performer, orderOfKeysIsIrrelevant, ()) {
  const Index L = *rc::gen::inRange<Index>(1, 9);
  PerformerInput<double> input = randomPerformerInput<double>({1, 1, 4, L, 3, 2, 5}, positiveKind(), 3);
  const Array<double> expected = plain(input).O;
  std::reverse(input.K.begin(), input.K.end());  // positions and channels; undo the channels
  std::reverse(input.V.begin(), input.V.end());
  for (Index j = 0; j < L; ++j) {
    std::reverse(&input.K(0, 0, j, 0), &input.K(0, 0, j, 0) + 3);
    std::reverse(&input.V(0, 0, j, 0), &input.V(0, 0, j, 0) + 2);
  }
  const Array<double> found = plain(input).O;
  for (Index k = 0; k < found.size(); ++k) RC_ASSERT(std::abs(found[k] - expected[k]) < 1e-12);
}

TEST(Performer, oneKeyGivesItsValueAndEqualKeysTheMeanOfValues) {
  for (const FeatureKind kind : test::allKinds()) {
    const PerformerInput<double> one = randomPerformerInput<double>({1, 1, 3, 1, 4, 2, 6}, kind, 29);
    PerformerInput<double> equal = randomPerformerInput<double>({1, 1, 3, 4, 4, 2, 6}, kind, 29);
    for (Index k = 0; k < equal.K.size(); ++k) equal.K[k] = equal.K[k % 4];
    const Array<double> value = plain(one).O, mean = plain(equal).O;
    for (Index i = 0; i < 3; ++i)
      for (Index c = 0; c < 2; ++c) {
        EXPECT_NEAR(value(0, 0, i, c), one.V(0, 0, 0, c), 1e-12);
        double sum = 0;
        for (Index j = 0; j < 4; ++j) sum += equal.V(0, 0, j, c);
        EXPECT_NEAR(mean(0, 0, i, c), sum / 4, 1e-12);
      }
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

}  // namespace performer_property_test
