// Volume-preserving attention (MATHEMATICS.md 12; GeometricMachineLearning.jl): tokens are columns, weights
// are the Cayley transform of a skew-symmetric matrix of scores.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Parameters.h"
#include "engine/base/Progress.h"
#include "engine/network/LuFactors.h"

namespace engine {

/// C_ij = scale * z_i . A z_j for i > j, C_ji = -C_ij, Lambda = (I - C)(I + C)^-1, Y = Z Lambda. With A skew-symmetric
/// and scale 1 this is the skew form, with any A and scale 1/sqrt(d) the arbitrary form.
struct VolumePreservingInput {
  Array<double> Z;  ///< (d, T)
  Array<double> A;  ///< (d, d)
  double scale = 1;
  bool keepsIntermediates = false;
};

struct VolumePreservingResult {
  Array<double> C;       ///< (T, T), skew-symmetric
  Array<double> Lambda;  ///< (T, T), orthogonal with determinant +1
  Array<double> Y;       ///< (d, T)
  Array<double> ZAZ;     ///< (T, T), scale * Z^T A Z, before its lower half is mirrored; empty unless kept
  Array<double> G;       ///< (T, T), (I + C)^-1; empty unless kept
};

/// The skew-symmetric (d, d) matrix whose strict lower triangle is, row by row, the vector S of length d (d - 1) / 2.
/// Throws Error when the length is another.
Array<double> skewSymmetricMatrix(const Array<double>& S, Index d);
/// What the products are multiplied with, by the parameter "scale": usually 1 in the skew form, else 1/sqrt(d).
double volumePreservingScale(const ParameterValues& values, bool isSkew, Index d);
/// What is strictly below the diagonal, zeros elsewhere; minus its transpose it is C.
Array<double> lowerHalf(Array<double> products);
/// Whether A^T = -A, bit by bit.
bool isSkewSymmetric(const Array<double>& A);

/// Throws Error when a score is not finite or so large that Lambda would have fewer than six right digits (the
/// Frobenius norm of C exceeds 1e10).
VolumePreservingResult volumePreserving(const VolumePreservingInput& input, int threads, Progress& progress);

/// Largest number d T of inputs for which the Jacobian is made.
inline constexpr Index kLargestJacobian = 2048;

/// Derivative of Y by Z, transposed: row a T + t is the derivative by Z(a, t), column b T + s that of Y(b, s). Exact:
/// dLambda = -2 G dC G with G = (I + C)^-1. Throws Error when d T exceeds kLargestJacobian.
Array<double> volumePreservingJacobian(const VolumePreservingInput& input, const VolumePreservingResult& result,
                                       int threads, Progress& progress);

}  // namespace engine
