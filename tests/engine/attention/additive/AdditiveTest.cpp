// Additive attention: hand example and golden of MATHEMATICS.md 3.3, invariants of MATHEMATICS.md 14, and the fast path
// against the plain double-precision definition.
#include "engine/attention/additive/Additive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"
#include "tests/engine/attention/SoftmaxRows.h"
#include "tests/support/ErrorOf.h"

namespace additive_test {

using namespace engine;
using test::expectClose;

template <class T>
AdditiveInput<T> randomInput(Index B, Index n, Index m, Index q, Index k, Index v, Index h, std::uint64_t seed = 5,
                             double scale = 1) {
  return {deterministicArray<T>(seed, {B, n, q}, scale, "Q"),
          deterministicArray<T>(seed + 1, {B, m, k}, scale, "K"),
          deterministicArray<T>(seed + 2, {B, m, v}, 1, "V"),
          deterministicArray<T>(seed + 3, {h, q}, 0.5, "W_q"),
          deterministicArray<T>(seed + 4, {h, k}, 0.5, "W_k"),
          deterministicArray<T>(seed + 5, {h}, 1, "w_v"),
          fullMask(B, n, m)};
}

AdditiveInput<double> inDouble(const AdditiveInput<float>& input) {
  return {test::as<double>(input.Q),
          test::as<double>(input.K),
          test::as<double>(input.V),
          test::as<double>(input.W_q),
          test::as<double>(input.W_k),
          test::as<double>(input.w_v),
          input.mask};
}

AdditiveResult<double> plain(const AdditiveInput<double>& input, int threads = 1) {
  Progress none;
  return additivePlain(input, threads, none);
}
AdditiveResult<float> plain(const AdditiveInput<float>& input, int threads = 1) {
  Progress none;
  return additivePlain(input, threads, none);
}
AdditiveResult<float> native(const AdditiveInput<float>& input, int threads = 1) {
  Progress none;
  return additiveNative(input, threads, none);
}

template <class T>
AdditiveInput<T> goldenInput() {
  AdditiveInput<T> input{deterministicArray<T>(104, {2, 3, 6}, 1),
                         deterministicArray<T>(102, {2, 5, 4}, 1),
                         deterministicArray<T>(103, {2, 5, 3}, 1),
                         deterministicArray<T>(105, {8, 6}, 0.5),
                         deterministicArray<T>(106, {8, 4}, 0.5),
                         deterministicArray<T>(107, {8}, 0.5),
                         fullMask(2, 3, 5)};
  for (Index i = 0; i < 3; ++i) input.mask.keyEnd(0, i) = 3;
  return input;
}

template <class T>
void expectGolden(const AdditiveResult<T>& result, double tolerance) {
  const auto near = [&](double found, double expected) {
    EXPECT_NEAR(found, expected, tolerance * (1 + std::abs(expected)));
  };
  const double weights[] = {0.284173954289, 0.392545516956, 0.323280528755, 0, 0};
  const double last[] = {-0.170814361913, -0.193928458145, 0.264758390216};
  for (Index j = 0; j < 5; ++j) near(result.A(0, 0, j), weights[j]);
  for (Index c = 0; c < 3; ++c) near(result.O(1, 2, c), last[c]);
  EXPECT_EQ(result.A(0, 0, 3), T{0});
  double sum = 0;
  for (const T value : result.O) sum += value;
  near(sum, -1.8134141586145265);
}

TEST(Additive, goldenOfSection2InBothPrecisions) {
  expectGolden(plain(goldenInput<double>()), 1e-10);
  expectGolden(plain(goldenInput<float>()), 2e-5);
  expectGolden(native(goldenInput<float>()), 2e-5);
}

TEST(Additive, handExampleOfTwoKeys) {
  const AdditiveInput<double> input{Array<double>({1, 1, 1}, {1}),
                                    Array<double>({1, 2, 1}, {0, 1}),
                                    Array<double>({1, 2, 1}, {0, 1}),
                                    Array<double>({1, 1}, {1}),
                                    Array<double>({1, 1}, {1}),
                                    Array<double>({1}, {1}),
                                    fullMask(1, 1, 2)};
  const AdditiveResult<double> result = plain(input);
  EXPECT_NEAR(result.S[0], std::tanh(1.0), 1e-15);
  EXPECT_NEAR(result.S[1], std::tanh(2.0), 1e-15);
  const double second = 1 / (1 + std::exp(std::tanh(1.0) - std::tanh(2.0)));  // 0.550436237
  EXPECT_NEAR(result.A[0], 1 - second, 1e-15);
  EXPECT_NEAR(result.A[1], second, 1e-15);
  EXPECT_NEAR(second, 0.550436238, 2e-9);
}

/// Values on a coarse grid, so that projections are exact in float, however large, and only the tanh is compared.
void roundTo(Array<float>& array, float unit) {
  for (float& value : array) value = std::round(value / unit) * unit;
}

RC_GTEST_PROP(Additive, theFastPathEqualsTheDefinitionForEveryShapeMaskAndSizeOfProjections, ()) {
  const auto length = [](Index most) { return *rc::gen::inRange<Index>(0, most); };
  const Index B = length(3), n = length(70), m = length(150), h = *rc::gen::element<Index>(length(20), length(20), 257);
  const float scale = *rc::gen::element(0x1p-13f, 1.0f, 8.0f, 0x1p7f, 0x1p17f);
  AdditiveInput<float> input = randomInput<float>(B, n, m, length(6), length(6), length(5), h, 11, scale);
  for (Array<float>* array : {&input.Q, &input.K}) roundTo(*array, scale / 8);
  for (Array<float>* array : {&input.W_q, &input.W_k}) roundTo(*array, 0.125f);
  input.mask = *test::anyMask(B, n, m);
  const AdditiveResult<double> expected = plain(inDouble(input));
  for (const AdditiveResult<float>& found : {native(input), plain(input)}) {
    expectClose(found.S, expected.S, 2e-5, "S");
    expectClose(found.A, expected.A, 2e-5, "A");
    expectClose(found.O, expected.O, 2e-5, "O");
  }
  RC_ASSERT(!::testing::Test::HasFailure());
}

RC_GTEST_PROP(Additive, rowsAreSoftmaxRowsAndScoresAreBoundedByTheWeights, ()) {
  const auto length = [](Index most) { return *rc::gen::inRange<Index>(0, most); };
  const Index B = length(3), n = length(9), m = length(90), h = length(20);
  const double scale = *rc::gen::element(1.0, 1e4, 1e15, 1e30);
  AdditiveInput<float> input = randomInput<float>(B, n, m, length(6), length(6), length(5), h, 13, scale);
  input.mask = *test::anyMask(B, n, m);
  double bound = 0;
  for (const float weight : input.w_v) bound += std::abs(weight);
  const auto check = [&](const auto& result, double tolerance) {
    for (const auto score : result.S) RC_ASSERT(std::abs(double(score)) <= bound * (1 + tolerance));
    test::expectSoftmaxRows(result.A, input.mask, tolerance);
    test::expectInHullOfValues(result.O, result.A, test::as<double>(input.V), tolerance);
  };
  check(native(input), 1e-5);
  check(plain(input), 1e-5);
  check(plain(inDouble(input)), 1e-12);
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Additive, hugeScoreWeightsGiveOneHotRows) {
  for (const float size : {1e19f, 1e20f, 1e30f, 1e37f})
    for (const Index h : {1, 8}) {
      AdditiveInput<float> input = randomInput<float>(1, 3, 70, 4, 4, 2, h);
      for (float& weight : input.w_v) weight *= size;
      const AdditiveResult<double> expected = plain(inDouble(input));
      for (const AdditiveResult<float>& found : {native(input), plain(input)})
        for (Index i = 0; i < 3; ++i) {
          const double* const row = &expected.A(0, i, 0);
          for (Index j = 0; j < 70; ++j) {
            EXPECT_NEAR(found.S(0, i, j) / size, expected.S(0, i, j) / size, 2e-5);
            EXPECT_EQ(double(found.A(0, i, j)), row[j]) << size << " " << i << " " << j;
          }
          EXPECT_EQ(*std::max_element(row, row + 70), 1);
          for (Index c = 0; c < 2; ++c) EXPECT_NEAR(found.O(0, i, c), expected.O(0, i, c), 1e-6);
        }
    }
}

RC_GTEST_PROP(Additive, permutingKeysWithTheirValuesLeavesTheOutput, ()) {
  const Index n = *rc::gen::inRange<Index>(1, 5), m = *rc::gen::inRange<Index>(1, 100);
  const AdditiveInput<float> input = randomInput<float>(1, n, m, 3, 4, 2, 7);
  AdditiveInput<float> turned = input;
  for (Index j = 0; j < m; ++j) {
    for (Index c = 0; c < 4; ++c) turned.K(0, j, c) = input.K(0, m - 1 - j, c);
    for (Index c = 0; c < 2; ++c) turned.V(0, j, c) = input.V(0, m - 1 - j, c);
  }
  expectClose(native(turned).O, native(input).O, 1e-6, "O");
  expectClose(plain(inDouble(turned)).O, plain(inDouble(input)).O, 1e-13, "O");
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Additive, identicalKeysGiveTheMeanAndOneKeyGivesItsValue) {
  AdditiveInput<float> input = randomInput<float>(1, 3, 80, 3, 4, 2, 7);
  for (Index j = 0; j < 80; ++j)
    for (Index c = 0; c < 4; ++c) input.K(0, j, c) = input.K(0, 0, c);
  const AdditiveResult<float> result = native(input);
  for (Index c = 0; c < 2; ++c) {
    double mean = 0;
    for (Index j = 0; j < 80; ++j) mean += input.V(0, j, c) / 80.0;
    for (Index i = 0; i < 3; ++i) EXPECT_NEAR(result.O(0, i, c), mean, 1e-6);
  }
  const AdditiveInput<float> single = randomInput<float>(1, 3, 1, 3, 4, 2, 7);
  for (Index i = 0; i < 3; ++i)
    for (Index c = 0; c < 2; ++c) EXPECT_EQ(native(single).O(0, i, c), single.V(0, 0, c));
}

TEST(Additive, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  const AdditiveInput<float> input = randomInput<float>(2, 300, 310, 16, 20, 5, 33);
  const AdditiveResult<float> one = native(input, 1), two = native(input, 2);
  EXPECT_TRUE(one.S == two.S && one.A == two.A && one.O == two.O);
  const AdditiveResult<float> plainOne = plain(input, 1), plainTwo = plain(input, 2);
  EXPECT_TRUE(plainOne.S == plainTwo.S && plainOne.A == plainTwo.A && plainOne.O == plainTwo.O);
}

TEST(Additive, sameBitsWhereverTheArraysLieInMemory) {
  const AdditiveInput<float> input = randomInput<float>(1, 5, 3, 4, 4, 3, 5);
  const AdditiveResult<float> expected = native(input);
  std::vector<AdditiveInput<float>> copies;
  std::vector<std::vector<char>> between;
  for (size_t k = 0; k < 40; ++k) {
    between.emplace_back(16 * (k % 5) + 1);
    copies.push_back(input);
    const AdditiveResult<float> found = native(copies.back());
    EXPECT_TRUE(found.S == expected.S && found.A == expected.A && found.O == expected.O) << k;
  }
}

TEST(Additive, projectionsThatOverflowAreAnErrorThatNamesTheArrays) {
  const auto errorOf = [](const AdditiveInput<float>& input) -> std::string {
    return test::errorOf([&] { native(input); });
  };
  AdditiveInput<float> input = randomInput<float>(1, 2, 3, 2, 2, 1, 4);
  for (float& value : input.Q) value = 3e38f;
  for (float& value : input.W_q) value = 2;
  EXPECT_THAT(errorOf(input), ::testing::HasSubstr("arrays Q (1, 2, 2) and W_q (4, 2)"));
  input = randomInput<float>(1, 2, 3, 2, 2, 1, 4);
  for (float& value : input.w_v) value = 3e38f;
  EXPECT_THAT(errorOf(input), ::testing::HasSubstr("array w_v of shape (4)"));
}

TEST(Additive, rowsWithoutKeysAreReportedOnce) {
  AdditiveInput<float> input = randomInput<float>(1, 3, 4, 2, 2, 2, 3);
  input.mask.keyEnd(0, 1) = 0;
  Diagnostics diagnostics;
  Progress none;
  const AdditiveResult<float> result = additive(input, 1, diagnostics, none);
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0], ::testing::StartsWith("1 query row(s) see no key"));
  for (Index c = 0; c < 2; ++c) EXPECT_EQ(result.O(0, 1, c), 0.0f);
}

TEST(Additive, cancelStopsTheWork) {
  struct CancelLater : Progress {
    mutable int asked = 0;
    bool cancelled() const override { return ++asked > 5; }
  } progress;
  EXPECT_THROW(additiveNative(randomInput<float>(1, 900, 500, 4, 4, 4, 64), 1, progress), Cancelled);
}

ArrayBundle runMechanism(const ArrayBundle& inputs) {
  Diagnostics diagnostics;
  Progress none;
  return findMechanism("additive").run(inputs, {}, Precision::float32, {nullptr, 1}, diagnostics, none);
}

TEST(AdditiveMechanism, theBatchAxisMayBeAbsentAndComesBackTheSame) {
  ArrayBundle inputs = findMechanism("additive").sampleInput();
  for (const char* name : {"Q", "K", "V"}) {  // the second batch, which sees all keys
    const auto& array = std::get<Array<float>>(inputs[name]);
    const Shape shape{array.length(1), array.length(2)};
    inputs[name] = Array<float>(shape, std::vector<float>(array.data() + array.size() / 2, array.end()), name);
  }
  inputs.erase("valid_lens");
  const ArrayBundle all = runMechanism(findMechanism("additive").sampleInput()), second = runMechanism(inputs);
  EXPECT_EQ(shapeOf(second.at("S")), (Shape{3, 5}));
  EXPECT_EQ(shapeOf(second.at("A")), (Shape{3, 5}));
  const auto &O = std::get<Array<float>>(second.at("O")), &allO = std::get<Array<float>>(all.at("O"));
  expectClose(O, Array<float>({3, 3}, std::vector<float>(allO.data() + 9, allO.end())), 1e-6, "O");
  inputs["valid_lens"] = Array<std::int64_t>({3}, {0, 2, 5}, "valid_lens");
  const auto A = std::get<Array<float>>(runMechanism(inputs).at("A"));
  EXPECT_EQ(A(0, 0), 0.0f);
  EXPECT_GT(A(1, 1), 0.0f);
  EXPECT_EQ(A(1, 2), 0.0f);
  EXPECT_GT(A(2, 4), 0.0f);
}

}  // namespace additive_test
