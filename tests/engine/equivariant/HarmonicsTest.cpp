// Spherical harmonics and the matrices that turn them: MATHEMATICS.md 1.4, MATHEMATICS.md 2 and the invariants of
// MATHEMATICS.md 7.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <numbers>

#include "engine/equivariant/SphericalHarmonics.h"
#include "engine/equivariant/WignerD.h"
#include "tests/engine/equivariant/Sampling.h"

namespace harmonics_test {

using namespace engine;
constexpr auto kComponent = HarmonicNormalization::component;

Eigen::VectorXd harmonics(const Eigen::Vector3d& vector, HarmonicNormalization normalization = kComponent) {
  Eigen::VectorXd values(numHarmonics(kMaxDegree));
  sphericalHarmonics(vector.data(), kMaxDegree, normalization, values.data());
  return values;
}

Eigen::VectorXd degreeOf(const Eigen::VectorXd& values, int degree) {
  return values.segment(numHarmonics(degree - 1), 2 * degree + 1);
}

TEST(SphericalHarmonics, golden) {
  const double expected[] = {1,      0.4629, 0.9258, 1.3887, 0.8299,  0.5533, -0.1597, 1.6599,
                             1.1066, 1.0382, 1.1737, 0.1856, -1.1112, 0.5567, 1.5649,  0.7187};
  const Eigen::VectorXd values = harmonics({1, 2, 3});
  for (Index k = 0; k < values.size(); ++k) EXPECT_NEAR(values[k], expected[k], 5e-5) << k;
}

TEST(SphericalHarmonics, squaresAddUpToTheNormalisationOnEveryDirection) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Eigen::Vector3d vector = test::randomVector(random, 3);
    for (int degree = 0; degree <= kMaxDegree; ++degree) {
      const double dimension = 2 * degree + 1;
      const auto square = [&](HarmonicNormalization n) { return degreeOf(harmonics(vector, n), degree).squaredNorm(); };
      EXPECT_NEAR(square(kComponent), dimension, 1e-12);
      EXPECT_NEAR(square(HarmonicNormalization::norm), 1, 1e-12);
      EXPECT_NEAR(square(HarmonicNormalization::integral), dimension / (4 * std::numbers::pi), 1e-12);
    }
  }
}

TEST(SphericalHarmonics, areOrthogonalOverTheSphere) {
  // Gauss-Legendre in the height (exact to degree 7), equal steps around the axis.
  const double nodes[] = {0.33998104358485626, 0.8611363115940526},
               weights[] = {0.6521451548625461, 0.34785484513745385};
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(16, 16);
  for (int node = 0; node < 4; ++node)
    for (int step = 0; step < 8; ++step) {
      const double y = (node % 2 ? 1 : -1) * nodes[node / 2], angle = step * std::numbers::pi / 4;
      const double radius = std::sqrt(1 - y * y);
      const Eigen::VectorXd Y = harmonics({radius * std::cos(angle), y, radius * std::sin(angle)});
      products += weights[node / 2] / 16 * Y * Y.transpose();
    }
  EXPECT_LT((products - Eigen::MatrixXd::Identity(16, 16)).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(SphericalHarmonics, onlyTheDirectionCountsAndZeroHasOnlyDegreeZero) {
  const Eigen::Vector3d vector(0.3, -1.2, 0.7);
  for (const double length : {1e-11, 1e-3, 1e8, 1e200})
    EXPECT_LT((harmonics(vector * length) - harmonics(vector)).cwiseAbs().maxCoeff(), 1e-13) << length;
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(16);
  expected[0] = 1;
  EXPECT_EQ(harmonics(Eigen::Vector3d::Zero()), expected);
  EXPECT_LT(harmonics({1e-20, 0, 0})[1], 1e-7);  // below 1e-12 the direction fades
}

TEST(SphericalHarmonics, lowDegreesAreTheBeginningOfHighOnesAndFloatAgrees) {
  const float vector[] = {0.3f, -1.2f, 0.7f};
  float values[16];
  const Eigen::VectorXd expected = harmonics({0.3f, -1.2f, 0.7f});
  for (int degree = 0; degree <= kMaxDegree; ++degree) {
    std::fill(values, values + 16, -99.0f);
    sphericalHarmonics(vector, degree, kComponent, values);
    for (Index k = 0; k < 16; ++k) {
      if (k < numHarmonics(degree))
        EXPECT_NEAR(values[k], expected[k], 1e-6);
      else
        EXPECT_EQ(values[k], -99.0f);
    }
  }
}

TEST(WignerD, ofDegreeOneIsTheRotationItself) {
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const Eigen::Matrix3d R = test::randomRotation(random);
    EXPECT_LT((wignerD(Irrep{1, -1}, R) - R).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((rotationOf(eulerAnglesOf(R)) - R).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(WignerD, anglesAtThePolesGiveTheRotationBack) {
  for (const EulerAngles& angles :
       {EulerAngles{0, 0, 0}, EulerAngles{0.3, 0, 0.4}, EulerAngles{0.3, std::numbers::pi, 1}, EulerAngles{-3, 1e-9, 2},
        EulerAngles{1, std::numbers::pi - 1e-9, 2}}) {
    const Eigen::Matrix3d R = rotationOf(angles);
    EXPECT_LT((rotationOf(eulerAnglesOf(R)) - R).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(WignerD, turnsTheHarmonicsAsTheirDirectionTurns) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Eigen::Matrix3d Q = test::randomOrthogonal(random);
    const Eigen::Vector3d vector = test::randomVector(random, 3);
    const Eigen::MatrixXd D = wignerD(Irreps::sphericalHarmonics(kMaxDegree), Q);
    EXPECT_LT((D * harmonics(vector) - harmonics(Q * vector)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

/// The matrix that turns the harmonics of many points into those of the turned points, by least squares: independent
/// of generators and angles.
Eigen::MatrixXd fittedD(int degree, const Eigen::Matrix3d& R, Random& random) {
  Eigen::MatrixXd before(40, 2 * degree + 1), after(40, 2 * degree + 1);
  for (Index point = 0; point < 40; ++point) {
    const Eigen::Vector3d vector = test::randomVector(random, 3);
    before.row(point) = degreeOf(harmonics(vector), degree);
    after.row(point) = degreeOf(harmonics(R * vector), degree);
  }
  return before.colPivHouseholderQr().solve(after).transpose();
}

TEST(WignerD, equalsTheMatrixFittedToTheHarmonics) {
  Random random(4);
  for (int degree = 0; degree <= kMaxDegree; ++degree)
    for (int trial = 0; trial < 20; ++trial) {
      const Eigen::Matrix3d R = test::randomRotation(random);
      const Eigen::MatrixXd difference = wignerD(degree, eulerAnglesOf(R)) - fittedD(degree, R, random);
      EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-12);
    }
}

TEST(WignerD, isOrthogonalAndRespectsProducts) {
  Random random(5);
  const Irreps irreps = Irreps::parse("2x0e+0o+1o+2x1e+2e+2o+3o+3e");
  for (int trial = 0; trial < 50; ++trial) {
    const Eigen::Matrix3d A = test::randomOrthogonal(random), B = test::randomOrthogonal(random);
    const Eigen::MatrixXd DA = wignerD(irreps, A), DB = wignerD(irreps, B);
    EXPECT_LT((DA * DA.transpose() - Eigen::MatrixXd::Identity(DA.rows(), DA.cols())).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((DA * DB - wignerD(irreps, A * B)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(WignerD, anInversionGivesTheParityAndNothingElse) {
  for (int degree = 0; degree <= kMaxDegree; ++degree)
    for (const int parity : {1, -1}) {
      const Eigen::MatrixXd D = wignerD(Irrep{degree, parity}, -Eigen::Matrix3d::Identity());
      EXPECT_EQ(D, parity * Eigen::MatrixXd::Identity(2 * degree + 1, 2 * degree + 1));
    }
}

TEST(WignerD, matricesThatStretchAndUnknownDegreesAreErrors) {
  EXPECT_THROW(wignerD(Irrep{1, 1}, 2 * Eigen::Matrix3d::Identity()), Error);
  EXPECT_THROW(wignerD(Irrep{1, 1}, Eigen::Matrix3d::Constant(NAN)), Error);
  EXPECT_THROW(wignerD(4, EulerAngles{}), Error);
}

}  // namespace harmonics_test
