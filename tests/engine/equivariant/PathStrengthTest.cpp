// What paths add to the spread of their output: by hand, and measured on random features and directions.
#include "engine/equivariant/PathStrength.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/equivariant/SphericalHarmonics.h"
#include "tests/engine/equivariant/Sampling.h"

namespace path_strength_test {

using namespace engine;

std::vector<double> normalValues(Index count, Random& random) {
  std::vector<double> values(static_cast<size_t>(count));
  for (double& value : values) value = random.normal();
  return values;
}

TEST(PathStrength, ofOnePathIsItsWeight) {
  const double weight = -2;
  for (const char* out : {"0e", "1e"}) {
    const TensorProduct product(Irreps::parse("1o"), Irreps::parse("1o"), Irreps::parse(out));
    ASSERT_EQ(pathStrengths(product, &weight).size(), 1u);
    EXPECT_NEAR(pathStrengths(product, &weight)[0], 2, 1e-12) << out;
  }
}

TEST(PathStrength, ofTheGuideWithUnitWeightsIsTheShareOfTheTerms) {
  const TensorProduct product(Irreps::parse("10x0e+5x1o+2x2e"), Irreps::sphericalHarmonics(3),
                              Irreps::parse("12x0e+3x1o"));
  const std::vector<double> weights(static_cast<size_t>(product.numWeights()), 1.0);
  const std::vector<double> found = pathStrengths(product, weights.data());
  // 0e 0e -> 0e, 0e 1o -> 1o, 1o 0e -> 1o, 1o 1o -> 0e, 1o 2e -> 1o, 2e 1o -> 1o, 2e 2e -> 0e, 2e 3o -> 1o
  const std::vector<double> squares{10.0 / 17, 10.0 / 24, 5.0 / 24, 5.0 / 17, 5.0 / 24, 2.0 / 24, 2.0 / 17, 2.0 / 24};
  ASSERT_EQ(found.size(), squares.size());
  for (size_t path = 0; path < squares.size(); ++path)
    EXPECT_NEAR(found[path] * found[path], squares[path], 1e-12) << path;
}

TEST(PathStrength, ofALinearMapWithUnitWeights) {
  const EquivariantLinear map(Irreps::parse("3x0e+5x1o+1x0e"), Irreps::parse("2x0e+4x1o"));
  const std::vector<double> weights(static_cast<size_t>(map.numWeights()), 1.0);
  const std::vector<double> found = pathStrengths(map, weights.data());
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[0] * found[0], 0.75, 1e-12);
  EXPECT_NEAR(found[1], 1, 1e-12);
  EXPECT_NEAR(found[2] * found[2], 0.25, 1e-12);
}

TEST(PathContributions, areTheRootMeanSquareOfWhatThePathsAdd) {
  // 2 x 3 of 0e times 4 of 0e is one path: z_w = sum_u w_u x_u y, factor 1 / sqrt 2
  const TensorProduct product(Irreps::parse("2x0e"), Irreps::parse("0e"), Irreps::parse("2x0e"));
  const std::vector<double> x{3, 5}, y{4}, weights{1, 0, 0, 2};  // of u, then of w
  const std::vector<double> found = pathContributions(product, x.data(), y.data(), weights.data());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0], std::sqrt((12.0 * 12 + 40 * 40) / 2 / 2), 1e-12);
  const EquivariantLinear map(Irreps::parse("2x0e+1o"), Irreps::parse("1x0e+1o"));
  const std::vector<double> features{3, 5, 1, 2, 2}, own{1, -2, 3};
  const std::vector<double> both = pathContributions(map, features.data(), own.data());
  ASSERT_EQ(both.size(), 2u);
  EXPECT_NEAR(both[0], (3 - 10) / std::sqrt(2.0), 1e-12) << "a single number keeps its sign";
  EXPECT_NEAR(both[1], 3 * std::sqrt(3.0), 1e-12) << "three times a vector of length 3";
}

TEST(PathContributions, intoASingleNumberAddUpToIt) {
  Random random(4);
  const TensorProduct product(Irreps::parse("3x0e+2x1o+2e"), Irreps::parse("2x0e+4x1o+2e"), Irreps::parse("0e"));
  const std::vector<double> x = normalValues(product.first().dimension(), random),
                            y = normalValues(product.second().dimension(), random),
                            weights = normalValues(product.numWeights(), random);
  double z = 0, sum = 0;
  product.apply(x.data(), y.data(), weights.data(), &z);
  for (const double one : pathContributions(product, x.data(), y.data(), weights.data())) sum += one;
  EXPECT_NEAR(sum, z, 1e-12);
}

TEST(PathContributions, withoutPathsThereIsNone) {
  const double none = 0;
  EXPECT_TRUE(pathContributions(EquivariantLinear(Irreps(), Irreps()), &none, &none).empty());
}

TEST(PathStrength, withoutPathsThereIsNone) {
  const double none = 0;
  EXPECT_TRUE(
      pathStrengths(TensorProduct(Irreps::parse("0e"), Irreps::parse("0e"), Irreps::parse("1o")), &none).empty());
  EXPECT_TRUE(pathStrengths(EquivariantLinear(Irreps(), Irreps()), &none).empty());
}

/// Variance of each block of the output for normal features and uniform directions, beside the sum of squares of paths.
TEST(PathStrength, squaresAddUpToTheVarianceThatIsMeasured) {
  constexpr int kSamples = 40000;
  Random random(3);
  const TensorProduct product(Irreps::parse("2x0e+1x1o+2x1e"), Irreps::sphericalHarmonics(2),
                              Irreps::parse("2x0e+2x1o+1x2e"));
  const std::vector<double> weights = normalValues(product.numWeights(), random);
  std::vector<double> expected(product.out().blocks().size(), 0), measured = expected;
  const std::vector<double> strengths = pathStrengths(product, weights.data());
  for (size_t path = 0; path < strengths.size(); ++path)
    expected[product.paths()[path].out] += strengths[path] * strengths[path];
  std::vector<double> z(static_cast<size_t>(product.out().dimension()));
  for (int sample = 0; sample < kSamples; ++sample) {
    const std::vector<double> x = normalValues(product.first().dimension(), random), way = normalValues(3, random);
    double Y[numHarmonics(2)];
    sphericalHarmonics(way.data(), 2, HarmonicNormalization::component, Y);
    product.apply(x.data(), Y, weights.data(), z.data());
    for (size_t block = 0; block < measured.size(); ++block)
      for (Index k = 0; k < product.out().blocks()[block].size(); ++k) {
        const double value = z[static_cast<size_t>(product.out().blocks()[block].offset + k)];
        measured[block] += value * value / double(product.out().blocks()[block].size()) / kSamples;
      }
  }
  for (size_t block = 0; block < measured.size(); ++block)
    EXPECT_NEAR(measured[block], expected[block], 0.03 * expected[block]) << block;
}

}  // namespace path_strength_test
