// Every way to compute the Performer in float32 against the plain double-precision definition.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/attention/ArrayAs.h"
#include "tests/engine/attention/performer/PerformerCases.h"

namespace performer_backend_test {

using namespace engine;
using test::as;
using test::expectClose;
using test::performerOn;
using test::PerformerSizes;
using test::randomPerformerInput;

PerformerInput<double> inDouble(const PerformerInput<float>& input) {
  return {as<double>(input.Q), as<double>(input.K), as<double>(input.V),
          as<double>(input.W), input.keyMask,       input.options};
}

PerformerResult<double> definition(const PerformerInput<float>& input) {
  Progress none;
  PerformerInput<double> exact = inDouble(input);
  exact.options.features = Features::keep;
  return performerPlain(exact, 2, none);
}

/// Outputs are ratios: where a denominator is small beside the features, their error grows with it.
void expectSame(const PerformerInput<float>& input, const PerformerResult<float>& found, double tolerance = 2e-5) {
  const PerformerResult<double> expected = definition(input);
  if (input.options.features == Features::keep) {
    expectClose(found.phi_q, expected.phi_q, tolerance, "phi_q");
    expectClose(found.phi_k, expected.phi_k, tolerance, "phi_k");
  } else {
    EXPECT_TRUE(found.phi_q.empty() && found.phi_k.empty());
  }
  ASSERT_EQ(found.denominator.shape(), expected.denominator.shape());
  ASSERT_EQ(found.O.shape(), expected.O.shape());
  const Index M = input.features(), width = input.valueWidth(), n = input.queries(), L = input.keys();
  for (Index row = 0; row < found.denominator.size(); ++row) {
    double size = 0;  // sum of |terms| of the denominator
    for (Index j = 0; j < L; ++j)
      for (Index r = 0; r < M; ++r)
        size += std::abs(expected.phi_q[row * M + r] * expected.phi_k[(row / n * L + j) * M + r]);
    const double denominator = expected.denominator[row];
    ASSERT_NEAR(double(found.denominator[row]), denominator, tolerance * (size + std::abs(denominator)))
        << "row " << row;
    const double condition = denominator == 0 ? 1 : std::max(1.0, size / std::abs(denominator));
    for (Index c = 0; c < width; ++c) {
      const double O = expected.O[row * width + c];
      ASSERT_NEAR(double(found.O[row * width + c]), O, tolerance * condition * (1 + std::abs(O)))
          << "row " << row << ", column " << c;
    }
  }
}

TEST(PerformerMaps, inFloatEqualThoseInDoubleForEveryShape) {
  Progress none;
  for (const PerformerSizes& s : {PerformerSizes{2, 3, 5, 7, 4, 3, 6},
                                  {1, 1, 130, 257, 8, 2, 20},
                                  {1, 2, 129, 0, 3, 2, 5},
                                  {1, 1, 1, 300, 3, 2, 5}})
    for (const bool causal : {false, true}) {
      PerformerInput<float> input = randomPerformerInput<float>(s, FeatureKind::positive, 23);
      input.options.causal = causal;
      test::hideSomeKeys(input, 5);
      const PerformerResult<float> result = performerNative(input, 2, none);
      const PerformerInput<double> exact = inDouble(input);
      expectClose(performerMaps(input, result, 2, none), performerMaps(exact, performerPlain(exact, 2, none), 2, none),
                  2e-5, "A");
      EXPECT_EQ(performerMaps(input, result, 1, none), performerMaps(input, result, 2, none));
    }
}

class PerformerBackend : public ::testing::TestWithParam<std::string> {};

TEST_P(PerformerBackend, equalsTheDefinitionForEveryShapeKindAndMask) {
  const PerformerSizes shapes[] = {{1, 1, 1, 1, 1, 1, 1},    {2, 3, 5, 7, 4, 3, 6},      {1, 1, 130, 257, 16, 9, 44},
                                   {1, 2, 33, 17, 1, 65, 2}, {1, 1, 0, 4, 2, 2, 3},      {1, 1, 4, 0, 2, 2, 3},
                                   {1, 0, 4, 4, 2, 2, 3},    {0, 1, 4, 4, 2, 2, 3},      {1, 1, 3, 5, 0, 2, 4},
                                   {1, 1, 3, 5, 2, 0, 4},    {1, 1, 300, 300, 8, 5, 17}, {1, 1, 40, 520, 3, 2, 33},
                                   {1, 1, 520, 40, 3, 2, 31}};
  for (const PerformerSizes& s : shapes)
    for (const FeatureKind kind : test::allKinds())
      for (const bool causal : {false, true})
        for (int variant = 0; variant < 3; ++variant) {
          PerformerInput<float> input = randomPerformerInput<float>(s, kind, 11);
          input.options.causal = causal;
          input.options.prefixEps = causal ? 1e-3 : 0;
          if (variant > 0) test::hideSomeKeys(input, 5);
          if (variant == 2) {
            input.options.hiddenKeys = HiddenKeys::valuesOnly;
            input.options.stabiliser = Stabiliser::tensor;
            input.options.features = Features::drop;
          }
          SCOPED_TRACE("n " + std::to_string(s.n) + ", L " + std::to_string(s.L) + ", d " + std::to_string(s.d) +
                       ", m " + std::to_string(s.m) + ", kind " + std::to_string(int(kind)) + ", causal " +
                       std::to_string(causal) + ", variant " + std::to_string(variant));
          expectSame(input, performerOn(GetParam(), input));
          if (HasFatalFailure()) return;
        }
}

TEST_P(PerformerBackend, equalsTheDefinitionForRandomShapes) {
  EXPECT_TRUE(rc::check("random shapes", [this] {
    const auto upTo = [](Index most) { return *rc::gen::inRange<Index>(0, most + 1); };
    const PerformerSizes sizes = {upTo(2), upTo(3), upTo(40), upTo(40), upTo(20), upTo(20), 1 + upTo(40)};
    PerformerInput<float> input = randomPerformerInput<float>(sizes, *rc::gen::elementOf(test::allKinds()),
                                                              *rc::gen::inRange<std::uint64_t>(0, 99));
    input.options.causal = *rc::gen::arbitrary<bool>();
    input.options.stabiliser = *rc::gen::element(Stabiliser::head, Stabiliser::tensor, Stabiliser::none);
    input.options.hiddenKeys = *rc::gen::element(HiddenKeys::exclude, HiddenKeys::valuesOnly);
    if (*rc::gen::arbitrary<bool>()) test::hideSomeKeys(input, *rc::gen::inRange<std::uint64_t>(0, 99));
    expectSame(input, performerOn(GetParam(), input));
    RC_ASSERT(!HasFatalFailure());
  }));
}

TEST_P(PerformerBackend, threadsDoNotChangeABitAndRunsRepeat) {
  for (const FeatureKind kind : test::allKinds())
    for (const bool causal : {false, true}) {
      PerformerInput<float> input = randomPerformerInput<float>({1, 2, 700, 700, 8, 5, 20}, kind, 19);
      input.options.causal = causal;
      const PerformerResult<float> one = performerOn(GetParam(), input, 1), two = performerOn(GetParam(), input, 2);
      EXPECT_EQ(one.O, two.O);
      EXPECT_EQ(one.denominator, two.denominator);
      EXPECT_EQ(one.phi_q, two.phi_q);
      EXPECT_EQ(one.phi_k, two.phi_k);
      EXPECT_EQ(performerOn(GetParam(), input, 2).O, two.O);
    }
}

TEST_P(PerformerBackend, largeNormsDegradeToUniformAttentionAsTheDefinitionDoes) {
  PerformerInput<float> input = randomPerformerInput<float>({1, 1, 9, 300, 16, 3, 44}, FeatureKind::positive, 3);
  for (float& value : input.K) value *= 40;
  expectSame(input, performerOn(GetParam(), input));
}

TEST_P(PerformerBackend, growingExponentsAreFollowed) {
  PerformerInput<float> input = randomPerformerInput<float>({1, 1, 5, 1000, 4, 3, 8}, FeatureKind::positive, 3);
  for (Index k = 0; k < input.K.size(); ++k) input.K[k] *= 0.002f * static_cast<float>(k / 4);
  for (const double eps : {0.0, 1e-4}) {
    input.options.eps = eps;
    expectSame(input, performerOn(GetParam(), input));
  }
}

TEST_P(PerformerBackend, hugeInputsAreFiniteWhereTheDefinitionIs) {
  for (const FeatureKind kind : {FeatureKind::positive, FeatureKind::hyperbolic, FeatureKind::relu})
    for (const float size : {1e4f, 1e15f, 1e30f}) {
      PerformerInput<float> input = randomPerformerInput<float>({1, 2, 5, 40, 4, 3, 9}, kind, 3);
      for (float& value : input.K) value *= size;
      input.options.eps = 1e-3;
      const PerformerResult<float> expected = performerOn("plain", input), found = performerOn(GetParam(), input);
      for (Index k = 0; k < expected.O.size(); ++k) {
        ASSERT_TRUE(std::isfinite(expected.O[k]));
        ASSERT_NEAR(found.O[k], expected.O[k], 2e-5 * (1 + std::abs(expected.O[k]))) << "size " << size;
      }
    }
}

TEST(PerformerChoice, devicesComputeFloatWithoutAWarning) {
  Progress none;
  const PerformerInput<float> input = randomPerformerInput<float>({1, 2, 30, 40, 4, 3, 9}, FeatureKind::positive, 3);
  for (const std::string& backend : test::backends()) {
    Diagnostics diagnostics;
    const PerformerResult<float> result = performer(input, {test::deviceOf(backend), 2}, diagnostics, none);
    expectClose(result.O, definition(input).O, 2e-5, backend.c_str());
    EXPECT_TRUE(diagnostics.warnings().empty());
  }
}

/// Asks to stop at once.
class Stopped : public Progress {
 public:
  bool cancelled() const override { return true; }
};

TEST_P(PerformerBackend, stopsWhenAsked) {
  Stopped stopped;
  const PerformerInput<float> input = randomPerformerInput<float>({1, 1, 300, 300, 8, 5, 20}, FeatureKind::positive, 3);
  EXPECT_THROW(performerOn(GetParam(), input, 2, stopped), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(Everywhere, PerformerBackend, ::testing::ValuesIn(test::performerBackends()),
                         test::backendTestName);

}  // namespace performer_backend_test
