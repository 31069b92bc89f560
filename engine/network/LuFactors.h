// LU decomposition with partial pivoting for large dense matrices: on several threads, with progress and cancel, which
// Eigen's does not have.
#pragma once

#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Row k of L U is row sourceRow[k] of the matrix.
struct LuFactors {
  Array<double> factors;         ///< (n, n): L below the diagonal (ones on it are not stored), U on and above it
  std::vector<Index> sourceRow;  ///< (n)
  int permutationSign = 1;
};

/// The determinant as sign * exp(logMagnitude); sign 0 and -infinity for a singular matrix.
struct LogDeterminant {
  double logMagnitude = 0;
  int sign = 1;
};

/// Never fails: a matrix is singular when U has a zero on its diagonal. The bits do not depend on the number of
/// threads.
LuFactors factorize(Array<double> matrix, int threads, Progress& progress);
/// Of a matrix that is not singular.
Array<double> inverse(const LuFactors& lu, int threads, Progress& progress);
LogDeterminant logDeterminant(const LuFactors& lu);

}  // namespace engine
