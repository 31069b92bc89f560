#include "engine/attention/volume-preserving/VolumePreserving.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/lanes/TransposedMatrix.h"
#include "engine/attention/volume-preserving/MatrixOfArray.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

/// scale * Z^T A Z.
Array<double> productsOf(const VolumePreservingInput& input, int threads, Progress& progress) {
  const Array<double> tokens = transposedMatrix(input.Z);                     // (T, d)
  const Array<double> keys = linear(tokens, input.A, {}, threads, progress);  // row j: A z_j
  Array<double> products = linear(tokens, keys, {}, threads, progress);       // z_i . A z_j
  for (double& value : products) value *= input.scale;
  return products;
}

/// What is below the diagonal and its negative above it.
Array<double> skewOfLower(Array<double> C) {
  for (Index i = 0; i < C.length(0); ++i) {
    C(i, i) = 0;
    for (Index j = 0; j < i; ++j) C(j, i) = -C(i, j);
  }
  return C;
}

/// G = (I + C)^-1.
Array<double> inverseOfShifted(const Array<double>& C, int threads, Progress& progress) {
  Array<double> shifted = C;
  for (Index t = 0; t < C.length(0); ++t) shifted(t, t) += 1;
  PartProgress first(progress, 0, 0.5), second(progress, 0.5, 1);
  return inverse(factorize(std::move(shifted), threads, first), threads, second);
}

}  // namespace

Array<double> skewSymmetricMatrix(const Array<double>& S, Index d) {
  requireShape("S", S.shape(), {d * (d - 1) / 2});
  Array<double> A({d, d}, 0.0, "S");
  Index k = 0;
  for (Index row = 1; row < d; ++row)
    for (Index column = 0; column < row; ++column, ++k) {
      A(row, column) = S[k];
      A(column, row) = -S[k];
    }
  return A;
}

double volumePreservingScale(const ParameterValues& values, bool isSkew, Index d) {
  const std::string& asked = values.text("scale");
  return asked == "none" || (asked == "usual" && isSkew) ? 1 : standardScale(d);
}

Array<double> lowerHalf(Array<double> products) {
  for (Index i = 0; i < products.length(0); ++i)
    for (Index j = i; j < products.length(1); ++j) products(i, j) = 0;
  return products;
}

bool isSkewSymmetric(const Array<double>& A) {
  for (Index row = 0; row < A.length(0); ++row)
    for (Index column = 0; column <= row; ++column)
      if (A(row, column) != -A(column, row)) return false;
  return true;
}

VolumePreservingResult volumePreserving(const VolumePreservingInput& input, int threads, Progress& progress) {
  PartProgress first(progress, 0, 0.3), second(progress, 0.3, 0.8), third(progress, 0.8, 1);
  VolumePreservingResult result;
  Array<double> products = productsOf(input, threads, first);
  if (input.keepsIntermediates) result.ZAZ = products;
  result.C = skewOfLower(std::move(products));
  // |dLambda| <= 2 |dC|: rounding of the scores alone moves Lambda by 2e-16 |C|.
  const double norm = viewOf(result.C).norm();
  if (!(norm <= 1e10))
    fail("arrays Z ", shapeText(input.Z.shape()), " and ", input.A.name, ": the scores C have the norm ", norm,
         ", expected at most 1e10, beyond which their Cayley transform has lost its digits");
  result.Lambda = inverseOfShifted(result.C, threads, second);
  if (input.keepsIntermediates) result.G = result.Lambda;
  for (double& value : result.Lambda) value *= 2;
  for (Index t = 0; t < result.Lambda.length(0); ++t) result.Lambda(t, t) -= 1;
  result.Y = linear(input.Z, transposedMatrix(result.Lambda), {}, threads, third);
  return result;
}

Array<double> volumePreservingJacobian(const VolumePreservingInput& input, const VolumePreservingResult& result,
                                       int threads, Progress& progress) {
  const Index d = input.Z.length(0), T = input.Z.length(1);
  if (d * T > kLargestJacobian)
    fail("array Z of shape ", shapeText(input.Z.shape()), ": found ", d * T, " numbers, expected at most ",
         kLargestJacobian, " for the Jacobian, which is a square matrix of as many rows; say jacobian=no");
  const RowMajorView Z = viewOf(input.Z), A = viewOf(input.A), lambda = viewOf(result.Lambda);
  const RowMajorMatrix G = (lambda + RowMajorMatrix::Identity(T, T)) / 2, P = Z * G;
  const RowMajorMatrix below = input.scale * A * Z, above = -input.scale * A.transpose() * Z;
  Array<double> jacobian({d * T, d * T});
  constexpr Index kRows = 64;
  const Index blocks = (T + kRows - 1) / kRows;
  parallelFor(d * blocks, 1, threads, progress, "Jacobian", [&](Index begin, Index end) {
    for (Index item = begin; item < end; ++item) {
      const Index a = item / blocks, first = item % blocks * kRows, rows = std::min(kRows, T - first);
      // With dZ = 1 at (a, t) only, dC = e_t r - r^T e_t^T; one row r for each t.
      RowMajorMatrix r = RowMajorMatrix::Zero(rows, T);
      for (Index k = 0; k < rows; ++k)
        for (Index j = 0; j < T; ++j)
          if (j != first + k) r(k, j) = j < first + k ? below(a, j) : above(a, j);
      const RowMajorMatrix rG = r * G, rP = r * P.transpose();
      for (Index k = 0; k < rows; ++k) {
        const Index t = first + k;
        double* const dY = jacobian.data() + (a * T + t) * d * T;
        for (Index b = 0; b < d; ++b)
          for (Index s = 0; s < T; ++s)
            dY[b * T + s] = 2 * rP(k, b) * G(t, s) - 2 * P(b, t) * rG(k, s) + (a == b ? lambda(t, s) : 0);
      }
    }
  });
  return jacobian;
}

}  // namespace engine
