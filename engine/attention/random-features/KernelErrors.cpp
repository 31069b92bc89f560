#include "engine/attention/random-features/KernelErrors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/performer/RandomFeatures.h"
#include "engine/attention/random-features/GramSchmidt.h"
#include "engine/base/Quantile.h"

namespace engine {

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

double relativeError(const VectorPairs& pairs, const PairShape& shape, const Array<double>& W, FeatureKind kind,
                     int threads, Progress& progress) {
  PerformerInput<double> input;
  input.Q = pairs.q;
  input.K = pairs.k;
  input.V = pairs.k;
  input.W = W;
  input.options.kind = kind;
  input.options.stabiliser = Stabiliser::none;
  input.options.eps = 0;
  input.options.inputScale = 1;
  const PerformerFeatures<double> features = performerFeatures(input, threads, progress);
  const Index numPairs = input.queries(), M = features.phi_q.shape().back();
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

Quartiles quartilesOf(std::vector<double> values) {
  if (values.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none};
  }
  std::sort(values.begin(), values.end());
  return {quantileOf(values, 0.25), quantileOf(values, 0.5), quantileOf(values, 0.75)};
}

}  // namespace engine
