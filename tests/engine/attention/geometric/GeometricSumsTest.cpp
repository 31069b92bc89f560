// Sums of geometric attention in one pass, relative to a bound of the scores.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/geometric/GeometricSums.h"
#include "tests/engine/attention/geometric/GeometricSupport.h"

namespace geometric_sums_test {

using namespace engine;
using geometric::Keys;
using test::makeGeometricInput;

/// One head; attraction 1, repulsion 1 per angstrom / sqrt(3); positions are set by the test.
GeometricVectors<float> makeVectors(Index L) {
  const auto fill = [&](int seed) { return deterministicArray<float>(seed, {1, L, 3}, 1); };
  GeometricVectors<float> vectors;
  vectors.q_r = fill(1);
  vectors.k_r = fill(2);
  vectors.q_d = fill(3);
  vectors.k_d = fill(4);
  vectors.v = fill(5);
  vectors.weight_r = Array<float>({1}, 1.0f);
  vectors.weight_d = Array<float>({1}, 1.0f);
  vectors.sequence.assign(size_t(L), 0);
  vectors.chain.assign(size_t(L), 0);
  vectors.hasFrame.assign(size_t(L), 1);
  return vectors;
}

GeometricVectors<double> inDouble(const GeometricVectors<float>& vectors) {
  const auto copyOf = [](const Array<float>& array) {
    Array<double> copy(array.shape());
    std::copy(array.begin(), array.end(), copy.begin());
    return copy;
  };
  return {copyOf(vectors.q_r),      copyOf(vectors.k_r), copyOf(vectors.q_d),
          copyOf(vectors.k_d),      copyOf(vectors.v),   copyOf(vectors.weight_r),
          copyOf(vectors.weight_d), vectors.sequence,    vectors.chain,
          vectors.hasFrame,         vectors.centre};
}

void expectDefinition(const GeometricVectors<float>& vectors, double tolerance) {
  Progress none;
  const Array<double> expected = geometricMapsPlain(inDouble(vectors), KeptPairs::nothing, 1, none).o;
  test::expectClose(geometricMapsNative(vectors, KeptPairs::nothing, 1, none).o, expected, tolerance, "o");
}

std::vector<Index> rowsLeft(const GeometricVectors<float>& vectors) {
  const Keys keys(vectors, true, 1);
  EXPECT_TRUE(keys.heads[0].isBounded);
  std::vector<float> o(size_t(vectors.length() * 3));
  return sumBoundedRows(keys, {0, 0, vectors.length()}, o.data());
}

TEST(GeometricSums, aRowFarFromAllKeysIsNotLeftWhenTheKeysAreNearEachOther) {
  GeometricVectors<float> vectors = makeVectors(20);
  for (Index i = 0; i < 20; ++i) vectors.q_d(0, i, 0) += 1000;
  EXPECT_THAT(rowsLeft(vectors), ::testing::IsEmpty());
  expectDefinition(vectors, 1e-4);  // scores of -577: float32 knows them to 3e-5
}

TEST(GeometricSums, rowsFarBelowTheirBoundAreLeftAndComputedWithTheirMaximum) {
  // Keys 1000 angstroms to the left and to the right; rows 0 to 9 in the middle, the others among the keys.
  GeometricVectors<float> vectors = makeVectors(30);
  for (Index i = 0; i < 30; ++i) {
    vectors.k_d(0, i, 0) += i % 2 ? 1000 : -1000;
    if (i >= 10) vectors.q_d(0, i, 0) += 1000;
  }
  EXPECT_THAT(rowsLeft(vectors), ::testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  expectDefinition(vectors, 1e-4);
}

TEST(GeometricSums, agreeWithTheDefinitionHoweverFarTheScoresAreBelowTheBound) {
  for (float distance = 0; distance < 300; distance += 7.3f) {
    GeometricVectors<float> vectors = makeVectors(19);
    for (Index i = 0; i < 19; ++i) vectors.k_d(0, i, i % 3) += i % 2 ? distance : -distance;
    SCOPED_TRACE(distance);
    expectDefinition(vectors, 2e-5);
  }
}

TEST(GeometricSums, agreeWithTheDefinitionForWeightsThatVanish) {
  // Half of the keys so far away that their weights are below every float, the others near the query.
  for (const float far : {30.0f, 140.0f, 150.0f, 180.0f, 1e4f, 9e5f}) {
    GeometricVectors<float> vectors = makeVectors(40);
    for (Index i = 0; i < 40; i += 2) vectors.k_d(0, i, 2) += far;
    SCOPED_TRACE(far);
    expectDefinition(vectors, 2e-5);
  }
}

TEST(GeometricSums, agreeWithTheDefinitionAtEveryLengthOfATile) {
  for (const Index L : {1, 767, 768, 769, 784, 1535, 1537}) {
    GeometricVectors<float> vectors = makeVectors(L);
    SCOPED_TRACE(L);
    expectDefinition(vectors, 2e-6);
    for (Index i = 0; i < L; ++i) {
      vectors.chain[size_t(i)] = std::int32_t(i / 50);
      vectors.sequence[size_t(i)] = std::int32_t(i % 2);
      vectors.hasFrame[size_t(i)] = i % 7 != 3;
    }
    expectDefinition(vectors, 1e-5);
  }
}

TEST(GeometricSums, headsOfHugeNumbersHaveNoBound) {
  for (Array<float> GeometricVectors<float>::*array :
       {&GeometricVectors<float>::q_r, &GeometricVectors<float>::k_r, &GeometricVectors<float>::q_d,
        &GeometricVectors<float>::k_d, &GeometricVectors<float>::weight_r, &GeometricVectors<float>::weight_d})
    for (const float huge : {2e6f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
      GeometricVectors<float> vectors = makeVectors(5);
      EXPECT_TRUE(Keys(vectors, true, 1).heads[0].isBounded);
      (vectors.*array)[(vectors.*array).size() - 1] = huge;
      EXPECT_FALSE(Keys(vectors, true, 1).heads[0].isBounded);
      EXPECT_FALSE(Keys(makeVectors(5), false, 1).heads[0].isBounded);
    }
}

}  // namespace geometric_sums_test
