// Soft-tied attention: hand example and golden of MATHEMATICS.md 7.7, and its invariants.
#include "engine/attention/soft-tied/SoftTiedAttention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/attention/tied/TiedAttention.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaBackends.h"
#include "tests/engine/attention/msa/MsaGoldens.h"
#include "tests/support/ErrorOf.h"

namespace soft_tied_attention_test {

using namespace engine;
using test::as;
using test::expectValues;
using test::largestDifference;
using test::sumOf;

template <class T>
SoftTiedResult<T> softTied(const Array<T>& X, const SequenceWeightProjections<T>& weighting,
                           const Projections<T>& projections, Device* device = nullptr, int threads = 1) {
  Diagnostics diagnostics;
  Progress none;
  return softTiedAttention(X, weighting, projections, {.keepScores = true}, {device, threads}, diagnostics, none);
}

template <class T>
SoftTiedResult<T> golden(Device* device = nullptr) {
  auto shapes = test::projectionShapes();
  test::addLinear(shapes, "seq_weight.to_query", 8, 8);
  test::addLinear(shapes, "seq_weight.to_key", 8, 8);
  const auto fill = test::namedFill<T>(3000, shapes);
  const SequenceWeightProjections<T> weighting{fill.at("seq_weight.to_query.weight"),
                                               fill.at("seq_weight.to_query.bias"), fill.at("seq_weight.to_key.weight"),
                                               fill.at("seq_weight.to_key.bias"), 2};
  return softTied(test::goldenMsa<T>(), weighting, test::projectionsOf(fill), device);
}

template <class T>
void expectGolden(const SoftTiedResult<T>& result, double tolerance) {
  expectValues(result.Y, 0,
               {0.325512038869, -0.084957019238, 0.127867802756, 0.138360509939, -0.040817977351, -0.008705231616,
                0.285713809520, -0.081201417836},
               tolerance);
  EXPECT_NEAR(sumOf(result.Y), 5.406739873615959, 7 * tolerance);
  const double weights[] = {0.363250459246, 0.302539424438, 0.334210116316};
  for (Index n = 0; n < 3; ++n) EXPECT_NEAR(result.w(n, 0, 0), weights[n], tolerance);
  expectValues(result.pair, 2, {0.242426413070, 0.252229701002}, tolerance);
}

TEST(SoftTiedAttention, goldenInFloat64) { expectGolden(golden<double>(), 1e-10); }

TEST(SoftTiedAttention, goldenInFloat32OnEveryBackend) {
  for (const std::string& backend : test::backends()) expectGolden(golden<float>(test::deviceOf(backend)), 2e-5);
}

TEST(SoftTiedAttention, handExampleWithWeightsOfTheQueryColumn) {
  // Q, K of 5.6 times w[n, i] = [[.75, .25], [.25, .75]], as the module multiplies them into the queries.
  TiedProductInput<double> input;
  input.Q = Array<double>({2, 2, 1}, {1 * 0.75, 2 * 0.25, 0 * 0.25, 1 * 0.75});
  input.K = Array<double>({2, 2, 1}, {1, 0, 2, 1});
  input.V = Array<double>({2, 2, 1}, {1, 2, 3, 4});
  input.keepScores = true;
  Progress none;
  const TiedProductResult<double> result = tiedProductPlain(input, 1, none);
  expectValues(result.S, 0, {0.75, 0, 2, 0.75}, 1e-15);
  expectValues(result.A, 0, {0.679179, 0.320821, 0.777300, 0.222700}, 1e-6);
}

// ---- invariants (MATHEMATICS.md 7.4, MATHEMATICS.md 14) ----

struct RandomShape {
  Index N = *rc::gen::inRange<Index>(1, 6), L = *rc::gen::inRange<Index>(0, 8), D = *rc::gen::inRange<Index>(1, 6),
        H = *rc::gen::inRange<Index>(1, 4), e = *rc::gen::inRange<Index>(1, 4), d = *rc::gen::inRange<Index>(1, 4),
        v = *rc::gen::inRange<Index>(1, 4);
  std::uint64_t seed = *rc::gen::inRange<std::uint64_t>(0, 1000);

  template <class T>
  Array<T> X() const {
    return deterministicArray<T>(seed, {N, L, D}, 1, "X");
  }
  template <class T>
  SequenceWeightProjections<T> weighting() const {
    return {deterministicArray<T>(seed + 1, {H * e, D}, 1), deterministicArray<T>(seed + 2, {H * e}, 1),
            deterministicArray<T>(seed + 3, {H * e, D}, 1), deterministicArray<T>(seed + 4, {H * e}, 1), H};
  }
  template <class T>
  Projections<T> projections() const {
    return test::randomProjections<T>(D, H, d, v, D, seed + 5);
  }
};

/// Rows in the order `from`, which may name a row more than once.
Array<double> rowsOf(const Array<double>& X, const std::vector<Index>& from) {
  Array<double> result({Index(from.size()), X.length(1), X.length(2)});
  const Index size = X.length(1) * X.length(2);
  for (size_t r = 0; r < from.size(); ++r)
    std::copy_n(X.data() + from[r] * size, size, result.data() + Index(r) * size);
  return result;
}

RC_GTEST_PROP(SoftTiedAttention, weightsOfSequencesSumToOneAndThePairIsTheSymmetrisedMap, ()) {
  const RandomShape shape;
  const SoftTiedResult<double> result =
      softTied(shape.X<double>(), shape.weighting<double>(), shape.projections<double>());
  for (Index l = 0; l < shape.L; ++l)
    for (Index h = 0; h < shape.H; ++h) {
      double sum = 0;
      for (Index n = 0; n < shape.N; ++n) sum += result.w(n, l, h);
      RC_ASSERT(std::abs(sum - 1) < 1e-12);
      for (Index j = 0; j < shape.L; ++j)
        RC_ASSERT(result.pair(l, j, h) == (result.A(h, l, j) + result.A(h, j, l)) / 2);
    }
}

RC_GTEST_PROP(SoftTiedAttention, uniformWeightsGiveTheTiedScoresDividedByTheRootOfN, ()) {
  const RandomShape shape;
  SequenceWeightProjections<double> uniform = shape.weighting<double>();
  std::fill(uniform.W_k.begin(), uniform.W_k.end(), 0.0);
  Diagnostics diagnostics;
  Progress none;
  const SoftTiedResult<double> soft = softTied(shape.X<double>(), uniform, shape.projections<double>());
  const TiedResult<double> tied =
      tiedRowAttention(shape.X<double>(), shape.projections<double>(), {{}, true}, {nullptr, 1}, diagnostics, none);
  RC_ASSERT(largestDifference(soft.S, tied.S, 1 / std::sqrt(double(shape.N))) < 1e-12);
}

RC_GTEST_PROP(SoftTiedAttention, orderOfTheOtherRowsDoesNotMatterToTheMapAndIsTheOrderOfTheOutputs, ()) {
  const RandomShape shape;
  std::vector<Index> from = {0};
  for (Index n = 1; n < shape.N; ++n) from.push_back(shape.N - n);
  const SoftTiedResult<double> expected =
      softTied(shape.X<double>(), shape.weighting<double>(), shape.projections<double>());
  const SoftTiedResult<double> found =
      softTied(rowsOf(shape.X<double>(), from), shape.weighting<double>(), shape.projections<double>());
  RC_ASSERT(largestDifference(found.A, expected.A) < 1e-12);
  RC_ASSERT(largestDifference(found.w, rowsOf(expected.w, from)) < 1e-12);
  RC_ASSERT(largestDifference(found.Y, rowsOf(expected.Y, from)) < 1e-12);
}

RC_GTEST_PROP(SoftTiedAttention, duplicatingTheAlignmentLeavesTheMap, ()) {
  const RandomShape shape;
  const Index copies = *rc::gen::inRange<Index>(1, 4);
  std::vector<Index> from;
  for (Index row = 0; row < copies * shape.N; ++row) from.push_back(row % shape.N);
  const SoftTiedResult<double> expected =
      softTied(shape.X<double>(), shape.weighting<double>(), shape.projections<double>());
  const SoftTiedResult<double> found =
      softTied(rowsOf(shape.X<double>(), from), shape.weighting<double>(), shape.projections<double>());
  RC_ASSERT(largestDifference(found.S, expected.S) < 1e-12);
}

RC_GTEST_PROP(SoftTiedAttention, float32EqualsTheDefinitionWithTheSameBitsOnOneOrTwoThreads, ()) {
  const RandomShape shape;
  const SoftTiedResult<double> expected =
      softTied(shape.X<double>(), shape.weighting<double>(), shape.projections<double>());
  const auto run = [&](int threads) {
    return softTied(shape.X<float>(), shape.weighting<float>(), shape.projections<float>(), nullptr, threads);
  };
  const SoftTiedResult<float> one = run(1), two = run(2);
  RC_ASSERT(largestDifference(as<double>(one.w), expected.w) < 2e-5);
  RC_ASSERT(largestDifference(as<double>(one.A), expected.A) < 2e-5);
  RC_ASSERT(largestDifference(as<double>(one.Y), expected.Y) < 1e-4);
  RC_ASSERT(one.A == two.A);
  RC_ASSERT(one.Y == two.Y);
}

TEST(SoftTiedAttention, allWeightOnTheTargetGivesTheScoresOfTheTarget) {
  // Keys of the weights that are large for the target alone.
  const Index L = 5, D = 6;
  Array<double> X = deterministicArray<double>(3, {4, L, D}, 1, "X");
  for (Index n = 0; n < 4; ++n)
    for (Index l = 0; l < L; ++l) X(n, l, 0) = n == 0 ? 1 : 0;
  SequenceWeightProjections<double> weighting;
  weighting.W_q = weighting.W_k = Array<double>({1, D});
  weighting.W_q[0] = weighting.W_k[0] = 100;
  const Projections<double> projections = test::randomProjections<double>(D, 1, 3, 3, D);
  const SoftTiedResult<double> result = softTied(X, weighting, projections);
  Diagnostics diagnostics;
  Progress none;
  const Array<double> target({1, L, D}, std::vector<double>(X.begin(), X.begin() + L * D));
  const TiedResult<double> single = tiedRowAttention(target, projections, {{}, true}, {nullptr, 1}, diagnostics, none);
  EXPECT_LT(largestDifference(result.S, single.S), 1e-13);
}

TEST(SoftTiedAttention, anAlignmentWithoutTargetAndUnevenHeadsAreErrors) {
  const auto errorOf = [&](Index rows, Index heads) {
    auto weighting =
        SequenceWeightProjections<float>{Array<float>({4, 6}, 0.5f), {}, Array<float>({4, 6}, 0.5f), {}, heads};
    return test::errorOf([&] {
      softTied(Array<float>({rows, 3, 6}, 0.5f, "X"), weighting, test::randomProjections<float>(6, 2, 3, 3, 6));
    });
  };
  EXPECT_THAT(errorOf(0, 2), ::testing::HasSubstr("array X: found shape (0, 3, 6), expected at least one row"));
  EXPECT_THAT(errorOf(2, 3), ::testing::HasSubstr("array seqw_W_q"));
  EXPECT_THAT(errorOf(2, 4), ::testing::HasSubstr("4 heads, expected the 2 of W_q"));
  EXPECT_EQ(errorOf(2, 2), "no error");
}

}  // namespace soft_tied_attention_test
