#include "engine/attention/volume-preserving/VolumeChecks.h"
#include "engine/attention/volume-preserving/MatrixOfArray.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace engine {

namespace {

Array<double> arrayOf(const RowMajorMatrix& matrix) {
  Array<double> array({matrix.rows(), matrix.cols()});
  std::copy(matrix.data(), matrix.data() + matrix.size(), array.begin());
  return array;
}

RowMajorMatrix softmaxOfColumns(const RowMajorMatrix& scores) {
  RowMajorMatrix weights = scores;
  for (Index column = 0; column < scores.cols(); ++column) {
    auto own = weights.col(column);
    own = (own.array() - own.maxCoeff()).exp();
    own /= own.sum();
  }
  return weights;
}

double determinantOf(const RowMajorMatrix& matrix, int threads, Progress& progress) {
  const LogDeterminant found = logDeterminant(factorize(arrayOf(matrix), threads, progress));
  return found.sign == 0 ? 0 : found.sign * std::exp(found.logMagnitude);
}

double largestOf(const RowMajorMatrix& matrix) { return matrix.size() == 0 ? 0 : matrix.cwiseAbs().maxCoeff(); }

/// (T (T - 1) / 2, d T): derivative of the scores below the diagonal, row by row, by Z.
RowMajorMatrix derivativeOfScores(const VolumePreservingInput& input) {
  const Index d = input.Z.length(0), T = input.Z.length(1);
  const RowMajorMatrix right = input.scale * viewOf(input.A) * viewOf(input.Z);             // column j: A z_j
  const RowMajorMatrix left = input.scale * viewOf(input.A).transpose() * viewOf(input.Z);  // column i: A^T z_i
  RowMajorMatrix derivative = RowMajorMatrix::Zero(T * (T - 1) / 2, d * T);
  Index pair = 0;
  for (Index i = 1; i < T; ++i)
    for (Index j = 0; j < i; ++j, ++pair)
      for (Index a = 0; a < d; ++a) {
        derivative(pair, a * T + i) += right(a, j);
        derivative(pair, a * T + j) += left(a, i);
      }
  return derivative;
}

/// Orthonormal columns: the first `rank` of them span the rows of the derivative.
RowMajorMatrix directionsOf(const RowMajorMatrix& derivative, Index& rank) {
  const Index count = derivative.cols();
  rank = 0;
  if (derivative.rows() == 0 || count == 0) return RowMajorMatrix::Identity(count, count);
  const Eigen::ColPivHouseholderQR<RowMajorMatrix> qr(derivative.transpose());
  rank = qr.rank();
  return qr.householderQ();
}

/// The columns, an orthonormal basis, turned within their span until they are as near as can be to those of `wanted`.
RowMajorMatrix turnedTowards(const RowMajorMatrix& wanted, const RowMajorMatrix& basis) {
  if (basis.cols() == 0) return basis;
  const Eigen::MatrixXd overlap = basis.transpose() * wanted;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(overlap, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return basis * (svd.matrixU() * svd.matrixV().transpose());
}

/// Each column, a matrix (d, T), times Lambda.
RowMajorMatrix timesLambda(const RowMajorMatrix& directions, const RowMajorView& lambda) {
  const Index T = lambda.rows(), d = T == 0 ? 0 : directions.rows() / T;
  RowMajorMatrix product(directions.rows(), directions.cols());
  for (Index a = 0; a < d; ++a) product.middleRows(a * T, T) = lambda.transpose() * directions.middleRows(a * T, T);
  return product;
}

}  // namespace

Array<double> softmaxOfTokens(const VolumePreservingInput& input, const Array<double>& products) {
  return arrayOf(viewOf(input.Z) * softmaxOfColumns(viewOf(products)));
}

VolumeChecks checkVolume(const VolumePreservingInput& input, const VolumePreservingResult& result, int threads,
                         Progress& progress) {
  PartProgress first(progress, 0, 0.4), second(progress, 0.4, 0.7), third(progress, 0.7, 1);
  const RowMajorView lambda = viewOf(result.Lambda);
  const RowMajorMatrix P = softmaxOfColumns(viewOf(result.ZAZ));
  VolumeChecks checks;
  checks.P = arrayOf(P);
  checks.softmaxOutput = arrayOf(viewOf(input.Z) * P);
  checks.orthogonality = (lambda.transpose() * lambda - RowMajorMatrix::Identity(lambda.rows(), lambda.cols())).norm();
  checks.determinant = determinantOf(lambda, threads, first);
  checks.softmaxDeterminant = determinantOf(P, threads, second);
  VolumePreservingInput again = input;
  again.Z = result.Y;
  checks.scoresOfY = volumePreserving(again, threads, third).C;
  checks.fibreError = largestOf(viewOf(checks.scoresOfY) - viewOf(result.C));
  return checks;
}

FibreBlocks fibreBlocks(const VolumePreservingInput& input, const VolumePreservingResult& result,
                        const Array<double>& jacobian, int threads, Progress& progress) {
  const Index d = input.Z.length(0), T = input.Z.length(1), count = d * T;
  if (count > kLargestFibres)
    fail("array Z of shape ", shapeText(input.Z.shape()), ": found ", count, " numbers, expected at most ",
         kLargestFibres, " for the directions along its fibre; say fibres=no");
  FibreBlocks blocks;
  const RowMajorMatrix atZ = directionsOf(derivativeOfScores(input), blocks.numHorizontal);
  progress.update(0.3, "directions");
  VolumePreservingInput there = input;
  there.Z = result.Y;
  Index numThere = 0;
  RowMajorMatrix atY = directionsOf(derivativeOfScores(there), numThere);
  const Index h = blocks.numHorizontal, v = count - h;
  if (numThere == h) {
    const RowMajorMatrix carried = timesLambda(atZ, viewOf(result.Lambda));
    atY.leftCols(h) = turnedTowards(carried.leftCols(h), atY.leftCols(h)).eval();
    atY.rightCols(v) = turnedTowards(carried.rightCols(v), atY.rightCols(v)).eval();
  }
  progress.update(0.6, "directions");
  const RowMajorMatrix J = atY.transpose() * viewOf(jacobian).transpose() * atZ;
  blocks.J = arrayOf(J);
  blocks.largestAbove = largestOf(J.topRightCorner(h, v));
  blocks.horizontal = determinantOf(J.topLeftCorner(h, h), threads, progress);
  blocks.vertical = determinantOf(J.bottomRightCorner(v, v), threads, progress);
  return blocks;
}

}  // namespace engine
