// Attention along rows and columns of an alignment: every backend against the definition in double precision, and its
// invariants.
#include "engine/attention/axial/AxialProduct.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/attention/axial/AxialAttention.h"
#include "engine/base/Random.h"
#include "engine/network/Linear.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaBackends.h"
#include "tests/engine/attention/msa/MsaGoldens.h"
#include "tests/support/ErrorOf.h"

namespace axial_product_test {

using namespace engine;
using test::as;
using test::expectClose;

template <class T>
AxialProductInput<T> randomInput(MsaAxis axis, Index R, Index C, Index H, Index d, Index v, std::uint64_t seed = 5) {
  AxialProductInput<T> input;
  input.Q = deterministicArray<T>(seed, {R, C, H * d}, 1, "Q");
  input.K = deterministicArray<T>(seed + 1, {R, C, H * d}, 1, "K");
  input.V = deterministicArray<T>(seed + 2, {R, C, H * v}, 1, "V");
  input.heads = H;
  input.axis = axis;
  input.scale = standardScale(d);
  input.keepScores = true;
  return input;
}

Array<Bool> everyThirdCell(Index R, Index C) {
  Array<Bool> padding({R, C});
  for (Index cell = 0; cell < padding.size(); cell += 3) padding[cell].value = 1;
  return padding;
}

AxialProductResult<double> definition(const AxialProductInput<float>& input) {
  Progress none;
  return axialProductPlain<double>({as<double>(input.Q), as<double>(input.K), as<double>(input.V), input.heads,
                                    input.scale, input.axis, input.padding, Maps::keep, true},
                                   2, none);
}

class AxialProductBackend : public ::testing::TestWithParam<std::string> {
 protected:
  AxialProductResult<float> compute(const AxialProductInput<float>& input, int threads = 2) {
    Progress none;
    if (GetParam() == "plain") return axialProductPlain(input, threads, none);
    if (GetParam() == "native") return axialProductNative(input, threads, none);
    return axialProductOnDevice(input, *test::deviceOf(GetParam()), none);
  }
  void expectDefinition(AxialProductInput<float> input) {
    const AxialProductResult<double> expected = definition(input);
    const AxialProductResult<float> kept = compute(input);
    // Scores of padded keys are -10000 up to a rounding.
    for (Index k = 0; k < kept.S.size(); ++k)
      ASSERT_NEAR(kept.S[k], expected.S[k], 2e-5 * (1 + std::abs(expected.S[k]))) << k;
    expectClose(kept.A, expected.A, 2e-5, "A");
    expectClose(kept.O, expected.O, 2e-5, "O");
    expectClose(kept.lse, expected.lse, 2e-5, "lse");
    input.maps = Maps::drop;
    const AxialProductResult<float> dropped = compute(input);
    expectClose(dropped.O, expected.O, 2e-5, "O without maps");
    EXPECT_TRUE(dropped.A.empty() && dropped.S.empty());
  }
};

TEST_P(AxialProductBackend, equalsTheDefinitionForShapesOfEveryKind) {
  struct Case {
    Index R, C, H, d, v;
  };
  const Case cases[] = {{1, 1, 1, 1, 1},   {1, 7, 2, 3, 2},    {7, 1, 2, 3, 2},    {5, 6, 3, 4, 4},    {33, 4, 2, 5, 7},
                        {3, 70, 1, 16, 9}, {64, 5, 2, 16, 16}, {130, 3, 1, 8, 33}, {2, 150, 2, 64, 64}};
  for (const MsaAxis axis : {MsaAxis::row, MsaAxis::column})
    for (const Case& c : cases) {
      SCOPED_TRACE(shapeText({c.R, c.C, c.H, c.d, c.v}) + (axis == MsaAxis::row ? " rows" : " columns"));
      AxialProductInput<float> input = randomInput<float>(axis, c.R, c.C, c.H, c.d, c.v);
      expectDefinition(input);
      input.padding = everyThirdCell(c.R, c.C);
      expectDefinition(input);
    }
}

TEST_P(AxialProductBackend, longLinesEqualTheDefinition) {
  AxialProductInput<float> input = randomInput<float>(MsaAxis::column, 1500, 1, 1, 64, 64);
  input.keepScores = false;
  input.maps = Maps::drop;
  expectClose(compute(input).O, definition(input).O, 2e-5, "O");
  input.padding = everyThirdCell(1500, 1);
  expectClose(compute(input).O, definition(input).O, 2e-5, "O with padding");
}

TEST_P(AxialProductBackend, manyLinesEqualTheDefinition) {
  // More than a device takes at once.
  AxialProductInput<float> input = randomInput<float>(MsaAxis::column, 60, 300, 4, 16, 16);
  input.padding = everyThirdCell(60, 300);
  expectDefinition(input);
}

TEST_P(AxialProductBackend, emptyAxesGiveEmptyResults) {
  for (const MsaAxis axis : {MsaAxis::row, MsaAxis::column}) {
    EXPECT_EQ(compute(randomInput<float>(axis, 0, 3, 2, 4, 4)).O.shape(), (Shape{0, 3, 8}));
    EXPECT_EQ(compute(randomInput<float>(axis, 3, 0, 2, 4, 4)).O.shape(), (Shape{3, 0, 8}));
    EXPECT_TRUE(compute(randomInput<float>(axis, 3, 3, 2, 4, 0)).O.empty());
    for (const float weight : compute(randomInput<float>(axis, 3, 3, 2, 0, 4)).A) EXPECT_FLOAT_EQ(weight, 1.0f / 3);
  }
}

TEST_P(AxialProductBackend, paddedEverywhereIsUniform) {
  AxialProductInput<float> input = randomInput<float>(MsaAxis::column, 5, 2, 1, 4, 3);
  input.padding = Array<Bool>({5, 2}, Bool{1});
  for (const float weight : compute(input).A) EXPECT_FLOAT_EQ(weight, 0.2f);
}

TEST_P(AxialProductBackend, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  for (const MsaAxis axis : {MsaAxis::row, MsaAxis::column}) {
    const AxialProductInput<float> input = randomInput<float>(axis, 70, 40, 3, 20, 24);
    const AxialProductResult<float> one = compute(input, 1), two = compute(input, 2);
    EXPECT_TRUE(one.S == two.S && one.A == two.A && one.O == two.O && one.lse == two.lse);
  }
}

TEST_P(AxialProductBackend, hugeScoresGiveOneHotRowsAndNothingThatIsNotFinite) {
  AxialProductInput<float> input = randomInput<float>(MsaAxis::column, 20, 2, 1, 4, 3);
  for (const double size : {1e15, 1e30}) {
    input.scale = size;
    const AxialProductResult<float> result = compute(input);
    for (Index row = 0; row < 40; ++row) {
      const float* const weights = result.A.data() + row * 20;
      EXPECT_EQ(*std::max_element(weights, weights + 20), 1);
      EXPECT_EQ(std::count(weights, weights + 20, 0.0f), 19);
    }
    for (const float value : result.O) EXPECT_TRUE(std::isfinite(value));
  }
}

TEST_P(AxialProductBackend, aScoreBelowTheRangeHasNoWeight) {
  AxialProductInput<float> input = randomInput<float>(MsaAxis::row, 1, 3, 1, 2, 2);
  input.scale = 1;
  input.Q = Array<float>({1, 3, 2}, {1e20f, 1e20f, 1, 1, 1, 1}, "Q");
  input.K = Array<float>({1, 3, 2}, {-1e20f, -1e20f, 0, 0, 0, 0}, "K");  // -2e40 for query 0
  const AxialProductResult<float> result = compute(input);
  EXPECT_EQ(result.A(0, 0, 0, 0), 0);
  for (Index key = 1; key < 3; ++key) EXPECT_NEAR(result.A(0, 0, 0, key), 0.5, 1e-6);
  EXPECT_NEAR(result.lse(0, 0, 0), std::log(2.0), 1e-6);
}

TEST_P(AxialProductBackend, cancelStopsTheWork) {
  test::CancelSoon progress;
  const AxialProductInput<float> input = randomInput<float>(MsaAxis::column, 60, 300, 4, 16, 16);
  const auto run = [&] {
    if (GetParam() == "plain") return axialProductPlain(input, 1, progress);
    if (GetParam() == "native") return axialProductNative(input, 1, progress);
    return axialProductOnDevice(input, *test::deviceOf(GetParam()), progress);
  };
  EXPECT_THROW(run(), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(EveryBackend, AxialProductBackend, ::testing::ValuesIn(test::backends()),
                         test::backendTestName);

// ---- invariants of the modules (MATHEMATICS.md 14) ----

template <class T>
AxialResult<T> attend(MsaAxis axis, const Array<T>& X, const Projections<T>& projections,
                      const AxialOptions& options = {}) {
  Diagnostics diagnostics;
  Progress none;
  const auto attention = axis == MsaAxis::row ? rowAttention<T> : columnAttention<T>;
  return attention(X, projections, options, {nullptr, 1}, diagnostics, none);
}

struct RandomShape {
  Index R = *rc::gen::inRange<Index>(0, 6), C = *rc::gen::inRange<Index>(0, 6), D = *rc::gen::inRange<Index>(1, 5),
        H = *rc::gen::inRange<Index>(1, 4), d = *rc::gen::inRange<Index>(1, 4), v = *rc::gen::inRange<Index>(1, 4),
        Dout = *rc::gen::inRange<Index>(1, 5);
  std::uint64_t seed = *rc::gen::inRange<std::uint64_t>(0, 1000);

  Array<double> X() const { return deterministicArray<double>(seed, {R, C, D}, 1, "X"); }
  Projections<double> projections() const { return test::randomProjections<double>(D, H, d, v, Dout, seed + 1); }
};

Array<double> transposed(const Array<double>& X) {
  Array<double> result({X.length(1), X.length(0), X.length(2)});
  for (Index r = 0; r < X.length(0); ++r)
    for (Index c = 0; c < X.length(1); ++c)
      for (Index k = 0; k < X.length(2); ++k) result(c, r, k) = X(r, c, k);
  return result;
}

RC_GTEST_PROP(AxialAttention, rowsAndColumnsSwapOnTheTransposedAlignment, ()) {
  const RandomShape shape;
  const AxialResult<double> column = attend(MsaAxis::column, shape.X(), shape.projections()),
                            row = attend(MsaAxis::row, transposed(shape.X()), shape.projections());
  RC_ASSERT(test::largestDifference(column.A, row.A) < 1e-13);
  RC_ASSERT(test::largestDifference(column.Y, transposed(row.Y)) < 1e-13);
}

RC_GTEST_PROP(AxialAttention, columnAttentionOfOneRowIsTheProjectedValue, ()) {
  RandomShape shape;
  shape.R = 1;
  const Projections<double> p = shape.projections();
  Array<Bool> padding({1, shape.C});
  if (shape.C > 0) padding[0].value = 1;
  for (const AxialOptions& options : {AxialOptions{}, AxialOptions{padding, Maps::keep, false}}) {
    const AxialResult<double> result = attend(MsaAxis::column, shape.X(), p, options);
    const Array<double> expected = linear(linear(shape.X(), p.W_v, p.b_v), p.W_o, p.b_o);
    for (Index k = 0; k < expected.size(); ++k) RC_ASSERT(std::abs(result.Y[k] - expected[k]) < 1e-13);
    for (const double weight : result.A) RC_ASSERT(weight == 1.0);
  }
}

RC_GTEST_PROP(AxialAttention, droppingTheMapsChangesNothingElse, ()) {
  const RandomShape shape;
  for (const MsaAxis axis : {MsaAxis::row, MsaAxis::column}) {
    const AxialResult<double> kept = attend(axis, shape.X(), shape.projections()),
                              dropped = attend(axis, shape.X(), shape.projections(), {{}, Maps::drop, false});
    RC_ASSERT(dropped.A.empty());
    RC_ASSERT(dropped.Y == kept.Y);
  }
}

TEST(AxialAttention, rowAttentionIsThePlainMultiHeadGoldenOfRoseTtaFold) {
  const auto fill = test::namedFill<double>(3200, test::projectionShapes());
  const AxialResult<double> result = attend(MsaAxis::row, test::goldenMsa<double>(), test::projectionsOf(fill));
  test::expectValues(result.Y, 0, {0.031235600430, -0.165659865247}, 1e-10);
  EXPECT_NEAR(test::sumOf(result.Y), 2.1771756186535676, 3e-10);
}

TEST(AxialProduct, scoresThatDoNotFitAreAnErrorNamingTheArrays) {
  AxialProductInput<float> input = randomInput<float>(MsaAxis::column, 5, 2, 1, 4, 3);
  for (float& value : input.Q) value = 3e38f;
  for (float& value : input.K) value = 1e5f;
  Diagnostics diagnostics;
  Progress none;
  for (const std::string& backend : test::backends())
    EXPECT_THAT(test::errorOf([&] { axialProduct(input, {test::deviceOf(backend), 1}, diagnostics, none); }),
                ::testing::HasSubstr("arrays Q (5, 2, 4) and K (5, 2, 4): a score of query"))
        << backend;
}

TEST(AxialProduct, failureOfTheDeviceFallsBackToTheProcessorWithAWarning) {
  for (const std::string& backend : test::backends()) {
    if (test::deviceOf(backend) == nullptr) continue;
    const DeviceChoice choice = test::deviceWithoutMemory(backend);
    const AxialProductInput<float> input = randomInput<float>(MsaAxis::column, 5, 7, 2, 4, 3);
    Diagnostics diagnostics;
    Progress none;
    const AxialProductResult<float> result = axialProduct(input, {choice.device.get(), 1}, diagnostics, none);
    expectClose(result.O, definition(input).O, 2e-5, "O");
    ASSERT_EQ(diagnostics.warnings().size(), 1u);
    EXPECT_THAT(diagnostics.warnings()[0], ::testing::HasSubstr("computed on the native CPU path instead"));
  }
}

TEST(AxialAttention, shapesThatDoNotFitAreErrorsNamingTheArray) {
  const Projections<float> p = test::randomProjections<float>(8, 2, 3, 4, 5);
  const auto errorOf = [&](const Array<float>& X, const Projections<float>& projections, const AxialOptions& options) {
    return test::errorOf([&] { attend(MsaAxis::row, X, projections, options); });
  };
  const Array<float> X({2, 3, 8}, 0.5f, "X");
  using ::testing::AllOf;
  using ::testing::HasSubstr;
  EXPECT_THAT(errorOf(Array<float>({2, 8}), p, {}), AllOf(HasSubstr("array X"), HasSubstr("(2, 8)")));
  EXPECT_THAT(errorOf(Array<float>({2, 3, 7}), p, {}), AllOf(HasSubstr("array W_q"), HasSubstr("(6, 8)")));
  EXPECT_THAT(errorOf(X, p, {Array<Bool>({3, 2}), Maps::keep, false}), HasSubstr("array padding"));
  Projections<float> wrong = p;
  wrong.heads = 4;
  EXPECT_THAT(errorOf(X, wrong, {}), AllOf(HasSubstr("array W_q"), HasSubstr("multiple of the 4 heads")));
}

}  // namespace axial_product_test
