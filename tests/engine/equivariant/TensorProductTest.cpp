// Tensor products and linear maps between irreps: MATHEMATICS.md 4.
#include "engine/equivariant/TensorProduct.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "engine/equivariant/EquivariantLinear.h"
#include "engine/equivariant/WignerD.h"
#include "tests/engine/equivariant/Sampling.h"

namespace tensor_product_test {

using namespace engine;
using Eigen::VectorXd;

const char* const kIn = "10x0e+5x1o+2x2e";

TensorProduct productOf(const char* first, const char* second, const char* out,
                        PathNormalization path = PathNormalization::element,
                        IrrepNormalization irrep = IrrepNormalization::component) {
  return {Irreps::parse(first), Irreps::parse(second), Irreps::parse(out), path, irrep};
}

VectorXd apply(const TensorProduct& product, const VectorXd& x, const VectorXd& y, const VectorXd& weights) {
  VectorXd z(product.out().dimension());
  product.apply(x.data(), y.data(), weights.data(), z.data());
  return z;
}

TEST(TensorProduct, byHandWithOneCopyOfEach) {
  const Eigen::Vector3d x(0.5, -2, 1), y(3, 0.25, -1);
  const VectorXd one = VectorXd::Ones(1), scalar = VectorXd::Constant(1, -1.5);
  EXPECT_TRUE(apply(productOf("0e", "1o", "1o"), scalar, y, one).isApprox(-1.5 * y, 1e-15));
  EXPECT_NEAR(apply(productOf("1o", "1o", "0e"), x, y, one)[0], x.dot(y) / std::sqrt(3.0), 1e-15);
  EXPECT_TRUE(apply(productOf("1o", "1o", "1e"), x, y, one).isApprox(x.cross(y) / std::sqrt(2.0), 1e-14));
  EXPECT_NEAR(apply(productOf("0e", "0e", "0e"), scalar, scalar, one)[0], 2.25, 1e-15);
}

TEST(TensorProduct, weightsOfTheGuide) {
  EXPECT_EQ(productOf(kIn, "0e+1o+2e+3o", "12x0e+3x1o").numWeights(), 276);
  EXPECT_EQ(productOf(kIn, "0e+1o+2e+3o", "14x0e+6x1o").numWeights(), 382);
  EXPECT_EQ(productOf("11x0e+4x1o", "12x0e+3x1o", "0e").numWeights(), 144);
}

/// factor = sqrt(irrep factor * path weight): the squared path weights.
std::vector<double> pathWeights(const TensorProduct& product) {
  std::vector<double> weights;
  for (const TensorProductPath& path : product.paths())
    weights.push_back(path.factor * path.factor / double(product.out().blocks()[path.out].irrep.dimension()));
  return weights;
}

void expectNumbers(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-14) << k;
}

TEST(TensorProduct, pathWeightsOfTheGuideInOrder) {
  // The guide gives a path weight of the vectors as 3/24: the factor 3 of the irrep is in it.
  for (const char* out : {"12x0e+3x1o", "14x0e+6x1o"}) {
    const double s = 1.0 / 17, v = 1.0 / 24;
    expectNumbers(pathWeights(productOf(kIn, "0e+1o+2e+3o", out)), {s, v, v, s, v, v, s, v});
    expectNumbers(pathWeights(productOf(kIn, "0e+1o+2e+3o", out, PathNormalization::path)),
                  {1.0 / 30, 1.0 / 50, 1.0 / 25, 1.0 / 15, 1.0 / 25, 1.0 / 10, 1.0 / 6, 1.0 / 10});
  }
  expectNumbers(pathWeights(productOf("11x0e+4x1o", "12x0e+3x1o", "0e")), {1.0 / 144, 1.0 / 144});
  expectNumbers(pathWeights(productOf(kIn, "0e", "0e", PathNormalization::none)), {1});
}

TEST(TensorProduct, pathsAndWeightsAreOrderedByFirstSecondOut) {
  const TensorProduct product = productOf("2x0e+1o", "3x1o+0e", "4x1o+0e");
  const size_t expected[][3] = {{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
  const Index offsets[] = {0, 24, 26, 29};
  ASSERT_EQ(product.paths().size(), 4u);
  for (size_t k = 0; k < 4; ++k) {
    const TensorProductPath& path = product.paths()[k];
    EXPECT_EQ(path.first, expected[k][0]);
    EXPECT_EQ(path.second, expected[k][1]);
    EXPECT_EQ(path.out, expected[k][2]);
    EXPECT_EQ(path.weightOffset, offsets[k]);
  }
  EXPECT_EQ(product.numWeights(), 33);
}

TEST(TensorProduct, oneWeightConnectsOneTripleOfCopies) {
  const TensorProduct product = productOf("2x0e", "3x1o", "4x1o", PathNormalization::none, IrrepNormalization::none);
  VectorXd weights = VectorXd::Zero(24), x(2), y(9);
  weights[(1 * 3 + 2) * 4 + 3] = 1;  // u = 1, v = 2, w = 3
  x << 7, 2;
  y << 9, 9, 9, 9, 9, 9, 0.5, -1, 4;
  VectorXd expected = VectorXd::Zero(12);
  expected.tail(3) = 2 * y.tail(3) / std::sqrt(3.0);  // C alone
  EXPECT_TRUE(apply(product, x, y, weights).isApprox(expected, 1e-15));
}

TEST(TensorProduct, normalInputsAndWeightsGiveVarianceOne) {
  Random random(7);
  for (const PathNormalization normalization : {PathNormalization::element, PathNormalization::path}) {
    const TensorProduct product = productOf("4x0e+2x1o+3x2e", "0e+1o+2e+3o", "3x0e+2x1o+2x2e+3o", normalization);
    VectorXd squares = VectorXd::Zero(product.out().dimension());
    constexpr int kTrials = 4000;
    for (int trial = 0; trial < kTrials; ++trial)
      squares += apply(product, test::randomVector(random, product.first().dimension()), test::randomVector(random, 16),
                       test::randomVector(random, product.numWeights()))
                     .cwiseAbs2();
    for (const double square : squares) EXPECT_NEAR(square / kTrials, 1, 0.2);
  }
}

TEST(TensorProduct, withNormNormalisationUnitVectorsGiveMeanSquareNormOne) {
  Random random(8);
  const TensorProduct product = productOf("2x1o", "2e", "1o", PathNormalization::element, IrrepNormalization::norm);
  double square = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    VectorXd x = test::randomVector(random, 6), y = test::randomVector(random, 5).normalized();
    x.head(3).normalize();
    x.tail(3).normalize();
    square += apply(product, x, y, test::randomVector(random, 2)).squaredNorm();
  }
  EXPECT_NEAR(square / kTrials, 1, 0.1);
}

TEST(TensorProduct, outputsWithoutAPathAreListedAndZero) {
  const TensorProduct product = productOf("2x0e", "0e+1o", "1o+3x2e");
  ASSERT_EQ(product.unreached().size(), 1u);
  EXPECT_EQ(product.unreached()[0], (IrrepBlock{3, {2, 1}, 3}));
  const VectorXd z = apply(product, VectorXd::Ones(2), VectorXd::Ones(4), VectorXd::Ones(product.numWeights()));
  EXPECT_GT(z.head(3).norm(), 0);
  EXPECT_EQ(z.tail(15).norm(), 0);
}

TEST(TensorProduct, noCopiesAndNoIrrepsGiveNothing) {
  EXPECT_EQ(productOf("", "0e", "0e").numWeights(), 0);
  const TensorProduct product = productOf("0x0e", "0e", "2x0e");
  EXPECT_EQ(product.numWeights(), 0);
  EXPECT_EQ(apply(product, VectorXd(0), VectorXd::Ones(1), VectorXd(0)), VectorXd::Zero(2));
  EXPECT_THROW(productOf("1000000x0e", "1000000x0e", "1000000x0e"), Error);
}

RC_GTEST_PROP(TensorProduct, commutesWithRotationsAndReflections, (std::uint64_t seed)) {
  Random random(seed);
  const TensorProduct product(test::randomIrreps(random), test::randomIrreps(random), test::randomIrreps(random),
                              random.below(2) ? PathNormalization::element : PathNormalization::path);
  const Eigen::Matrix3d Q = test::randomOrthogonal(random);
  const VectorXd x = test::randomVector(random, product.first().dimension());
  const VectorXd y = test::randomVector(random, product.second().dimension());
  const VectorXd weights = test::randomVector(random, product.numWeights());
  const VectorXd turnedLast = wignerD(product.out(), Q) * apply(product, x, y, weights);
  const VectorXd turnedFirst =
      apply(product, wignerD(product.first(), Q) * x, wignerD(product.second(), Q) * y, weights);
  RC_ASSERT((turnedLast - turnedFirst).norm() <= 1e-12 * (1 + turnedLast.norm()));
}

VectorXd apply(const EquivariantLinear& linear, const VectorXd& x, const VectorXd& weights) {
  VectorXd y(linear.out().dimension());
  linear.apply(x.data(), weights.data(), y.data());
  return y;
}

TEST(EquivariantLinear, weightsAndFactorsOfTheGuide) {
  const EquivariantLinear linear(Irreps::parse(kIn), Irreps::parse("11x0e+4x1o"));
  EXPECT_EQ(linear.numWeights(), 130);
  ASSERT_EQ(linear.paths().size(), 2u);
  EXPECT_NEAR(linear.paths()[0].factor, 1 / std::sqrt(10.0), 1e-15);
  EXPECT_NEAR(linear.paths()[1].factor, 1 / std::sqrt(5.0), 1e-15);
  EXPECT_EQ(linear.paths()[1].weightOffset, 110);
}

TEST(EquivariantLinear, blocksOfOneIrrepActAsOneUnderElementNormalisation) {
  Random random(9);
  const VectorXd x = test::randomVector(random, 10), weights = test::randomVector(random, 10);
  const EquivariantLinear whole(Irreps::parse("10x0e"), Irreps::parse("0e"));
  const EquivariantLinear parts(Irreps::parse("3x0e+7x0e"), Irreps::parse("0e"));
  EXPECT_NEAR(apply(whole, x, weights)[0], apply(parts, x, weights)[0], 1e-14);
  EXPECT_NEAR(apply(whole, x, weights)[0], x.dot(weights) / std::sqrt(10.0), 1e-14);
  const EquivariantLinear byPath(Irreps::parse("3x0e+7x0e"), Irreps::parse("0e"), PathNormalization::path);
  EXPECT_NEAR(byPath.paths()[0].factor, 1 / std::sqrt(6.0), 1e-15);
  EXPECT_NEAR(byPath.paths()[1].factor, 1 / std::sqrt(14.0), 1e-15);
}

TEST(EquivariantLinear, whatHasNoPartnerIsIgnoredOrZero) {
  const EquivariantLinear linear(Irreps::parse("0e+1o"), Irreps::parse("1e+2x0e"));
  EXPECT_EQ(linear.numWeights(), 2);
  VectorXd x(4), weights(2), expected(5);
  x << 3, 9, 9, 9;
  weights << 2, -1;
  expected << 0, 0, 0, 6, -3;
  EXPECT_EQ(apply(linear, x, weights), expected);
}

RC_GTEST_PROP(EquivariantLinear, commutesWithRotationsAndReflections, (std::uint64_t seed)) {
  Random random(seed);
  const EquivariantLinear linear(test::randomIrreps(random), test::randomIrreps(random));
  const Eigen::Matrix3d Q = test::randomOrthogonal(random);
  const VectorXd x = test::randomVector(random, linear.in().dimension());
  const VectorXd weights = test::randomVector(random, linear.numWeights());
  const VectorXd turnedLast = wignerD(linear.out(), Q) * apply(linear, x, weights);
  const VectorXd turnedFirst = apply(linear, wignerD(linear.in(), Q) * x, weights);
  RC_ASSERT((turnedLast - turnedFirst).norm() <= 1e-12 * (1 + turnedLast.norm()));
}

}  // namespace tensor_product_test
