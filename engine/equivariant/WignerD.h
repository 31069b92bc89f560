// How irreps of degree 0 to 3 turn: the matrices D^l of rotations, and of reflections by the parity
// (MATHEMATICS.md 1.3 and MATHEMATICS.md 1.4).
#pragma once

#include <Eigen/Core>

#include "engine/equivariant/Irreps.h"

namespace engine {

/// Angles in radians: R = R_y(alpha) R_x(beta) R_y(gamma), right-handed.
struct EulerAngles {
  double alpha = 0, beta = 0, gamma = 0;
};

Eigen::Matrix3d rotationOf(const EulerAngles& angles);
/// Of a proper rotation; gamma is 0 when beta is 0 or pi leaves it open up to rounding.
EulerAngles eulerAnglesOf(const Eigen::Matrix3d& rotation);

/// D^l = exp(alpha X1) exp(beta X0) exp(gamma X1), orthogonal, (2l+1) x (2l+1); D^1 is the rotation itself.
Eigen::MatrixXd wignerD(int degree, const EulerAngles& angles);

/// The matrix of an irrep for any orthogonal 3 x 3 matrix: parity * D^l(-Q) when Q turns right hands into left ones.
/// Throws Error when Q is not orthogonal to 1e-6.
Eigen::MatrixXd wignerD(const Irrep& irrep, const Eigen::Matrix3d& orthogonal);

/// The same for all copies of all irreps: features f turn as f' = D f.
Eigen::MatrixXd wignerD(const Irreps& irreps, const Eigen::Matrix3d& orthogonal);

}  // namespace engine
