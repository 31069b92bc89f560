#include "engine/equivariant/WignerD.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace engine {

namespace {

struct Element {
  int row, column;
  double value;
};

/// Lower or upper triangle of the antisymmetric generators X0 (about x) by degree; the other half follows.
std::vector<Element> generatorX(int degree) {
  const double r6 = std::sqrt(6.0), r3_2 = std::sqrt(1.5), r5_2 = std::sqrt(2.5);
  if (degree == 1) return {{2, 1, 1}};
  if (degree == 2) return {{0, 1, 1}, {3, 2, std::sqrt(3.0)}, {4, 3, 1}};
  if (degree == 3) return {{0, 1, r3_2}, {1, 2, r5_2}, {4, 3, r6}, {5, 4, r5_2}, {6, 5, r3_2}};
  return {};
}

Eigen::MatrixXd antisymmetric(int degree, const std::vector<Element>& half) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(2 * degree + 1, 2 * degree + 1);
  for (const Element& element : half) {
    matrix(element.row, element.column) = element.value;
    matrix(element.column, element.row) = -element.value;
  }
  return matrix;
}

/// exp(angle * generator) by its series, after halving the angle until that converges fast.
Eigen::MatrixXd exponential(const Eigen::MatrixXd& generator, double angle) {
  int halvings = 0;
  double reach = std::abs(angle) * generator.cwiseAbs().rowwise().sum().maxCoeff();
  for (; reach > 0.5; reach /= 2) ++halvings;
  const Eigen::MatrixXd small = generator * std::ldexp(angle, -halvings);
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(generator.rows(), generator.cols());
  Eigen::MatrixXd sum = one;
  constexpr int kTerms = 14;  // 0.5^15 / 15! is below 1e-16
  for (int k = kTerms; k > 0; --k) sum = one + small * sum / k;
  for (int k = 0; k < halvings; ++k) sum = sum * sum;
  return sum;
}

/// exp(angle X1): components l - m and l + m turn into each other at m times the angle.
Eigen::MatrixXd aboutY(int degree, double angle) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(2 * degree + 1, 2 * degree + 1);
  for (int m = 1; m <= degree; ++m) {
    const double cosine = std::cos(m * angle), sine = std::sin(m * angle);
    matrix(degree - m, degree - m) = matrix(degree + m, degree + m) = cosine;
    matrix(degree - m, degree + m) = sine;
    matrix(degree + m, degree - m) = -sine;
  }
  return matrix;
}

}  // namespace

Eigen::Matrix3d rotationOf(const EulerAngles& angles) {
  const auto about = [](double angle, int from, int to) {
    Eigen::Matrix3d matrix = Eigen::Matrix3d::Identity();
    matrix(from, from) = matrix(to, to) = std::cos(angle);
    matrix(to, from) = std::sin(angle);
    matrix(from, to) = -std::sin(angle);
    return matrix;
  };
  return about(angles.alpha, 2, 0) * about(angles.beta, 1, 2) * about(angles.gamma, 2, 0);
}

EulerAngles eulerAnglesOf(const Eigen::Matrix3d& rotation) {
  const Eigen::Vector3d pole = rotation.col(1);
  // atan2 instead of acos: exact near the poles too, and rounding cannot leave its domain.
  EulerAngles angles{std::atan2(pole.x(), pole.z()), std::atan2(std::hypot(pole.x(), pole.z()), pole.y()), 0};
  const Eigen::Matrix3d rest = rotationOf(angles).transpose() * rotation;
  angles.gamma = std::atan2(rest(0, 2), rest(0, 0));
  return angles;
}

Eigen::MatrixXd wignerD(int degree, const EulerAngles& angles) {
  if (degree < 0 || degree > kMaxDegree) fail("degree ", degree, ": expected 0 to ", kMaxDegree);
  if (degree == 0) return Eigen::MatrixXd::Identity(1, 1);
  return aboutY(degree, angles.alpha) * exponential(antisymmetric(degree, generatorX(degree)), angles.beta) *
         aboutY(degree, angles.gamma);
}

Eigen::MatrixXd wignerD(const Irrep& irrep, const Eigen::Matrix3d& orthogonal) {
  if (!((orthogonal * orthogonal.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-6))
    fail("rotation of irreps: found a matrix whose rows are not orthonormal, expected a rotation or a reflection");
  const bool isReflection = orthogonal.determinant() < 0;
  const Eigen::MatrixXd turned = wignerD(irrep.degree, eulerAnglesOf(isReflection ? -orthogonal : orthogonal));
  return isReflection && irrep.parity < 0 ? -turned : turned;
}

Eigen::MatrixXd wignerD(const Irreps& irreps, const Eigen::Matrix3d& orthogonal) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(irreps.dimension(), irreps.dimension());
  for (const IrrepBlock& block : irreps.blocks()) {
    const Eigen::MatrixXd one = wignerD(block.irrep, orthogonal);
    for (Index u = 0; u < block.multiplicity; ++u) {
      const Index first = block.offset + u * block.irrep.dimension();
      matrix.block(first, first, one.rows(), one.cols()) = one;
    }
  }
  return matrix;
}

}  // namespace engine
