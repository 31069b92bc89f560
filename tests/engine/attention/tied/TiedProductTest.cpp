// The product of tied attention: every backend against the definition in double precision, and its invariants over
// random shapes.
#include "engine/attention/tied/TiedProduct.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/msa/MsaBackends.h"
#include "tests/support/ErrorOf.h"

namespace tied_product_test {

using namespace engine;
using test::as;
using test::expectClose;
using test::largestDifference;

template <class T>
TiedProductInput<T> randomInput(Index R, Index C, Index H, Index d, Index v, std::uint64_t seed = 5) {
  TiedProductInput<T> input;
  input.Q = deterministicArray<T>(seed, {R, C, H * d}, 1, "Q");
  input.K = deterministicArray<T>(seed + 1, {R, C, H * d}, 1, "K");
  input.V = deterministicArray<T>(seed + 2, {R, C, H * v}, 1, "V");
  input.heads = H;
  input.scale = standardScale(R * d);
  input.keepScores = true;
  return input;
}

TiedProductInput<double> inDouble(const TiedProductInput<float>& input) {
  return {as<double>(input.Q), as<double>(input.K), as<double>(input.V), input.heads,
          input.scale,         input.hidden,        input.keepScores};
}

TiedProductResult<double> definition(const TiedProductInput<float>& input) {
  Progress none;
  return tiedProductPlain(inDouble(input), 2, none);
}

void expectSame(const TiedProductResult<float>& found, const TiedProductResult<double>& expected) {
  expectClose(found.S, expected.S, 2e-5, "S");
  expectClose(found.A, expected.A, 2e-5, "A");
  expectClose(found.O, expected.O, 2e-5, "O");
}

class TiedProductBackend : public ::testing::TestWithParam<std::string> {
 protected:
  TiedProductResult<float> compute(const TiedProductInput<float>& input, int threads = 2) {
    Progress none;
    if (GetParam() == "plain") return tiedProductPlain(input, threads, none);
    if (GetParam() == "native") return tiedProductNative(input, threads, none);
    return tiedProductOnDevice(input, *test::deviceOf(GetParam()), none, KernelFlavour::wide);
  }
  /// On a device both flavours of kernels.
  void expectDefinition(const TiedProductInput<float>& input) {
    const TiedProductResult<double> expected = definition(input);
    expectSame(compute(input), expected);
    Progress none;
    if (Device* const device = test::deviceOf(GetParam()))
      expectSame(tiedProductOnDevice(input, *device, none, KernelFlavour::tiled), expected);
  }
};

TEST_P(TiedProductBackend, equalsTheDefinitionForShapesOfEveryKind) {
  struct Case {
    Index R, C, H, d, v;
  };
  const Case cases[] = {{1, 1, 1, 1, 1},   {1, 5, 1, 3, 2},   {3, 1, 2, 4, 4},   {2, 33, 3, 7, 5},  {5, 64, 2, 16, 16},
                        {4, 67, 1, 9, 33}, {2, 300, 1, 8, 8}, {7, 31, 12, 1, 1}, {3, 40, 2, 64, 64}};
  for (const Case& c : cases) {
    SCOPED_TRACE(shapeText({c.R, c.C, c.H, c.d, c.v}));
    TiedProductInput<float> input = randomInput<float>(c.R, c.C, c.H, c.d, c.v);
    expectDefinition(input);
    input.hidden = Array<Bool>({c.C});
    for (Index j = 0; j < c.C; j += 3) input.hidden[j].value = 1;
    expectDefinition(input);
  }
}

TEST_P(TiedProductBackend, manyCellsEqualTheDefinition) {
  // More than a device takes at once: two heads, then one.
  const TiedProductInput<float> input = randomInput<float>(40, 150, 3, 80, 80);
  expectSame(compute(input), definition(input));
}

TEST_P(TiedProductBackend, emptyAxesGiveEmptyOrUniformResults) {
  const TiedProductResult<float> noRows = compute(randomInput<float>(0, 3, 2, 4, 4));
  EXPECT_TRUE(noRows.O.empty());
  for (const float weight : noRows.A) EXPECT_FLOAT_EQ(weight, 1.0f / 3);
  const TiedProductResult<float> noColumns = compute(randomInput<float>(3, 0, 2, 4, 4));
  EXPECT_TRUE(noColumns.A.empty() && noColumns.O.empty());
  EXPECT_EQ(noColumns.O.shape(), (Shape{3, 0, 8}));
  Progress none;
  if (Device* const device = test::deviceOf(GetParam())) {
    const TiedProductResult<float> tiled =
        tiedProductOnDevice(randomInput<float>(3, 0, 2, 4, 4), *device, none, KernelFlavour::tiled);
    EXPECT_TRUE(tiled.A.empty());
    EXPECT_EQ(tiled.O.shape(), (Shape{3, 0, 8}));
  }
  const TiedProductResult<float> noDepth = compute(randomInput<float>(3, 4, 2, 0, 4));
  for (const float weight : noDepth.A) EXPECT_FLOAT_EQ(weight, 0.25f);
  EXPECT_TRUE(compute(randomInput<float>(3, 4, 2, 4, 0)).O.empty());
}

TEST_P(TiedProductBackend, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  const TiedProductInput<float> input = randomInput<float>(6, 130, 3, 20, 24);
  const TiedProductResult<float> one = compute(input, 1), two = compute(input, 2);
  EXPECT_TRUE(one.S == two.S && one.A == two.A && one.O == two.O);
}

TEST_P(TiedProductBackend, hugeScoresGiveOneHotRowsAndNothingThatIsNotFinite) {
  TiedProductInput<float> input = randomInput<float>(2, 20, 1, 4, 3);
  for (const double size : {1e4, 1e15, 1e30}) {
    input.scale = size;
    const TiedProductResult<float> result = compute(input);
    const TiedProductResult<double> expected = definition(input);
    for (Index i = 0; i < 20; ++i) {
      const float* const row = &result.A(0, i, 0);
      const double* const reference = &expected.A(0, i, 0);
      EXPECT_EQ(std::max_element(row, row + 20) - row, std::max_element(reference, reference + 20) - reference);
      EXPECT_NEAR(*std::max_element(row, row + 20), 1, size > 1e5 ? 0 : 1e-2);
    }
    for (const float value : result.O) EXPECT_TRUE(std::isfinite(value));
  }
}

TEST_P(TiedProductBackend, anyScoreThatIsNotFiniteMakesItsRowNotANumber) {
  for (const float size : {1e20f, -1e20f}) {
    TiedProductInput<float> input = randomInput<float>(1, 70, 1, 1, 2);
    input.Q[1] = 1e20f;
    input.K[69] = size;
    const auto check = [](const TiedProductResult<float>& found) {
      for (Index j = 0; j < 70; ++j) {
        EXPECT_TRUE(std::isfinite(found.A(0, 0, j)));
        EXPECT_TRUE(std::isnan(found.A(0, 1, j)));
        EXPECT_TRUE(std::isfinite(found.A(0, 2, j)));
      }
    };
    check(compute(input));
    Progress none;
    if (Device* const device = test::deviceOf(GetParam()))
      check(tiedProductOnDevice(input, *device, none, KernelFlavour::tiled));
  }
}

TEST_P(TiedProductBackend, cancelStopsTheWork) {
  test::CancelSoon progress;
  const TiedProductInput<float> input = randomInput<float>(30, 200, 4, 16, 16);
  const auto run = [&] {
    if (GetParam() == "plain") return tiedProductPlain(input, 1, progress);
    if (GetParam() == "native") return tiedProductNative(input, 1, progress);
    return tiedProductOnDevice(input, *test::deviceOf(GetParam()), progress);
  };
  EXPECT_THROW(run(), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(EveryBackend, TiedProductBackend, ::testing::ValuesIn(test::backends()),
                         test::backendTestName);

// ---- invariants of the definition (MATHEMATICS.md 14) ----

struct RandomShape {
  Index R = *rc::gen::inRange<Index>(1, 6), C = *rc::gen::inRange<Index>(0, 12), H = *rc::gen::inRange<Index>(1, 4),
        d = *rc::gen::inRange<Index>(0, 6), v = *rc::gen::inRange<Index>(0, 6);
  std::uint64_t seed = *rc::gen::inRange<std::uint64_t>(0, 1000);

  TiedProductInput<double> input() const { return randomInput<double>(R, C, H, d, v, seed); }
};

TiedProductResult<double> run(const TiedProductInput<double>& input) {
  Progress none;
  return tiedProductPlain(input, 1, none);
}

/// Rows in the order `from`, which may name a row more than once.
Array<double> rowsOf(const Array<double>& X, const std::vector<Index>& from) {
  Array<double> result({Index(from.size()), X.length(1), X.length(2)});
  const Index size = X.length(1) * X.length(2);
  for (size_t r = 0; r < from.size(); ++r)
    std::copy_n(X.data() + from[r] * size, size, result.data() + Index(r) * size);
  return result;
}

TiedProductInput<double> withRows(TiedProductInput<double> input, const std::vector<Index>& from) {
  input.Q = rowsOf(input.Q, from);
  input.K = rowsOf(input.K, from);
  input.V = rowsOf(input.V, from);
  return input;
}

RC_GTEST_PROP(TiedProduct, oneRowIsScaledDotProductAttention, ()) {
  RandomShape shape;
  shape.R = 1;
  const TiedProductInput<double> input = shape.input();
  const TiedProductResult<double> tied = run(input);
  DotProductInput<double> dot;
  const auto headsApart = [&](const Array<double>& X, Index width) {
    Array<double> apart({1, shape.H, shape.C, width});
    for (Index i = 0; i < shape.C; ++i)
      for (Index h = 0; h < shape.H; ++h)
        for (Index c = 0; c < width; ++c) apart(0, h, i, c) = X(0, i, h * width + c);
    return apart;
  };
  dot.Q = headsApart(input.Q, shape.d), dot.K = headsApart(input.K, shape.d), dot.V = headsApart(input.V, shape.v);
  dot.mask = fullMask(1, shape.C, shape.C);
  dot.scale = standardScale(shape.d);
  Progress none;
  const DotProductResult<double> expected = dotProductPlain(dot, 1, none);
  RC_ASSERT(largestDifference(tied.A.reshaped(expected.A.shape()), expected.A) < 1e-14);
  RC_ASSERT(largestDifference(headsApart(tied.O, shape.v), expected.O) < 1e-14);
}

RC_GTEST_PROP(TiedProduct, duplicatingAllRowsMultipliesTheScoresByTheRoot, ()) {
  const RandomShape shape;
  const Index k = *rc::gen::inRange<Index>(1, 5);
  std::vector<Index> from;
  for (Index copy = 0; copy < k; ++copy)
    for (Index r = 0; r < shape.R; ++r) from.push_back(r);
  TiedProductInput<double> many = withRows(shape.input(), from);
  many.scale = standardScale(k * shape.R * shape.d);
  RC_ASSERT(largestDifference(run(many).S, run(shape.input()).S, std::sqrt(double(k))) < 1e-12);
}

RC_GTEST_PROP(TiedProduct, orderOfRowsDoesNotMatterToTheMapAndIsTheOrderOfTheOutputs, ()) {
  const RandomShape shape;
  std::vector<Index> from;
  for (Index r = 0; r < shape.R; ++r) from.push_back((r + 1) % shape.R);
  const TiedProductResult<double> expected = run(shape.input()), found = run(withRows(shape.input(), from));
  RC_ASSERT(largestDifference(found.A, expected.A) < 1e-13);
  RC_ASSERT(largestDifference(found.O, rowsOf(expected.O, from)) < 1e-13);
}

RC_GTEST_PROP(TiedProduct, rowsOfTheMapSumToOneAndOutputsStayWithinTheValues, ()) {
  const RandomShape shape;
  const TiedProductInput<double> input = shape.input();
  const TiedProductResult<double> result = run(input);
  for (Index row = 0; row < shape.H * shape.C; ++row) {
    double sum = 0;
    for (Index j = 0; j < shape.C; ++j) {
      RC_ASSERT(result.A[row * shape.C + j] >= 0);
      sum += result.A[row * shape.C + j];
    }
    RC_ASSERT(std::abs(sum - 1) < 1e-12);
  }
  for (Index r = 0; r < shape.R; ++r)
    for (Index c = 0; c < shape.H * shape.v; ++c) {
      double lowest = 1e300, highest = -1e300;
      for (Index j = 0; j < shape.C; ++j) {
        lowest = std::min(lowest, input.V(r, j, c));
        highest = std::max(highest, input.V(r, j, c));
      }
      for (Index i = 0; i < shape.C; ++i)
        RC_ASSERT(result.O(r, i, c) >= lowest - 1e-12 && result.O(r, i, c) <= highest + 1e-12);
    }
}

RC_GTEST_PROP(TiedProduct, fastPathsEqualTheDefinition, ()) {
  const RandomShape shape;
  const TiedProductInput<float> input = randomInput<float>(shape.R, shape.C * 7, shape.H, shape.d, shape.v, shape.seed);
  Progress none;
  const TiedProductResult<double> expected = definition(input);
  const TiedProductResult<float> found = tiedProductNative(input, 2, none);
  RC_ASSERT(largestDifference(as<double>(found.A), expected.A) < 2e-5);
  RC_ASSERT(largestDifference(as<double>(found.O), expected.O) < 4e-5);
  const Array<float> O = sharedValuesNative(found.A, input.V, 2, none);
  RC_ASSERT(O == found.O);
}

TEST(TiedProduct, scoresThatDoNotFitAreAnErrorNamingTheArrays) {
  TiedProductInput<float> input = randomInput<float>(2, 5, 1, 4, 3);
  for (float& value : input.Q) value *= 1e38f;
  input.scale = 1e4;
  Diagnostics diagnostics;
  Progress none;
  for (const std::string& backend : test::backends())
    EXPECT_THAT(test::errorOf([&] { tiedProduct(input, {test::deviceOf(backend), 1}, diagnostics, none); }),
                ::testing::HasSubstr("arrays Q (2, 5, 4) and K (2, 5, 4): a score of query"))
        << backend;
}

TEST(TiedProduct, failureOfTheDeviceFallsBackToTheProcessorWithAWarning) {
  for (const std::string& backend : test::backends()) {
    if (test::deviceOf(backend) == nullptr) continue;
    const DeviceChoice choice = test::deviceWithoutMemory(backend);
    const TiedProductInput<float> input = randomInput<float>(3, 7, 2, 4, 3);
    Diagnostics diagnostics;
    Progress none;
    expectSame(tiedProduct(input, {choice.device.get(), 1}, diagnostics, none), definition(input));
    ASSERT_EQ(diagnostics.warnings().size(), 1u);
    EXPECT_THAT(diagnostics.warnings()[0], ::testing::HasSubstr("computed on the native CPU path instead"));
  }
}

}  // namespace tied_product_test
