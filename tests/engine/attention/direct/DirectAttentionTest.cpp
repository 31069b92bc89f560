// Direct and masked direct attention: goldens of MATHEMATICS.md 7.7 and their invariants.
#include "engine/attention/direct/DirectAttention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/network/Linear.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaBackends.h"
#include "tests/engine/attention/msa/MsaGoldens.h"
#include "tests/support/ErrorOf.h"

namespace direct_attention_test {

using namespace engine;
using test::errorOf;
using test::as;
using test::expectValues;
using test::largestDifference;
using test::sumOf;

template <class T>
DirectWeights<T> goldenWeights() {
  std::map<std::string, Shape> shapes;
  test::addLinear(shapes, "proj_pair", 2, 6);
  test::addLinear(shapes, "proj_msa", 8, 8);
  test::addLinear(shapes, "proj_out", 8, 8);
  auto fill = test::namedFill<T>(3300, shapes);
  return {fill["proj_pair.weight"], fill["proj_pair.bias"],  fill["proj_msa.weight"],
          fill["proj_msa.bias"],    fill["proj_out.weight"], fill["proj_out.bias"]};
}

template <class T>
DirectResult<T> direct(const Array<T>& pair, const Array<T>& msa, const DirectWeights<T>& weights, int threads = 1) {
  Progress none;
  return directAttention(pair, msa, weights, {.keepScores = true}, threads, none);
}

template <class T>
void expectDirectGolden(double tolerance) {
  const DirectResult<T> result =
      direct(deterministicArray<T>(22, {4, 4, 6}, 1, "pair"), test::goldenMsa<T>(), goldenWeights<T>());
  expectValues(result.Y, 0,
               {-0.024267842102, 0.421545008820, -0.197823628937, -0.197340992902, 0.017363640157, 0.188531119351,
                -0.283594153549, 0.298653622981},
               tolerance);
  EXPECT_NEAR(sumOf(result.Y), -6.080462015904226, 8 * tolerance);
}

TEST(DirectAttention, goldenInFloat64AndFloat32) {
  expectDirectGolden<double>(1e-10);
  expectDirectGolden<float>(2e-5);
}

template <class T>
MaskedDirectInput<T> maskedGolden() {
  std::map<std::string, Shape> shapes;
  test::addLinear(shapes, "to_query", 6, 5);
  test::addLinear(shapes, "to_key", 6, 5);
  test::addLinear(shapes, "to_value", 8, 8);
  test::addLinear(shapes, "to_out", 8, 8);
  auto fill = test::namedFill<T>(3400, shapes);
  MaskedDirectInput<T> input;
  input.state = deterministicArray<T>(23, {4, 5}, 1, "state");
  input.CA = deterministicArray<T>(24, {4, 3}, 15, "CA");
  input.msa = test::goldenMsa<T>();
  input.bins = Array<T>({2}, {8, 12}, "bins");
  input.W_q = fill["to_query.weight"], input.b_q = fill["to_query.bias"];
  input.W_k = fill["to_key.weight"], input.b_k = fill["to_key.bias"];
  input.W_v = fill["to_value.weight"], input.b_v = fill["to_value.bias"];
  input.W_o = fill["to_out.weight"], input.b_o = fill["to_out.bias"];
  return input;
}

template <class T>
DirectResult<T> masked(const MaskedDirectInput<T>& input, int threads = 1) {
  Progress none;
  return maskedDirectAttention(input, threads, none);
}

template <class T>
void expectMaskedGolden(double tolerance) {
  const DirectResult<T> result = masked(maskedGolden<T>());
  expectValues(result.Y, 0, {0.321120018808, 0.215588557404, -0.181408058610, -0.281712449466}, tolerance);
  EXPECT_NEAR(sumOf(result.Y), -1.6009144104684565, 4 * tolerance);
}

TEST(MaskedDirectAttention, goldenInFloat64AndFloat32) {
  expectMaskedGolden<double>(1e-10);
  expectMaskedGolden<float>(2e-5);
}

// ---- invariants (MATHEMATICS.md 7.5, MATHEMATICS.md 7.6, MATHEMATICS.md 14) ----

struct RandomShape {
  Index N = *rc::gen::inRange<Index>(0, 5), L = *rc::gen::inRange<Index>(0, 9), H = *rc::gen::inRange<Index>(1, 4),
        v = *rc::gen::inRange<Index>(0, 4), P = *rc::gen::inRange<Index>(1, 4), D = *rc::gen::inRange<Index>(1, 5),
        d = *rc::gen::inRange<Index>(1, 4);
  std::uint64_t seed = *rc::gen::inRange<std::uint64_t>(0, 1000);

  template <class T>
  Array<T> array(std::uint64_t number, Shape shape, double scale = 1) const {
    return deterministicArray<T>(seed + number, std::move(shape), scale);
  }
  template <class T>
  DirectWeights<T> weights() const {
    return {array<T>(1, {H, P}),  array<T>(2, {H}),        array<T>(3, {H * v, D}),
            array<T>(4, {H * v}), array<T>(5, {D, H * v}), array<T>(6, {D})};
  }
  template <class T>
  Array<T> pair() const {
    return array<T>(7, {L, L, P});
  }
  template <class T>
  Array<T> msa() const {
    return array<T>(8, {N, L, D});
  }
  template <class T>
  MaskedDirectInput<T> masked() const {
    MaskedDirectInput<T> input;
    input.state = array<T>(1, {L, P});
    input.CA = array<T>(2, {L, 3}, 20);
    input.msa = msa<T>();
    input.bins = array<T>(3, {H}, 15);
    for (T& bin : input.bins) bin += 15;
    input.W_q = array<T>(4, {H * d, P}), input.W_k = array<T>(5, {H * d, P});
    input.b_q = array<T>(6, {H * d});
    input.W_v = array<T>(9, {H * v, D}), input.W_o = array<T>(10, {D, H * v});
    input.options.keepScores = true;
    return input;
  }
};

RC_GTEST_PROP(DirectAttention, weightsSumToOneOverTheFirstResidueAndChannelsBelongToHeadsByRemainder, ()) {
  const RandomShape shape;
  const DirectWeights<double> w = shape.weights<double>();
  const DirectResult<double> result = direct(shape.pair<double>(), shape.msa<double>(), w);
  for (Index j = 0; j < shape.L; ++j)
    for (Index h = 0; h < shape.H; ++h) {
      double sum = 0;
      for (Index i = 0; i < shape.L; ++i) sum += result.A(i, j, h);
      RC_ASSERT(std::abs(sum - 1) < 1e-12);
    }
  // The formula, channel by channel.
  const Index channels = shape.H * shape.v;
  const Array<double> V = linear(shape.msa<double>(), w.W_v, w.b_v);
  Array<double> O({shape.N * shape.L, channels});
  for (Index n = 0; n < shape.N; ++n)
    for (Index j = 0; j < shape.L; ++j)
      for (Index c = 0; c < channels; ++c)
        for (Index i = 0; i < shape.L; ++i)
          O(n * shape.L + j, c) += V(n * shape.L + i, c) * result.A(i, j, c % shape.H);
  RC_ASSERT(largestDifference(result.Y, linear(O, w.W_o, w.b_o).reshaped({shape.N, shape.L, shape.D})) < 1e-12);
}

RC_GTEST_PROP(DirectAttention, float32EqualsTheDefinitionWithTheSameBitsOnOneOrTwoThreads, ()) {
  const RandomShape shape;
  const DirectResult<double> expected = direct(shape.pair<double>(), shape.msa<double>(), shape.weights<double>());
  const DirectResult<float> one = direct(shape.pair<float>(), shape.msa<float>(), shape.weights<float>(), 1),
                            two = direct(shape.pair<float>(), shape.msa<float>(), shape.weights<float>(), 2);
  RC_ASSERT(largestDifference(as<double>(one.A), expected.A) < 2e-5);
  RC_ASSERT(largestDifference(as<double>(one.Y), expected.Y) < 1e-4);
  RC_ASSERT(one.A == two.A);
  RC_ASSERT(one.Y == two.Y);
}

RC_GTEST_PROP(MaskedDirectAttention, onlyPairsWithinTheBinHaveWeightAndRowsSumToOne, ()) {
  const RandomShape shape;
  const MaskedDirectInput<double> input = shape.masked<double>();
  const DirectResult<double> result = masked(input);
  for (Index h = 0; h < shape.H; ++h)
    for (Index i = 0; i < shape.L; ++i) {
      double sum = 0;
      for (Index j = 0; j < shape.L; ++j) {
        const double distance = std::hypot(input.CA(i, 0) - input.CA(j, 0), input.CA(i, 1) - input.CA(j, 1),
                                           input.CA(i, 2) - input.CA(j, 2));
        RC_ASSERT(distance <= input.bins[h] || result.A(h, i, j) == 0.0);
        sum += result.A(h, i, j);
      }
      RC_ASSERT(std::abs(sum - 1) < 1e-12);
    }
}

RC_GTEST_PROP(MaskedDirectAttention, float32EqualsTheDefinitionWithTheSameBitsOnOneOrTwoThreads, ()) {
  const RandomShape shape;
  const DirectResult<double> expected = masked(shape.masked<double>());
  const DirectResult<float> one = masked(shape.masked<float>(), 1), two = masked(shape.masked<float>(), 2);
  RC_ASSERT(largestDifference(as<double>(one.A), expected.A) < 2e-5);
  RC_ASSERT(largestDifference(as<double>(one.Y), expected.Y) < 1e-4);
  RC_ASSERT(one.A == two.A);
  RC_ASSERT(one.Y == two.Y);
}

TEST(MaskedDirectAttention, aBinThatSeesNothingIsUniform) {
  MaskedDirectInput<float> input = maskedGolden<float>();
  input.bins = Array<float>({2}, {-1, 0}, "bins");
  const DirectResult<float> result = masked(input);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) {
      EXPECT_EQ(result.A(0, i, j), 0.25f);
      EXPECT_EQ(result.A(1, i, j), i == j ? 1.0f : 0.0f);  // only the diagonal has distance 0
    }
}

TEST(DirectAttention, noHeadsAreAnErrorNamingTheArrayAndCostNothing) {
  const auto expectError = [](const char* id, const char* name, const Shape& shape) {
    const Mechanism& mechanism = findMechanism(id);
    ArrayBundle inputs = mechanism.sampleInput();
    inputs[name] = Array<float>(shape, 0.0f, name);
    EXPECT_EQ(mechanism.sizes(inputs, {}).at("v"), 0) << id;
    Diagnostics diagnostics;
    Progress none;
    const std::string message = errorOf([&] {
      mechanism.run(inputs, {}, Precision::float32, {nullptr, 1}, diagnostics, none);
    });
    EXPECT_THAT(message, ::testing::HasSubstr("array " + std::string(name) + ": found shape " +
                                                   shapeText(shape) + ", expected a first length"));
  };
  expectError("direct", "W_p", {0, 6});
  expectError("masked-direct", "bins", {0});
}

TEST(DirectAttention, scoresThatDoNotFitAndWrongWidthsAreErrorsNamingTheArray) {
  DirectWeights<float> weights = goldenWeights<float>();
  const Array<float> pair = deterministicArray<float>(22, {4, 4, 6}, 1, "pair"), msa = test::goldenMsa<float>();
  const auto errorOf = [&](const Array<float>& pairs) {
    return test::errorOf([&] { direct(pairs, msa, weights); });
  };
  using ::testing::AllOf;
  using ::testing::HasSubstr;
  EXPECT_THAT(errorOf(Array<float>({4, 3, 6})), AllOf(HasSubstr("array pair"), HasSubstr("(4, 3, 6)")));
  for (float& value : weights.W_p) value *= 3e38f;
  EXPECT_THAT(errorOf(Array<float>({4, 4, 6}, 1e10f)),
              HasSubstr("arrays pair (4, 4, 6) and W_p (2, 6): a score of query"));
  weights.W_p = Array<float>({3, 6}, 0.5f, "W_p");
  weights.b_p = {};
  EXPECT_THAT(errorOf(pair), AllOf(HasSubstr("array W_v"), HasSubstr("multiple of the 3 heads")));
}

}  // namespace direct_attention_test
