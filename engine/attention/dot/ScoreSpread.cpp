#include "engine/attention/dot/ScoreSpread.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "engine/attention/dot/DotProduct.h"

namespace engine {

namespace {

double entropyOf(const double* weights, Index count) {
  double bits = 0;
  for (Index j = 0; j < count; ++j)
    if (weights[j] > 0) bits -= weights[j] * std::log2(weights[j]);
  return bits;
}

}  // namespace

ScoreSpread scoreSpread(const Array<double>& Q, const Array<double>& K, double scale, Progress& progress) {
  const Index n = Q.length(0), m = K.length(0), d = Q.length(1);
  requireShape("K", K.shape(), {m, d});
  DotProductInput<double> input;
  input.Q = Q.reshaped({1, 1, n, d});
  input.K = K.reshaped({1, 1, m, d});
  input.V = Array<double>({1, 1, m, 0});
  input.mask = fullMask(1, n, m);
  input.scale = scale;
  Diagnostics ignored;
  DotProductResult<double> result = dotProduct(input, {nullptr, 1}, ignored, progress);

  ScoreSpread spread;
  spread.byRank = Array<double>({m}, 0.0);
  if (n == 0 || m == 0) return spread;
  for (const double score : result.S) spread.variance += score * score / double(n * m);
  for (Index i = 0; i < n; ++i) {
    double* const weights = result.A.data() + i * m;
    spread.entropy += entropyOf(weights, m) / double(n);
    std::sort(weights, weights + m, std::greater<>());
    for (Index j = 0; j < m; ++j) spread.byRank[j] += weights[j] / double(n);
  }
  return spread;
}

double errorOfVariance(Index queries, Index keys, Index depth) {
  const auto n = double(queries), m = double(keys), d = double(depth);
  return std::sqrt(2 / d * (1 / n + 1 / m) + 2 * (d + 1) / (d * n * m));
}

double entropyOfNormalScores(Index keys, double variance) {
  return std::log2(double(keys)) - variance / 2 / std::numbers::ln2;
}

}  // namespace engine
