// Scaled dot-product attention: the goldens of MATHEMATICS.md 2.6 and what the plain definition and the choice
// between the forms do.
#include <gmock/gmock.h>

#include "tests/engine/attention/dot/DotProductCases.h"

namespace dot_product_test {

using namespace engine;
using namespace test;

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

}  // namespace dot_product_test
