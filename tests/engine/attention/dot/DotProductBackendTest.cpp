// Scaled dot-product attention on every backend: equal to the plain definition in double precision, and its invariants.
#include <gmock/gmock.h>

#include "tests/engine/attention/dot/DotProductCases.h"

namespace dot_product_backend_test {

using namespace engine;
using namespace test;

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

/// With maps and without.
void expectDefinition(const std::string& backend, DotProductInput<float> input) {
  Progress none;
  const DotProductResult<double> expected = dotProductPlain(inDouble(input), 1, none);
  DotProductResult<float> found = compute(backend, input);
  expectClose(found.S, expected.S, 2e-5, "S");
  expectClose(found.A, expected.A, 2e-5, "A");
  expectClose(found.O, expected.O, 2e-5, "O");
  expectClose(found.lse, expected.lse, 2e-5, "lse");
  input.maps = Maps::drop;
  found = compute(backend, input);
  expectClose(found.O, expected.O, 2e-5, "O without maps");
  expectClose(found.lse, expected.lse, 2e-5, "lse without maps");
}

TEST_P(DotProductBackend, equalsTheDefinitionInDoubleForEveryShapeAndMask) {
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
      expectDefinition(GetParam(), std::move(input));
    }
  }
}

TEST_P(DotProductBackend, aSlidingWindowEqualsTheDefinitionWhateverElseIsHidden) {
  const Sizes shapes[] = {{1, 2, 300, 300, 8, 5}, {2, 1, 70, 333, 4, 3}, {1, 1, 333, 70, 4, 3},
                          {1, 1, 1, 1, 2, 2},     {1, 1, 0, 4, 2, 2},    {1, 1, 4, 0, 2, 2}};
  for (const Sizes& s : shapes)
    for (const Index width : {1, 2, 17, 129, 1000})
      for (int variant = 0; variant < 4; ++variant) {
        DotProductInput<float> input = randomInput<float>(s.B, s.H, s.n, s.m, s.d, s.v, 31, 3);
        if (variant == 1) input.mask = patchyMask(s.B, s.n, s.m, MaskRule::exclude);
        if (variant == 2) input.mask = patchyMask(s.B, s.n, s.m, MaskRule::overwrite);
        if (variant == 3) makeCausal(input.mask, s.m);
        makeSliding(input.mask, s.m, width);
        SCOPED_TRACE("n " + std::to_string(s.n) + ", m " + std::to_string(s.m) + ", width " + std::to_string(width) +
                     ", variant " + std::to_string(variant));
        expectDefinition(GetParam(), std::move(input));
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

TEST_P(DotProductBackend, scoresThatRiseOrFallFromKeyToKeyEqualTheDefinition) {
  for (const float step : {0.01f, 0.05f, 0.2f, -0.05f, -0.2f}) {  // by 1 to 25 within 128 keys
    DotProductInput<float> input = randomInput<float>(1, 1, 40, 900, 1, 5);
    for (Index i = 0; i < 40; ++i) input.Q[i] = 0.5f + 0.0125f * float(i);
    for (Index j = 0; j < 900; ++j) input.K[j] = step * float(j);
    expectDefinition(GetParam(), input);
    input.mask = patchyMask(1, 40, 900, MaskRule::exclude);
    expectDefinition(GetParam(), input);
  }
}

TEST_P(DotProductBackend, mapsThatNoCacheHoldsEqualTheDefinition) {
  for (const Index m : {2064, 2071}) {  // rows of whole cache lines and others
    const DotProductInput<float> input = randomInput<float>(1, 1, 2064, m, 2, 1, 11, 3);
    Progress none;
    const DotProductResult<double> expected = dotProductPlain(inDouble(input), 2, none);
    const DotProductResult<float> found = compute(GetParam(), input);
    expectClose(found.S, expected.S, 2e-5, "S");
    expectClose(found.A, expected.A, 2e-5, "A");
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

}  // namespace dot_product_backend_test
