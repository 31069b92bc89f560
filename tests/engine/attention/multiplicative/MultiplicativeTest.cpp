// Multiplicative attention: hand example and golden of MATHEMATICS.md 4.3, its forms as other mechanisms, and the
// local window.
#include "engine/attention/multiplicative/Multiplicative.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/attention/additive/Additive.h"
#include "engine/base/Random.h"
#include "engine/network/Linear.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/SoftmaxRows.h"
#include "tests/support/ErrorOf.h"

namespace multiplicative_test {

using namespace engine;
using test::expectClose;

template <class T>
MultiplicativeResult<T> run(const MultiplicativeInput<T>& input, Device* device = nullptr, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return multiplicative(input, {device, threads}, diagnostics, none);
}

template <class T>
MultiplicativeInput<T> goldenInput() {
  MultiplicativeInput<T> input;
  input.Q = deterministicArray<T>(104, {2, 3, 6}, 1, "Q");
  input.K = deterministicArray<T>(102, {2, 5, 4}, 1, "K");
  input.V = deterministicArray<T>(103, {2, 5, 3}, 1, "V");
  input.M = deterministicArray<T>(108, {6, 4}, 1, "M");
  input.mask = fullMask(2, 3, 5);
  for (Index i = 0; i < 3; ++i) input.mask.keyEnd(0, i) = 3;
  return input;
}

template <class T>
void expectGolden(const MultiplicativeResult<T>& result, double tolerance) {
  const double weights[] = {0.540043313831, 0.191007792600, 0.268948893569, 0, 0};
  for (Index j = 0; j < 5; ++j) EXPECT_NEAR(result.A(0, 0, j), weights[j], tolerance * (1 + weights[j]));
  EXPECT_EQ(result.A(0, 0, 4), T{0});
  double sum = 0;
  for (const T value : result.O) sum += value;
  EXPECT_NEAR(sum, -4.112302173588968, tolerance * 5.2);
}

TEST(Multiplicative, goldenOfSection3InFloat64AndOnEveryBackend) {
  expectGolden(run(goldenInput<double>()), 1e-10);
  for (const std::string& backend : test::backends())
    expectGolden(run(goldenInput<float>(), test::deviceOf(backend)), 2e-5);
}

TEST(Multiplicative, handExampleOfTwoKeys) {
  MultiplicativeInput<double> input;
  input.Q = Array<double>({1, 1, 1}, {1});
  input.K = input.V = Array<double>({1, 2, 1}, {0, 1});
  input.mask = fullMask(1, 1, 2);
  const MultiplicativeResult<double> result = run(input);
  EXPECT_EQ(result.S[0], 0.0);
  EXPECT_EQ(result.S[1], 1.0);
  EXPECT_NEAR(result.A[0], 0.268941421, 1e-9);
  EXPECT_NEAR(result.A[1], 0.731058579, 1e-9);
}

RC_GTEST_PROP(Multiplicative, generalFormWithAProductOfProjectionsIsUnscaledDotProductOfTheProjections, ()) {
  const auto length = [](Index most) { return *rc::gen::inRange<Index>(0, most); };
  const Index B = length(3), n = length(6), m = length(7), q = length(5), k = length(5), d = length(4), v = length(4);
  MultiplicativeInput<double> general;
  general.Q = deterministicArray<double>(1, {B, n, q}, 1, "Q");
  general.K = deterministicArray<double>(2, {B, m, k}, 1, "K");
  general.V = deterministicArray<double>(3, {B, m, v}, 1, "V");
  general.mask = *test::anyMask(B, n, m);
  const Array<double> W_q = deterministicArray<double>(4, {d, q}, 1), W_k = deterministicArray<double>(5, {d, k}, 1);
  Array<double> M({q, k});
  for (Index a = 0; a < q; ++a)
    for (Index b = 0; b < k; ++b)
      for (Index c = 0; c < d; ++c) M(a, b) += W_q(c, a) * W_k(c, b);
  MultiplicativeInput<double> dot = general;
  general.M = M;
  dot.Q = linear(general.Q, W_q, {}).reshaped({B, n, d});
  dot.K = linear(general.K, W_k, {}).reshaped({B, m, d});
  const MultiplicativeResult<double> expected = run(dot), found = run(general);
  expectClose(found.S, expected.S, 1e-12, "S");
  expectClose(found.A, expected.A, 1e-12, "A");
  expectClose(found.O, expected.O, 1e-12, "O");
  test::expectSoftmaxRows(found.A, general.mask, 1e-12);
  RC_ASSERT(!::testing::Test::HasFailure());
}

RC_GTEST_PROP(Multiplicative, concatFormIsATanhOfTheStackedVectors, ()) {
  const auto length = [](Index most) { return *rc::gen::inRange<Index>(0, most); };
  const Index n = length(6), m = length(70), q = length(5), k = length(5), h = length(6);
  MultiplicativeInput<double> input;
  input.Q = deterministicArray<double>(1, {1, n, q}, 1, "Q");
  input.K = deterministicArray<double>(2, {1, m, k}, 1, "K");
  input.V = deterministicArray<double>(3, {1, m, 2}, 1, "V");
  input.W = deterministicArray<double>(4, {h, q + k}, 1, "W");
  input.v = deterministicArray<double>(5, {h}, 1, "v");
  input.mask = fullMask(1, n, m);
  const MultiplicativeResult<double> found = run(input);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      double score = 0;
      for (Index unit = 0; unit < h; ++unit) {
        double sum = 0;
        for (Index c = 0; c < q; ++c) sum += (*input.W)(unit, c) * input.Q(0, i, c);
        for (Index c = 0; c < k; ++c) sum += (*input.W)(unit, q + c) * input.K(0, j, c);
        score += input.v[unit] * std::tanh(sum);
      }
      RC_ASSERT(std::abs(found.S(0, i, j) - score) <= 1e-12);
    }
  test::expectSoftmaxRows(found.A, input.mask, 1e-12);
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Multiplicative, localWindowMultipliesTheWeightsByAGaussianAroundThePredictedPosition) {
  MultiplicativeInput<double> input = goldenInput<double>();
  const MultiplicativeResult<double> global = run(input);
  input.local =
      LocalWindow<double>{deterministicArray<double>(131, {7, 6}, 1), deterministicArray<double>(132, {7}, 1), 3};
  const MultiplicativeResult<double> local = run(input);
  EXPECT_EQ(local.S, global.S);
  for (Index b = 0; b < 2; ++b)
    for (Index i = 0; i < 3; ++i) {
      double score = 0;
      for (Index unit = 0; unit < 7; ++unit) {
        double sum = 0;
        for (Index c = 0; c < 6; ++c) sum += input.local->W_p(unit, c) * input.Q(b, i, c);
        score += input.local->v_p[unit] * std::tanh(sum);
      }
      const double position = (b == 0 ? 3 : 5) / (1 + std::exp(-score));
      EXPECT_NEAR(local.p(b, i), position, 1e-13);
      double output[3] = {};
      for (Index j = 0; j < 5; ++j) {
        const double weight = global.A(b, i, j) * std::exp(-std::pow(double(j) - position, 2) / (2 * 1.5 * 1.5));
        EXPECT_NEAR(local.A(b, i, j), weight, 1e-13);
        for (Index c = 0; c < 3; ++c) output[c] += weight * input.V(b, j, c);
      }
      for (Index c = 0; c < 3; ++c) EXPECT_NEAR(local.O(b, i, c), output[c], 1e-13);
    }
}

TEST(Multiplicative, aVeryWideWindowChangesNothingAndZeroVectorsPredictTheMiddle) {
  MultiplicativeInput<float> input = goldenInput<float>();
  const MultiplicativeResult<float> global = run(input);
  input.local = LocalWindow<float>{Array<float>({2, 6}), Array<float>({2}), 1e9};
  const MultiplicativeResult<float> local = run(input);
  expectClose(local.A, global.A, 1e-7, "A");
  expectClose(local.O, global.O, 1e-6, "O");
  EXPECT_EQ(local.p(0, 0), 1.5f);
  EXPECT_EQ(local.p(1, 0), 2.5f);
}

TEST(Multiplicative, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  MultiplicativeInput<float> input;
  input.Q = deterministicArray<float>(1, {2, 300, 16}, 1, "Q");
  input.K = deterministicArray<float>(2, {2, 310, 20}, 1, "K");
  input.V = deterministicArray<float>(3, {2, 310, 5}, 1, "V");
  input.M = deterministicArray<float>(4, {16, 20}, 1, "M");
  input.mask = fullMask(2, 300, 310);
  input.local = LocalWindow<float>{deterministicArray<float>(5, {7, 16}, 1), deterministicArray<float>(6, {7}, 1), 30};
  const MultiplicativeResult<float> one = run(input, nullptr, 1), two = run(input, nullptr, 2);
  EXPECT_TRUE(one.S == two.S && one.A == two.A && one.O == two.O && one.p == two.p);
}

std::string errorOf(ArrayBundle inputs, const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress none;
  return test::errorOf([&] {
    findMechanism("multiplicative").run(inputs, values, Precision::float32, {nullptr, 1}, diagnostics, none);
  });
}

TEST(MultiplicativeMechanism, theFormFollowsFromTheArraysAndForeignArraysAreRefused) {
  using ::testing::HasSubstr;
  ArrayBundle inputs = findMechanism("multiplicative").sampleInput();
  ParameterValues dot, concat, local;
  dot.set("form", std::string("dot"));
  concat.set("form", std::string("concat"));
  local.set("local", true);
  EXPECT_THAT(errorOf(inputs, dot), HasSubstr("array M of shape (6, 4): not expected in the form dot"));
  EXPECT_THAT(errorOf(inputs, local), HasSubstr("array W_p is missing"));
  inputs.erase("M");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array K: found shape (2, 5, 4), expected (2, any, 6) = (B, m, q)"));
  EXPECT_THAT(errorOf(inputs, concat), HasSubstr("array W is missing"));
  inputs["W"] = deterministicArray<float>(1, {3, 9}, 1, "W");
  inputs["v"] = deterministicArray<float>(2, {3}, 1, "v");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array W: found shape (3, 9), expected (any, 10) = (h, q+k)"));
  inputs["W"] = deterministicArray<float>(1, {3, 10}, 1, "W");
  EXPECT_EQ(errorOf(inputs), "no error");
  inputs["v_p"] = deterministicArray<float>(2, {3}, 1, "v_p");
  EXPECT_THAT(errorOf(inputs), HasSubstr("array v_p of shape (3): expected with local=yes only"));
  inputs["W_p"] = deterministicArray<float>(2, {3, 6}, 1, "W_p");
  EXPECT_EQ(errorOf(inputs, local), "no error");
}

}  // namespace multiplicative_test
