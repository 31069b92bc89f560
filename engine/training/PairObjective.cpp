#include "engine/training/PairObjective.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/MapTransform.h"
#include "engine/base/Nth.h"
#include "engine/base/Random.h"
#include "engine/training/LetterCount.h"

namespace engine {

namespace {

/// Logits of a row at a position from all others.
void logitsAt(const TrainingRows& rows, Index n, Index i, const Array<double>& W, const Array<double>& b,
              double (&logits)[K]) {
  for (Index a = 0; a < K; ++a) {
    logits[a] = b(i, a);
    for (Index j = 0; j < rows.length(); ++j)
      if (const Index letter = rows.codes(n, j); letter < K) logits[a] += W(i, a, j, letter);
  }
}

/// Turns logits into probabilities; gives the logarithm of the sum of their exponentials.
double softmax(double (&logits)[K]) {
  const double largest = *std::max_element(logits, logits + K);
  double sum = 0;
  for (double& value : logits) sum += value = std::exp(value - largest);
  for (double& value : logits) value /= sum;
  return largest + std::log(sum);
}

double squares(const Array<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

/// Of each pair and letters the half of D_iajb + D_jbia.
double symmetricD(const PairObjective& objective, Index i, Index a, Index j, Index b) {
  return 0.5 * (objective.couplings(i, a, j, b) + objective.couplings(j, b, i, a));
}

/// dJ / dA of one head.
Array<double> mapGradient(const FactoredWeights<double>& weights, const PairObjective& objective, Index h) {
  const Index length = weights.length();
  Array<double> gradient({length, length}, 0.0);
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j)
      for (Index a = 0; a < K; ++a)
        for (Index b = 0; b < K; ++b) gradient(i, j) += weights.value(h, a, b) * symmetricD(objective, i, a, j, b);
  return gradient;
}

/// Through the softmax of head h to its query and key.
void addScoreGradient(const FactoredWeights<double>& weights, const Array<double>& A, const Array<double>& ofMap,
                      Index h, FactoredWeights<double>& gradient) {
  const Index length = weights.length(), width = weights.width();
  const double scale = 1 / std::sqrt(static_cast<double>(width));
  for (Index i = 0; i < length; ++i) {
    double mean = 0;
    for (Index k = 0; k < length; ++k) mean += A(h, i, k) * ofMap(i, k);
    for (Index j = 0; j < length; ++j) {
      const double ofScore = A(h, i, j) * (ofMap(i, j) - mean) * scale;
      for (Index c = 0; c < width; ++c) {
        gradient.query(h, i, c) += ofScore * weights.key(h, j, c);
        gradient.key(h, j, c) += ofScore * weights.query(h, i, c);
      }
    }
  }
}

}  // namespace

template <class T>
FactoredWeights<T> startingWeights(const TrainingRows& rows, const FactoredSizes& sizes, std::uint64_t seed) {
  const Shape shape{sizes.heads, rows.length(), sizes.width};
  const Array<double> biases = startingBiases(rows);
  Array<T> bias({rows.length(), K}, T{}, "bias");
  std::transform(biases.begin(), biases.end(), bias.begin(), [](double value) { return static_cast<T>(value); });
  return {deterministicArray<T>(4 * seed + 1, shape, sizes.queryKey, "query"),
          deterministicArray<T>(4 * seed + 2, shape, sizes.queryKey, "key"),
          deterministicArray<T>(4 * seed + 3, {sizes.heads, K, K}, sizes.value, "value"), std::move(bias)};
}
template FactoredWeights<float> startingWeights(const TrainingRows&, const FactoredSizes&, std::uint64_t);
template FactoredWeights<double> startingWeights(const TrainingRows&, const FactoredSizes&, std::uint64_t);

Penalty penaltyOf(const TrainingRows& rows, double strength) {
  const double effective = rows.effective();
  if (effective <= 0) return {};
  return {strength * static_cast<double>((rows.length() - 1) * (K - 1)) / 4 / effective, strength / effective};
}

Array<double> headMaps(const FactoredWeights<double>& weights) {
  const Index heads = weights.numHeads(), length = weights.length(), width = weights.width();
  Array<double> A({heads, length, length}, 0.0, "A");
  for (Index h = 0; h < heads; ++h)
    for (Index i = 0; i < length; ++i) {
      double sum = 0;
      for (Index j = 0; j < length; ++j) {
        if (i == j) continue;
        double score = 0;
        for (Index c = 0; c < width; ++c) score += weights.query(h, i, c) * weights.key(h, j, c);
        sum += A(h, i, j) = std::exp(score / std::sqrt(static_cast<double>(width)));
      }
      for (Index j = 0; j < length && sum > 0; ++j) A(h, i, j) /= sum;
    }
  return A;
}

Array<double> couplingsOf(const FactoredWeights<double>& weights) {
  const Index length = weights.length();
  const Array<double> A = headMaps(weights);
  Array<double> W({length, K, length, K}, 0.0, "W");
  for (Index h = 0; h < weights.numHeads(); ++h)
    for (Index i = 0; i < length; ++i)
      for (Index a = 0; a < K; ++a)
        for (Index j = 0; j < length; ++j)
          for (Index b = 0; b < K; ++b)
            W(i, a, j, b) += 0.5 * (A(h, i, j) * weights.value(h, a, b) + A(h, j, i) * weights.value(h, b, a));
  return W;
}

PairObjective pairObjective(const TrainingRows& rows, const std::vector<Index>& batch, const Array<double>& W,
                            const Array<double>& b, const Penalty& penalty) {
  const Index length = rows.length();
  const double scale =
      batch.empty() ? 0 : static_cast<double>(rows.count()) / static_cast<double>(std::ssize(batch)) / rows.effective();
  PairObjective found{penalty.couplings * squares(W) + penalty.biases * squares(b), W, b};
  for (double& value : found.couplings) value *= 2 * penalty.couplings;
  for (double& value : found.biases) value *= 2 * penalty.biases;
  for (const Index n : batch)
    for (Index i = 0; i < length; ++i) {
      const Index own = rows.codes(n, i);
      if (own == K) continue;
      double values[K];
      logitsAt(rows, n, i, W, b, values);
      const double ofOwn = values[own], factor = scale * nth(rows.weights, n);
      found.value += factor * (softmax(values) - ofOwn);
      values[own] -= 1;
      for (Index a = 0; a < K; ++a) {
        found.biases(i, a) += factor * values[a];
        for (Index j = 0; j < length; ++j)
          if (const Index letter = rows.codes(n, j); letter < K) found.couplings(i, a, j, letter) += factor * values[a];
      }
    }
  return found;
}

FactoredWeights<double> factoredGradient(const FactoredWeights<double>& weights, const PairObjective& objective) {
  const Index length = weights.length();
  const Array<double> A = headMaps(weights);
  FactoredWeights<double> gradient{Array<double>(weights.query.shape(), 0.0), Array<double>(weights.key.shape(), 0.0),
                                   Array<double>(weights.value.shape(), 0.0), objective.biases};
  for (Index h = 0; h < weights.numHeads(); ++h) {
    for (Index i = 0; i < length; ++i)
      for (Index j = 0; j < length; ++j)
        for (Index a = 0; a < K; ++a)
          for (Index b = 0; b < K; ++b) gradient.value(h, a, b) += A(h, i, j) * symmetricD(objective, i, a, j, b);
    addScoreGradient(weights, A, mapGradient(weights, objective, h), h, gradient);
  }
  return gradient;
}

Array<double> pottsGradient(const PairObjective& objective) {
  Array<double> gradient(objective.couplings.shape(), 0.0);
  const Index length = gradient.length(0);
  for (Index i = 0; i < length; ++i)
    for (Index a = 0; a < K; ++a)
      for (Index j = 0; j < length; ++j)
        for (Index b = 0; b < K && i != j; ++b) gradient(i, a, j, b) = symmetricD(objective, i, a, j, b);
  return gradient;
}

Array<double> couplingSizes(const Array<double>& W) {
  const Index length = W.length(0);
  Array<double> sizes({length, length}, 0.0, "sizes");
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j) {
      if (i == j) continue;
      double rows[K] = {}, columns[K] = {}, all = 0;
      for (Index a = 0; a < K; ++a)
        for (Index b = 0; b < K; ++b) {
          const double part = W(i, a, j, b) / static_cast<double>(K);
          rows[a] += part;
          columns[b] += part;
          all += part / static_cast<double>(K);
        }
      double sum = 0;
      for (Index a = 0; a < K; ++a)
        for (Index b = 0; b < K; ++b) {
          const double value = W(i, a, j, b) - rows[a] - columns[b] + all;
          sum += value * value;
        }
      sizes(i, j) = std::sqrt(sum);
    }
  return sizes;
}

Array<double> contactScores(const Array<double>& sizes) {
  Progress none;
  Array<double> scores = averageProductCorrected(sizes, 1, none);
  for (Index i = 0; i < scores.length(0); ++i) scores(i, i) = 0;
  return scores;
}

}  // namespace engine
