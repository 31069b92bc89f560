#include "engine/attention/random-features/KernelErrors.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/performer/RandomFeatures.h"
#include "engine/attention/random-features/GramSchmidt.h"
#include "engine/base/Quantile.h"

namespace engine {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<const Matrix>;

std::string KernelEstimator::name() const {
  return std::string(kind == FeatureKind::positive ? "positive" : "trigonometric") +
         (isOrthogonal ? ", orthogonal" : ", independent");
}

Array<double> KernelEstimator::projection(Index features, Index depth, std::uint64_t seed) const {
  RandomFeatureOptions options;
  options.orthogonal = isOrthogonal;
  Random random(seed);
  return randomFeatures(features, depth, options, random);
}

const std::vector<KernelEstimator>& kernelEstimators() {
  static const std::vector<KernelEstimator> all = {{FeatureKind::positive, false},
                                                   {FeatureKind::positive, true},
                                                   {FeatureKind::trigonometric, false},
                                                   {FeatureKind::trigonometric, true}};
  return all;
}

double PairShape::kernel() const { return std::exp(length * length * std::cos(angle)); }
double PairShape::squaredSum() const { return 2 * length * length * (1 + std::cos(angle)); }
double PairShape::squaredDifference() const { return 2 * length * length * (1 - std::cos(angle)); }

VectorPairs vectorPairs(const PairShape& shape, Index pairs, Index depth, Random& random) {
  VectorPairs made{Array<double>({1, 1, pairs, depth}, 0.0, "q"), Array<double>({1, 1, pairs, depth}, 0.0, "k")};
  for (Index pair = 0; pair < pairs; ++pair) {
    Array<double> drawn({2, depth}, 0.0, "directions");
    for (double& value : drawn) value = random.normal();
    const Array<double> axes = gramSchmidt(drawn).rows();
    for (Index c = 0; c < depth; ++c) {
      made.q[pair * depth + c] = shape.length * axes(0, c);
      made.k[pair * depth + c] =
          shape.length * (std::cos(shape.angle) * axes(0, c) + std::sin(shape.angle) * axes(1, c));
    }
  }
  return made;
}

namespace {

constexpr double kTrigonometricGuard = 1e-6;  ///< of denominators, as PerformerOptions::guard

/// Features of rows (1, 1, L, d) without shift and eps.
PerformerFeatures<double> bareFeatures(const Array<double>& Q, const Array<double>& K, const Array<double>& W,
                                       FeatureKind kind, double scale, int threads, Progress& progress) {
  PerformerInput<double> input;
  input.Q = Q;
  input.K = input.V = K;
  input.W = W;
  input.options.kind = kind;
  input.options.stabiliser = Stabiliser::none;
  input.options.eps = 0;
  input.options.inputScale = scale;
  return performerFeatures(input, threads, progress);
}

double inputScale(Index depth) { return std::pow(double(depth), -0.25); }

/// phi(q) . phi(k) of all queries Q (n, d) with all keys K (L, d): (n, L).
Matrix estimates(const Array<double>& Q, const Array<double>& K, const Array<double>& W, FeatureKind kind, int threads,
                 Progress& progress) {
  const Index n = Q.length(0), L = K.length(0), d = Q.length(1);
  const PerformerFeatures<double> features =
      bareFeatures(Q.reshaped({1, 1, n, d}), K.reshaped({1, 1, L, d}), W, kind, inputScale(d), threads, progress);
  const Index M = features.phi_q.shape().back();
  return MatrixView(features.phi_q.data(), n, M) * MatrixView(features.phi_k.data(), L, M).transpose();
}

}  // namespace

double relativeError(const VectorPairs& pairs, const PairShape& shape, const Array<double>& W, FeatureKind kind,
                     int threads, Progress& progress) {
  const PerformerFeatures<double> features = bareFeatures(pairs.q, pairs.k, W, kind, 1, threads, progress);
  const Index numPairs = pairs.q.length(2), M = features.phi_q.shape().back();
  double squares = 0;
  for (Index pair = 0; pair < numPairs; ++pair) {
    double estimate = 0;
    for (Index r = pair * M; r < (pair + 1) * M; ++r) estimate += features.phi_q[r] * features.phi_k[r];
    const double error = estimate / shape.kernel() - 1;
    squares += error * error;
  }
  return numPairs == 0 ? 0 : std::sqrt(squares / double(numPairs));
}

double expectedError(FeatureKind kind, const PairShape& shape, Index m) {
  const double sum = shape.squaredSum(), SM = shape.kernel();
  if (kind == FeatureKind::positive) return std::sqrt(std::expm1(sum) / double(m));
  const double spread = std::expm1(-shape.squaredDifference());
  return std::sqrt(std::exp(sum) / 2 / double(m)) * std::abs(spread) / (SM * SM);
}

double orthogonalBound(const PairShape& shape, Index m, Index d) {
  const double SM = shape.kernel(), floor = std::exp(-shape.length * shape.length);
  const auto boundOfBlock = [&](Index rows) {
    const double independent = std::expm1(shape.squaredSum()) / double(rows);
    const double gain = 1 - floor / SM;
    return independent - 2.0 * double(rows - 1) / (double(rows) * double(d + 2)) * gain * gain;
  };
  double sum = 0;  // of the mean squares of blocks, weighted by the squares of their shares
  for (Index first = 0; first < m; first += d) {
    const Index rows = std::min(d, m - first);
    sum += double(rows * rows) * boundOfBlock(rows);
  }
  return std::sqrt(std::max(0.0, sum)) / double(m);
}

double largestError(const Array<double>& Q, const Array<double>& K, const Array<double>& W, FeatureKind kind,
                    int threads, Progress& progress) {
  const Index n = Q.length(0), m = K.length(0), d = Q.length(1);
  requireShape("K", K.shape(), {m, d});
  if (n == 0 || m == 0) return 0;
  const Matrix products = MatrixView(Q.data(), n, d) * MatrixView(K.data(), m, d).transpose();
  const Matrix wrong = estimates(Q, K, W, kind, threads, progress).array() -
                       (products.array() / std::sqrt(double(d))).exp();
  return wrong.cwiseAbs().maxCoeff();
}

double mapError(const Array<double>& Q, const Array<double>& K, const Array<double>& W, FeatureKind kind,
                const Array<double>& exact, Progress& progress) {
  const Index n = Q.length(0), L = K.length(0);
  requireShape("K", K.shape(), {L, Q.length(1)});
  requireShape("exact", exact.shape(), {n, L});
  if (n == 0 || L == 0) return 0;
  const double guard = kind == FeatureKind::trigonometric ? kTrigonometricGuard : 0;
  Matrix map = estimates(Q, K, W, kind, 1, progress);
  for (Index i = 0; i < n; ++i) {
    double sum = map.row(i).sum();
    if (std::abs(sum) <= guard) sum += 2 * guard;
    sum == 0 ? map.row(i).setZero() : map.row(i) /= sum;
  }
  const MatrixView truth(exact.data(), n, L);
  return (map - truth).norm() / truth.norm();
}

double longestInKernel(const Array<double>& X) {
  const Index d = X.length(1);
  double longest = 0;
  for (Index i = 0; i < X.length(0); ++i) {
    double squares = 0;
    for (Index c = 0; c < d; ++c) squares += X(i, c) * X(i, c);
    longest = std::max(longest, std::sqrt(squares) * inputScale(d));
  }
  return longest;
}

double uniformErrorShape(double length, Index m, Index d) {
  // 4 d^(3/4) R = 4 d l. The number of features falls as delta grows, to 0 where delta is that: halve in logarithms.
  const double most = 4 * double(d) * length;
  if (most <= 0) return 0;
  double low = std::log(most) - 100, high = std::log(most);
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2, delta = std::exp(middle);
    (double(d) / (delta * delta) * std::log(most / delta) > double(m) ? low : high) = middle;
  }
  return std::exp(high + length * length);
}

Quartiles quartilesOf(std::vector<double> values) {
  if (values.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none};
  }
  std::sort(values.begin(), values.end());
  return {quantileOf(values, 0.25), quantileOf(values, 0.5), quantileOf(values, 0.75)};
}

}  // namespace engine
