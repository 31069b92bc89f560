// Scaled dot-product attention: goldens of attention-math section 1, its invariants, and every backend against the
// plain double-precision definition.
#include "engine/attention/scores/DotProduct.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "engine/base/Random.h"
#include "tests/engine/attention/Backends.h"

namespace {

using namespace engine;
using test::expectClose;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The backends, each device with both flavours of kernels: "opencl:0 tiled".
std::vector<std::string> backendsAndFlavours() {
  std::vector<std::string> names;
  for (const std::string& backend : test::backends()) {
    names.push_back(backend);
    if (test::deviceOf(backend) != nullptr) names.push_back(backend + " tiled");
  }
  return names;
}

std::string testName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase_if(name, [](char letter) { return letter == ':' || letter == ' '; });
  return name;
}

DotProductResult<float> compute(const std::string& backend, const DotProductInput<float>& input, int threads,
                                Progress& progress) {
  if (backend == "plain") return dotProductPlain(input, threads, progress);
  if (backend == "native") return dotProductNative(input, threads, progress);
  const std::string device = backend.substr(0, backend.find(' '));
  return dotProductOnDevice(input, *test::deviceOf(device), progress,
                            device == backend ? KernelFlavour::wide : KernelFlavour::tiled);
}

DotProductResult<float> compute(const std::string& backend, const DotProductInput<float>& input, int threads = 2) {
  Progress none;
  return compute(backend, input, threads, none);
}

template <class T>
DotProductInput<T> randomInput(Index B, Index H, Index n, Index m, Index d, Index v, std::uint64_t seed = 5,
                               double scale = 1) {
  DotProductInput<T> input;
  input.Q = deterministicArray<T>(seed, {B, H, n, d}, scale, "Q");
  input.K = deterministicArray<T>(seed + 1, {B, H, m, d}, 1, "K");
  input.V = deterministicArray<T>(seed + 2, {B, H, m, v}, 1, "V");
  input.mask = fullMask(B, n, m);
  input.scale = standardScale(d);
  return input;
}

/// A mask with holes, hidden ends and, when there are two rows or more, one row that sees nothing.
KeyMask patchyMask(Index B, Index n, Index m, MaskRule rule) {
  KeyMask mask = fullMask(B, n, m);
  mask.rule = rule;
  mask.allowed = Array<Bool>({B, n, m});
  for (Index k = 0; k < mask.allowed.size(); ++k) mask.allowed[k].value = deterministicNumber(77, k) > -0.3;
  for (Index b = 0; b < B; ++b)
    for (Index i = 0; i < n; ++i) mask.keyEnd(b, i) = static_cast<std::int32_t>(i == 1 ? 0 : m - (i + b) % 3 * (m / 4));
  return mask;
}

template <class T, class U>
Array<T> as(const Array<U>& array) {
  Array<T> result(array.shape());
  std::copy(array.begin(), array.end(), result.begin());
  return result;
}

DotProductInput<double> inDouble(const DotProductInput<float>& input) {
  return {as<double>(input.Q), as<double>(input.K), as<double>(input.V), input.mask, input.scale, Maps::keep, 64};
}

/// The d2l golden of section 1.7.
template <class T>
DotProductInput<T> goldenInput() {
  DotProductInput<T> input;
  input.Q = deterministicArray<T>(101, {2, 1, 3, 4}, 1, "Q");
  input.K = deterministicArray<T>(102, {2, 1, 5, 4}, 1, "K");
  input.V = deterministicArray<T>(103, {2, 1, 5, 3}, 1, "V");
  input.mask = fullMask(2, 3, 5);
  for (Index i = 0; i < 3; ++i) input.mask.keyEnd(0, i) = 3;
  input.scale = 0.5;
  return input;
}

template <class T>
void expectGolden(const DotProductResult<T>& result, double tolerance) {
  const auto near = [&](double found, double expected) {
    EXPECT_NEAR(found, expected, tolerance * (1 + std::abs(expected)));
  };
  const double weights[] = {0.349486069922, 0.340231232111, 0.310282697967};
  const double first[] = {-0.219688329516, -0.429290572985, 0.156285351241};
  const double last[] = {-0.158291515057, -0.369614568087, 0.178289661696};
  for (Index k = 0; k < 3; ++k) {
    if (!result.A.empty()) near(result.A(0, 0, 0, k), weights[k]);
    near(result.O(0, 0, 0, k), first[k]);
    near(result.O(1, 0, 2, k), last[k]);
  }
  for (Index k = 3; k < 5 && !result.A.empty(); ++k) EXPECT_EQ(result.A(0, 0, 0, k), T{0});
  double sum = 0;
  for (const T value : result.O) sum += value;
  near(sum, -2.3945081605974283);
}

TEST(DotProduct, goldenInFloat64) {
  Progress none;
  DotProductInput<double> input = goldenInput<double>();
  expectGolden(dotProductPlain(input, 1, none), 1e-10);
  input.maps = Maps::drop;
  expectGolden(dotProductPlain(input, 1, none), 1e-10);
}

TEST(DotProduct, onlineFormEqualsTheMaterialisedOneForEveryTileSize) {
  Progress none;
  DotProductInput<double> input = randomInput<double>(2, 3, 9, 131, 5, 4);
  input.mask = patchyMask(2, 9, 131, MaskRule::exclude);
  const DotProductResult<double> expected = dotProductPlain(input, 1, none);
  input.maps = Maps::drop;
  for (const Index tile : {1, 7, 64, 1000}) {
    input.keyTile = tile;
    const DotProductResult<double> found = dotProductPlain(input, 1, none);
    expectClose(found.O, expected.O, 1e-13, "O");
    expectClose(found.lse, expected.lse, 1e-13, "lse");
    EXPECT_TRUE(found.S.empty() && found.A.empty());
  }
}

TEST(DotProduct, shiftOfARowOfScoresChangesNothing) {
  Progress none;
  DotProductInput<double> input = randomInput<double>(1, 1, 4, 9, 3, 2);
  const DotProductResult<double> expected = dotProductPlain(input, 1, none);
  // One more channel, constant over the keys, adds the same number to all scores of a row.
  for (const double shift : {1e4, -1e4}) {
    DotProductInput<double> shifted = randomInput<double>(1, 1, 4, 9, 4, 2);
    shifted.V = input.V;
    shifted.scale = input.scale;
    for (Index i = 0; i < 4; ++i)
      for (Index c = 0; c < 4; ++c) shifted.Q(0, 0, i, c) = c < 3 ? input.Q(0, 0, i, c) : shift / input.scale;
    for (Index j = 0; j < 9; ++j)
      for (Index c = 0; c < 4; ++c) shifted.K(0, 0, j, c) = c < 3 ? input.K(0, 0, j, c) : 1.0;
    expectClose(dotProductPlain(shifted, 1, none).A, expected.A, 5e-12, "A");
  }
}

TEST(DotProduct, causalMaskIsAlignedToTheBottomRightCorner) {
  KeyMask wide = fullMask(1, 2, 4), tall = fullMask(1, 4, 2);
  makeCausal(wide, 4);
  makeCausal(tall, 2);
  EXPECT_EQ(wide.keyEnd, Array<std::int32_t>({1, 2}, {3, 4}));
  EXPECT_EQ(tall.keyEnd, Array<std::int32_t>({1, 4}, {0, 0, 1, 2}));
}

TEST(DotProduct, rowsWithoutKeysAreReportedOnce) {
  DotProductInput<float> input = randomInput<float>(1, 2, 3, 4, 2, 2);
  input.mask.keyEnd(0, 1) = 0;
  Diagnostics diagnostics;
  Progress none;
  dotProduct(input, {nullptr, 1}, diagnostics, none);
  ASSERT_EQ(diagnostics.warnings().size(), 1u);
  EXPECT_THAT(diagnostics.warnings()[0], ::testing::StartsWith("2 query row(s) see no key"));
}

/// The message of the error of dotProduct, or the number of warnings.
template <class T>
std::string errorOf(const DotProductInput<T>& input, engine::Device* device) {
  Diagnostics diagnostics;
  Progress none;
  try {
    dotProduct(input, {device, 1}, diagnostics, none);
  } catch (const Error& error) {
    return error.what();
  }
  return std::to_string(diagnostics.warnings().size()) + " warnings";
}

template <class T>
DotProductInput<T> withLowestScores(T size) {
  DotProductInput<T> input = randomInput<T>(1, 2, 3, 4, 1, 2);
  for (T& value : input.Q) value = 1;
  for (T& value : input.K) value = 1;
  for (Index j = 0; j < 4; ++j) input.K(0, 1, j, 0) = -size;
  input.Q(0, 1, 2, 0) = size;
  return input;
}

TEST(DotProduct, scoresThatOverflowDownwardsAreTheSameErrorOnEveryBackendWithAndWithoutMaps) {
  DotProductInput<float> single = withLowestScores<float>(1e20f);
  DotProductInput<double> twice = withLowestScores<double>(1e160);
  const std::string arrays = "arrays Q (1, 2, 3, 1) and K (1, 2, 4, 1): a score of query 2 does not fit into ";
  for (const Maps maps : {Maps::keep, Maps::drop}) {
    single.maps = twice.maps = maps;
    for (const std::string& backend : test::backends())
      EXPECT_EQ(errorOf(single, test::deviceOf(backend)), arrays + "float32, expected smaller values") << backend;
    EXPECT_EQ(errorOf(twice, nullptr), arrays + "float64, expected smaller values");
  }
  single.K(0, 1, 3, 0) = 1;  // one score of the row fits
  EXPECT_EQ(errorOf(single, nullptr), arrays + "float32, expected smaller values");
  single.origin = "X (4) and W (5)";
  EXPECT_THAT(errorOf(single, nullptr), ::testing::StartsWith("arrays X (4) and W (5): a score of query 2"));
}

TEST(DotProduct, aHiddenScoreMayOverflowWhereItIsNotKept) {
  DotProductInput<float> input = withLowestScores<float>(1e20f);
  for (Index j = 0; j < 3; ++j) input.K(0, 1, j, 0) = 1;
  for (Index i = 0; i < 3; ++i) input.mask.keyEnd(0, i) = 3;
  EXPECT_THAT(errorOf(input, nullptr), ::testing::HasSubstr("a score of query 2 does not fit"));
  input.maps = Maps::drop;
  for (const std::string& backend : test::backends())
    EXPECT_EQ(errorOf(input, test::deviceOf(backend)), "0 warnings") << backend;
}

TEST(DotProduct, mapsThatCannotFitIntoMemoryAreRefusedBeforehand) {
  DotProductInput<float> input = randomInput<float>(1, 1, 4'000'000, 4'000'000, 0, 0);
  Diagnostics diagnostics;
  Progress none;
  EXPECT_THROW(dotProduct(input, {nullptr, 1}, diagnostics, none), Error);
}

class DotProductBackend : public ::testing::TestWithParam<std::string> {};

TEST_P(DotProductBackend, golden) {
  DotProductInput<float> input = goldenInput<float>();
  expectGolden(compute(GetParam(), input), 2e-5);
  input.maps = Maps::drop;
  expectGolden(compute(GetParam(), input), 2e-5);
}

TEST_P(DotProductBackend, handExampleOfTwoKeys) {
  DotProductInput<float> input;
  input.Q = Array<float>({1, 1, 1, 2}, {1, 0});
  input.K = Array<float>({1, 1, 2, 2}, {1, 0, 0, 1});
  input.V = input.K;
  input.mask = fullMask(1, 1, 2);
  input.scale = standardScale(2);
  const DotProductResult<float> result = compute(GetParam(), input);
  EXPECT_NEAR(result.A[0], 0.669761549327, 1e-6);
  EXPECT_NEAR(result.A[1], 0.330238450673, 1e-6);
}

struct Sizes {
  Index B, H, n, m, d, v;
};

TEST_P(DotProductBackend, equalsTheDefinitionInDoubleForEveryShapeAndMask) {
  Progress none;
  const Sizes shapes[] = {{1, 1, 1, 1, 1, 1},   {2, 3, 5, 7, 4, 3},     {1, 1, 130, 257, 64, 64}, {1, 2, 33, 17, 1, 65},
                          {1, 1, 0, 4, 2, 2},   {1, 1, 4, 0, 2, 2},     {1, 0, 4, 4, 2, 2},       {0, 1, 4, 4, 2, 2},
                          {1, 1, 3, 5, 0, 2},   {1, 1, 3, 5, 2, 0},     {2, 2, 129, 16, 8, 100},  {1, 1, 2, 600, 3, 16},
                          {3, 1, 4, 15, 16, 1}, {1, 1, 127, 255, 7, 9}, {1, 1, 1, 33, 5, 2}};
  for (const Sizes& s : shapes) {
    for (int variant = 0; variant < 4; ++variant) {
      DotProductInput<float> input = randomInput<float>(s.B, s.H, s.n, s.m, s.d, s.v, 11, 3);
      if (variant == 1) input.mask = patchyMask(s.B, s.n, s.m, MaskRule::exclude);
      if (variant == 2) input.mask = patchyMask(s.B, s.n, s.m, MaskRule::overwrite);
      if (variant == 3) makeCausal(input.mask, s.m);
      SCOPED_TRACE("n " + std::to_string(s.n) + ", m " + std::to_string(s.m) + ", d " + std::to_string(s.d) + ", v " +
                   std::to_string(s.v) + ", variant " + std::to_string(variant));
      const DotProductResult<double> expected = dotProductPlain(inDouble(input), 1, none);
      DotProductResult<float> found = compute(GetParam(), input);
      expectClose(found.S, expected.S, 2e-5, "S");
      expectClose(found.A, expected.A, 2e-5, "A");
      expectClose(found.O, expected.O, 2e-5, "O");
      expectClose(found.lse, expected.lse, 2e-5, "lse");
      input.maps = Maps::drop;
      found = compute(GetParam(), input);
      expectClose(found.O, expected.O, 2e-5, "O without maps");
      expectClose(found.lse, expected.lse, 2e-5, "lse without maps");
    }
  }
}

TEST_P(DotProductBackend, rowsThatFillLocalMemoryAndLongerOnesEqualTheDefinition) {
  Progress none;
  for (const Index m : {8192, 8300}) {  // 32 queries x 8192 scores are the megabyte of PoCL's local memory
    const DotProductInput<float> input = randomInput<float>(1, 2, 35, m, 3, 9);
    const DotProductResult<double> expected = dotProductPlain(inDouble(input), 2, none);
    const DotProductResult<float> found = compute(GetParam(), input);
    expectClose(found.S, expected.S, 2e-5, "S");
    expectClose(found.A, expected.A, 2e-5, "A");
    expectClose(found.O, expected.O, 2e-5, "O");
    expectClose(found.lse, expected.lse, 2e-5, "lse");
  }
}

TEST_P(DotProductBackend, rowsSumToOneAndMaskedWeightsAreExactlyZero) {
  DotProductInput<float> input = randomInput<float>(2, 2, 40, 70, 8, 4, 21, 5);
  input.mask = patchyMask(2, 40, 70, MaskRule::exclude);
  const DotProductResult<float> result = compute(GetParam(), input);
  for (Index b = 0; b < 2; ++b)
    for (Index h = 0; h < 2; ++h)
      for (Index i = 0; i < 40; ++i) {
        double sum = 0;
        for (Index j = 0; j < 70; ++j) {
          const float weight = result.A(b, h, i, j);
          EXPECT_GE(weight, 0.0f);
          if (!input.mask.sees(b, i, j)) {
            ASSERT_EQ(weight, 0.0f);
          }
          sum += weight;
        }
        EXPECT_NEAR(sum, i == 1 ? 0.0 : 1.0, 1e-5) << "row " << i;
      }
  for (Index c = 0; c < 4; ++c) EXPECT_EQ(result.O(0, 0, 1, c), 0.0f);
  EXPECT_EQ(result.lse(0, 0, 1), -kInfinity);
}

TEST_P(DotProductBackend, d2lRuleMakesARowWithoutKeysUniform) {
  DotProductInput<float> input = randomInput<float>(1, 1, 2, 20, 3, 2);
  input.mask = patchyMask(1, 2, 20, MaskRule::overwrite);
  const DotProductResult<float> result = compute(GetParam(), input);
  for (Index j = 0; j < 20; ++j) EXPECT_FLOAT_EQ(result.A(0, 0, 1, j), 0.05f);
}

TEST_P(DotProductBackend, hugeScoresGiveAOneHotRow) {
  for (const float size : {1e4f, 1e10f, 1e30f}) {
    DotProductInput<float> input = randomInput<float>(1, 1, 3, 37, 1, 2);
    for (Index i = 0; i < 3; ++i) input.Q[i] = i == 1 ? -size : size;
    for (Index j = 0; j < 37; ++j) input.K[j] = float(j) / 37;
    input.scale = 1;
    const DotProductResult<float> result = compute(GetParam(), input);
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 37; ++j) EXPECT_EQ(result.A(0, 0, i, j), j == (i == 1 ? 0 : 36) ? 1.0f : 0.0f);
    input.maps = Maps::drop;
    const DotProductResult<float> online = compute(GetParam(), input);
    for (Index c = 0; c < 2; ++c) {
      EXPECT_EQ(online.O(0, 0, 0, c), input.V(0, 0, 36, c));
      EXPECT_EQ(online.O(0, 0, 1, c), input.V(0, 0, 0, c));
    }
  }
}

TEST_P(DotProductBackend, scoresThatOverflowShowInTheLogSumExp) {
  DotProductInput<float> input = randomInput<float>(1, 1, 2, 3, 1, 1);
  for (float& value : input.Q) value = 3e38f;
  for (float& value : input.K) value = 3e38f;
  for (const Maps maps : {Maps::keep, Maps::drop}) {
    input.maps = maps;
    const float lse = compute(GetParam(), input).lse[0];
    EXPECT_TRUE(std::isnan(lse) || lse == kInfinity) << lse;
  }
}

TEST_P(DotProductBackend, outputStaysInTheConvexHullOfTheValues) {
  const DotProductInput<float> input = randomInput<float>(1, 1, 50, 60, 8, 3, 31, 10);
  const DotProductResult<float> result = compute(GetParam(), input);
  for (Index c = 0; c < 3; ++c) {
    float lowest = 1, highest = -1;
    for (Index j = 0; j < 60; ++j) {
      lowest = std::min(lowest, input.V(0, 0, j, c));
      highest = std::max(highest, input.V(0, 0, j, c));
    }
    for (Index i = 0; i < 50; ++i) {
      EXPECT_GE(result.O(0, 0, i, c), lowest - 1e-5f);
      EXPECT_LE(result.O(0, 0, i, c), highest + 1e-5f);
    }
  }
}

TEST_P(DotProductBackend, permutingKeysLeavesTheOutputAndPermutingQueriesPermutesIt) {
  const Index n = 21, m = 35, d = 6, v = 4;
  const DotProductInput<float> input = randomInput<float>(1, 1, n, m, d, v);
  DotProductInput<float> permuted = input;
  for (Index j = 0; j < m; ++j) {
    const Index from = (j * 8 + 3) % m;  // 8 and 35 have no common factor
    for (Index c = 0; c < d; ++c) permuted.K(0, 0, j, c) = input.K(0, 0, from, c);
    for (Index c = 0; c < v; ++c) permuted.V(0, 0, j, c) = input.V(0, 0, from, c);
  }
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < d; ++c) permuted.Q(0, 0, i, c) = input.Q(0, 0, n - 1 - i, c);
  const DotProductResult<float> expected = compute(GetParam(), input), found = compute(GetParam(), permuted);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < v; ++c) EXPECT_NEAR(found.O(0, 0, i, c), expected.O(0, 0, n - 1 - i, c), 1e-6);
}

TEST_P(DotProductBackend, identicalKeysGiveTheMeanAndOneKeyGivesItsValue) {
  DotProductInput<float> input = randomInput<float>(1, 1, 5, 8, 3, 2);
  for (Index j = 0; j < 8; ++j)
    for (Index c = 0; c < 3; ++c) input.K(0, 0, j, c) = input.K(0, 0, 0, c);
  const DotProductResult<float> result = compute(GetParam(), input);
  for (Index c = 0; c < 2; ++c) {
    double mean = 0;
    for (Index j = 0; j < 8; ++j) mean += input.V(0, 0, j, c) / 8;
    for (Index i = 0; i < 5; ++i) EXPECT_NEAR(result.O(0, 0, i, c), mean, 1e-6);
  }
  const DotProductInput<float> single = randomInput<float>(1, 1, 5, 1, 3, 2);
  const DotProductResult<float> one = compute(GetParam(), single);
  for (Index i = 0; i < 5; ++i)
    for (Index c = 0; c < 2; ++c) EXPECT_EQ(one.O(0, 0, i, c), single.V(0, 0, 0, c));
}

TEST_P(DotProductBackend, sameBitsEveryTimeAndWithOneOrTwoThreads) {
  for (const Maps maps : {Maps::keep, Maps::drop}) {
    DotProductInput<float> input = randomInput<float>(1, 2, 300, 310, 16, 20);
    input.maps = maps;
    const DotProductResult<float> one = compute(GetParam(), input, 1), two = compute(GetParam(), input, 2);
    EXPECT_TRUE(one.O == two.O && one.A == two.A && one.lse == two.lse);
  }
}

TEST_P(DotProductBackend, cancelStopsTheWork) {
  struct CancelAtOnce : Progress {
    mutable int asked = 0;
    bool cancelled() const override { return ++asked > 2; }
  } progress;
  DotProductInput<float> input = randomInput<float>(1, 8, 600, 600, 32, 32);
  input.maps = Maps::drop;
  EXPECT_THROW(compute(GetParam(), input, 1, progress), Cancelled);
  EXPECT_EQ(progress.asked, 3);
}

INSTANTIATE_TEST_SUITE_P(EveryBackend, DotProductBackend, ::testing::ValuesIn(backendsAndFlavours()), testName);

TEST(DotProductOnDevice, failureFallsBackToTheProcessorWithAWarning) {
  for (const std::string& backend : test::backends()) {
    engine::Device* const device = test::deviceOf(backend);
    if (device == nullptr) continue;
    // A device that claims to hold no buffer at all fails at the first upload.
    DeviceChoice choice = openDevice(backend);
    const_cast<DeviceInfo&>(choice.device->info()).maxAllocation = 1;
    const DotProductInput<float> input = goldenInput<float>();
    Diagnostics diagnostics;
    Progress none;
    expectGolden(dotProduct(input, {choice.device.get(), 1}, diagnostics, none), 2e-5);
    ASSERT_EQ(diagnostics.warnings().size(), 1u);
    EXPECT_THAT(diagnostics.warnings()[0], ::testing::HasSubstr("computed on the native CPU path instead"));
  }
}

}  // namespace
