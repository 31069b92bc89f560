#include "engine/network/LuFactors.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "engine/base/Random.h"

namespace lu_factors_test {

using namespace engine;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix matrixOf(const Array<double>& array) {
  return Eigen::Map<const Matrix>(array.data(), array.length(0), array.length(1));
}
LuFactors factors(const Array<double>& matrix, int threads = 1) {
  Progress none;
  return factorize(matrix, threads, none);
}

TEST(LuFactors, inverseAndDeterminantEqualEigensForSizesAroundThePanel) {
  Progress none;
  for (const Index n : {1, 2, 3, 63, 64, 65, 130, 200}) {
    const Array<double> matrix = deterministicArray<double>(3, {n, n}, 1);
    const LuFactors lu = factors(matrix);
    const Matrix expected = matrixOf(matrix).inverse();
    const double error = (matrixOf(inverse(lu, 1, none)) - expected).cwiseAbs().maxCoeff();
    EXPECT_LE(error, 1e-10 * expected.cwiseAbs().maxCoeff()) << n;
    const Eigen::PartialPivLU<Matrix> reference(matrixOf(matrix));
    double logMagnitude = 0;
    for (Index k = 0; k < n; ++k) logMagnitude += std::log(std::abs(reference.matrixLU()(k, k)));
    EXPECT_NEAR(logDeterminant(lu).logMagnitude, logMagnitude, 1e-9 * (1 + std::abs(logMagnitude))) << n;
    EXPECT_EQ(logDeterminant(lu).sign, reference.determinant() > 0 ? 1 : -1) << n;
  }
}

TEST(LuFactors, rowsAreExchangedWhereTheDiagonalIsZero) {
  Progress none;
  const LuFactors lu = factors(Array<double>({3, 3}, {0, 2, 0, 0, 0, 4, 8, 0, 0}));
  EXPECT_EQ(inverse(lu, 1, none), Array<double>({3, 3}, {0, 0, 0.125, 0.5, 0, 0, 0, 0.25, 0}));
  EXPECT_NEAR(logDeterminant(lu).logMagnitude, std::log(64.0), 1e-15);
  EXPECT_EQ(logDeterminant(lu).sign, 1);
}

TEST(LuFactors, aSingularMatrixHasSignZero) {
  const LogDeterminant det = logDeterminant(factors(Array<double>({3, 3}, {1, 2, 3, 2, 4, 6, 0, 1, 1})));
  EXPECT_EQ(det.sign, 0);
  EXPECT_EQ(det.logMagnitude, -std::numeric_limits<double>::infinity());
}

TEST(LuFactors, theEmptyMatrixHasDeterminantOne) {
  Progress none;
  const LuFactors lu = factors(Array<double>({0, 0}));
  EXPECT_EQ(inverse(lu, 1, none).size(), 0);
  EXPECT_EQ(logDeterminant(lu).logMagnitude, 0.0);
  EXPECT_EQ(logDeterminant(lu).sign, 1);
}

TEST(LuFactors, sameBitsWithOneOrTwoThreads) {
  Progress none;
  const Array<double> matrix = deterministicArray<double>(5, {300, 300}, 1);
  const LuFactors one = factors(matrix, 1), two = factors(matrix, 2);
  EXPECT_EQ(one.factors, two.factors);
  EXPECT_EQ(inverse(one, 1, none), inverse(two, 2, none));
}

}  // namespace lu_factors_test
