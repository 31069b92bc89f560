#include "engine/attention/performer/RandomFeatures.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace engine {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Array<double> gaussianRows(Index count, Index depth, Random& random) {
  Array<double> rows({count, depth}, 0.0, "W");
  for (double& value : rows) value = random.normal();
  return rows;
}

double lengthOf(const double* row, Index depth) {
  double sum = 0;
  for (Index c = 0; c < depth; ++c) sum += row[c] * row[c];
  return std::sqrt(sum);
}

void scaleRows(Array<double>& W, RowLengths lengths, Random& random) {
  const Index count = W.length(0), depth = W.length(1);
  const Array<double> fresh = lengths == RowLengths::chi ? gaussianRows(count, depth, random) : Array<double>{};
  for (Index r = 0; r < count; ++r) {
    const double length =
        lengths == RowLengths::chi ? lengthOf(fresh.data() + r * depth, depth) : std::sqrt(double(depth));
    for (Index c = 0; c < depth; ++c) W(r, c) *= length;
  }
}

}  // namespace

Index defaultFeatureCount(Index depth) {
  return depth < 2 ? 1 : std::max<Index>(1, static_cast<Index>(double(depth) * std::log(double(depth))));
}

Array<double> orthonormalRows(const Array<double>& gaussian, SignFix signFix) {
  const Index d = gaussian.length(0);
  requireShape("G", gaussian.shape(), {d, d});
  Array<double> rows({d, d}, 0.0, "Q^T");
  if (d == 0) return rows;
  const Eigen::HouseholderQR<Matrix> qr(Eigen::Map<const Matrix>(gaussian.data(), d, d));
  const Matrix Q = qr.householderQ();
  for (Index r = 0; r < d; ++r) {
    const double sign = signFix == SignFix::corrected && qr.matrixQR()(r, r) < 0 ? -1.0 : 1.0;
    for (Index c = 0; c < d; ++c) rows(r, c) = sign * Q(c, r);
  }
  return rows;
}

Array<double> randomFeatures(Index count, Index depth, const RandomFeatureOptions& options, Random& random) {
  if (!options.orthogonal) return gaussianRows(count, depth, random);
  Array<double> W({count, depth}, 0.0, "W");
  if (depth == 0) return W;
  for (Index first = 0; first < count; first += depth) {
    const Array<double> block = orthonormalRows(gaussianRows(depth, depth, random), options.signFix);
    std::copy_n(block.data(), std::min(depth, count - first) * depth, W.data() + first * depth);
  }
  scaleRows(W, options.rowLengths, random);
  return W;
}

bool Redraw::isDue(Mode mode) {
  if (mode == Mode::inference) return false;
  if (m_counter >= m_interval) {
    m_counter = 0;
    return true;
  }
  ++m_counter;
  return false;
}

}  // namespace engine
