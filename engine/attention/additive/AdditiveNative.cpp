// Additive attention at full speed. tanh(a + b) = 1 - 2 / (exp(2a) exp(2b) + 1): the exponentials are taken once per
// query and once per key, so that each of the n m h terms needs a few multiplications and half a division.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/additive/Additive.h"
#include "engine/attention/heads/BlockProduct.h"
#include "engine/attention/lanes/VectorExp.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kKeyBlock = 64, kQueryBlock = 32;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
/// Largest |projection| for which the product of two denominators, (exp(4 x) + 1)^2, stays a float.
constexpr float kLargestForProducts = 10.5f;
/// Largest |w_v| for which the sum of two such weights, each times a denominator, stays a float.
constexpr float kLargestWeightForProducts = 1e19f;

/// The terms of the tanh, keys transposed and filled up with zeros to whole blocks of 64.
struct Terms {
  Index n, m, h, paddedKeys;
  bool areExponentials;  ///< exp(2 x) instead of x
  Array<float> queries;  ///< (B, n, h)
  Array<float> keys;     ///< (B, h, paddedKeys)
};

Terms termsOf(AdditiveProjections<float> projections, const Array<float>& w_v) {
  const Index B = projections.keys.length(0), m = projections.keys.length(1), h = projections.keys.length(2);
  Terms terms{projections.queries.length(1), m, h, (m + kKeyBlock - 1) / kKeyBlock * kKeyBlock, false, {}, {}};
  terms.areExponentials =
      std::max(largestMagnitude(projections.queries), largestMagnitude(projections.keys)) <= kLargestForProducts &&
      largestMagnitude(w_v) <= kLargestWeightForProducts;
  const auto term = [&](float x) { return terms.areExponentials ? std::exp(2 * x) : x; };
  terms.keys = Array<float>({B, h, terms.paddedKeys});
  for (Index b = 0; b < B; ++b)
    for (Index j = 0; j < m; ++j)
      for (Index c = 0; c < h; ++c) terms.keys(b, c, j) = term(projections.keys(b, j, c));
  for (float& value : projections.queries) value = term(value);
  terms.queries = std::move(projections.queries);
  return terms;
}

/// scores[j] = sum of w[c] tanh(x + y) for 64 keys, of which `query` and `keys` hold exp(2x) and exp(2y); two channels
/// share a division: w / s + z / t = (w t + z s) / (s t). The constant w + z is added pair by pair, where it cancels.
void scoreByExponentials(const float* query, const float* keys, Index stride, const Array<float>& w, float* scores) {
  const Index h = w.size();
  float sums[kKeyBlock] = {};
  Index c = 0;
  for (; c + 1 < h; c += 2)
    for (Index j = 0; j < kKeyBlock; ++j) {
      const float s = query[c] * keys[c * stride + j] + 1, t = query[c + 1] * keys[(c + 1) * stride + j] + 1;
      sums[j] += (w[c] + w[c + 1]) - 2 * ((w[c] * t + w[c + 1] * s) / (s * t));
    }
  for (; c < h; ++c)
    for (Index j = 0; j < kKeyBlock; ++j) sums[j] += w[c] - 2 * (w[c] / (query[c] * keys[c * stride + j] + 1));
  std::copy_n(sums, kKeyBlock, scores);
}

/// tanh x to an absolute error of 2e-7.
float vectorTanh(float x) {
  const float e = expOfNonPositive(-2 * std::abs(x));
  return std::copysign((1 - e) / (1 + e), x);
}

/// The same from x and y themselves, of any size.
void scoreByTanh(const float* query, const float* keys, Index stride, const Array<float>& w, float* scores) {
  float sums[kKeyBlock] = {};
  for (Index c = 0; c < w.size(); ++c)
    for (Index j = 0; j < kKeyBlock; ++j) sums[j] += w[c] * vectorTanh(query[c] + keys[c * stride + j]);
  std::copy_n(sums, kKeyBlock, scores);
}

/// Scores of queries [first, first + rows) of a batch.
void scoreBlock(const Terms& terms, const Array<float>& w_v, Index batch, Index first, Index rows, float* scores) {
  float block[kKeyBlock];
  for (Index begin = 0; begin < terms.m; begin += kKeyBlock) {
    const float* const keys = terms.keys.data() + batch * terms.h * terms.paddedKeys + begin;
    for (Index r = 0; r < rows; ++r) {
      const float* const query = terms.queries.data() + (batch * terms.n + first + r) * terms.h;
      (terms.areExponentials ? scoreByExponentials : scoreByTanh)(query, keys, terms.paddedKeys, w_v, block);
      std::copy_n(block, std::min(kKeyBlock, terms.m - begin), scores + r * terms.m + begin);
    }
  }
}

void softmaxRow(const KeyMask& mask, Index batch, Index query, const float* scores, Index number, float* weights) {
  const float hidden = mask.rule == MaskRule::overwrite ? float(kOverwrittenScore) : -kInfinity;
  float maximum = -kInfinity;
  for (Index j = 0; j < number; ++j) {
    weights[j] = mask.sees(batch, query, j) ? scores[j] : hidden;
    maximum = std::max(maximum, weights[j]);
  }
  if (maximum == -kInfinity) {
    std::fill_n(weights, number, 0.0f);
    return;
  }
  const float sum = expShifted(weights, number, maximum);
  for (Index j = 0; j < number; ++j) weights[j] /= sum;
}

/// V of every batch as right factor of a product: (B, packedSize(m, v)).
Array<float> packedValues(const Array<float>& V) {
  const Index B = V.length(0), m = V.length(1), v = V.length(2);
  Array<float> packed({B, packedSize(m, v)}, Untouched{});
  for (Index b = 0; b < B; ++b) packPanels(V.data() + b * m * v, v, 1, m, v, packed.data() + b * packed.length(1));
  return packed;
}

}  // namespace

AdditiveResult<float> additiveNative(const AdditiveInput<float>& input, int threads, Progress& progress) {
  const Terms terms = termsOf(projectForAdditive(input, threads, progress), input.w_v);
  const Array<float> values = packedValues(input.V);
  const Index B = input.Q.length(0), n = terms.n, m = terms.m, v = input.V.length(2);
  AdditiveResult<float> result{Array<float>({B, n, m}, Untouched{}), Array<float>({B, n, m}, Untouched{}),
                               Array<float>({B, n, v})};
  const Index perRow = std::max<Index>(1, m * (terms.h + v));
  const Index height = std::clamp<Index>(10'000'000 / perRow, 1, kQueryBlock);  // a few milliseconds
  const Index blocks = (n + height - 1) / height;
  parallelFor(B * blocks, 1, threads, progress, "attention", [&](Index begin, Index end) {
    for (Index item = begin; item < end; ++item) {
      const Index batch = item / blocks, first = item % blocks * height, rows = std::min(height, n - first);
      float* const scores = result.S.data() + (batch * n + first) * m;
      float* const weights = result.A.data() + (batch * n + first) * m;
      scoreBlock(terms, input.w_v, batch, first, rows, scores);
      for (Index r = 0; r < rows; ++r) softmaxRow(input.mask, batch, first + r, scores + r * m, m, weights + r * m);
      blockProduct({weights, m, 1}, rows, m, values.data() + batch * values.length(1), v,
                   result.O.data() + (batch * n + first) * v, v, false);
    }
  });
  return result;
}

}  // namespace engine
