// Scaled dot-product attention: choice of path and the plain definition.
#include "engine/attention/dot/DotProduct.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/FastPath.h"
#include "engine/attention/heads/ScoreOverflow.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

Array<Bool> seenKeys(const KeyMask& mask, Index keys) {
  const Index B = mask.keyEnd.length(0), n = mask.keyEnd.length(1);
  Array<Bool> seen({B, n, keys}, Bool{}, "mask");
  for (Index b = 0; b < B; ++b)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < keys; ++j) seen(b, i, j).value = mask.sees(b, i, j);
  return seen;
}

KeyMask fullMask(Index batches, Index queries, Index keys) {
  KeyMask mask;
  mask.keyEnd = Array<std::int32_t>({batches, queries}, static_cast<std::int32_t>(keys));
  return mask;
}

void makeCausal(KeyMask& mask, Index keys) {
  const Index queries = mask.keyEnd.length(1);
  mask.isCausal = true;
  for (Index b = 0; b < mask.keyEnd.length(0); ++b)
    for (Index i = 0; i < queries; ++i) {
      const Index end = std::clamp<Index>(i + keys - queries + 1, 0, keys);
      mask.keyEnd(b, i) = std::min(mask.keyEnd(b, i), static_cast<std::int32_t>(end));
    }
}

void makeSliding(KeyMask& mask, Index keys, Index width) {
  const Index B = mask.keyEnd.length(0), n = mask.keyEnd.length(1);
  if (mask.allowed.empty()) mask.allowed = Array<Bool>({B, n, keys}, Bool{1}, "mask");
  mask.window = mask.window == 0 ? width : std::min(mask.window, width);
  for (Index b = 0; b < B; ++b)
    for (Index i = 0; i < n && keys > 0; ++i) {
      Bool* const allowed = &mask.allowed(b, i, 0);
      const Index begin = std::clamp<Index>(i + keys - n - width + 1, 0, keys),
                  end = std::clamp<Index>(i + keys - n + width, begin, keys);
      std::fill(allowed, allowed + begin, Bool{});
      std::fill(allowed + end, allowed + keys, Bool{});
    }
}

KeyRange windowOf(const KeyMask& mask, Index query, Index keys) {
  if (mask.window == 0) return {0, keys};
  const Index place = query + keys - mask.keyEnd.length(1);
  const Index begin = std::clamp<Index>(place - mask.window + 1, 0, keys);
  return {begin, std::clamp<Index>(place + (mask.isCausal ? 1 : mask.window), begin, keys)};
}

template <class T>
void clearOutsideWindow(const KeyMask& mask, Array<T>& S) {
  if (mask.window == 0) return;
  const Index n = S.length(2), m = S.length(3);
  for (Index row = 0; row < S.length(0) * S.length(1) * n; ++row) {
    const KeyRange window = windowOf(mask, row % n, m);
    T* const scores = S.data() + row * m;
    std::fill(scores, scores + window.begin, T{0});
    std::fill(scores + window.end, scores + m, T{0});
  }
}

template void clearOutsideWindow(const KeyMask&, Array<float>&);
template void clearOutsideWindow(const KeyMask&, Array<double>&);

Array<double> alibiSlopes(Index heads) {
  Index whole = 1;
  while (2 * whole <= heads) whole *= 2;
  Array<double> slopes({heads}, 0, "slopes");
  for (Index h = 0; h < heads; ++h)
    // Those of the next lower power of two, then every second one of the next higher.
    slopes[h] = h < whole ? std::exp2(-8.0 * double(h + 1) / double(whole))
                          : std::exp2(-8.0 * double(2 * (h - whole) + 1) / double(2 * whole));
  return slopes;
}

double standardScale(Index depth) { return depth == 0 ? 1.0 : 1.0 / std::sqrt(double(depth)); }

template <class T>
DotProductResult<T> emptyDotProductResult(const DotProductInput<T>& input) {
  const Index B = input.batches(), H = input.heads(), n = input.queries(), m = input.keys();
  DotProductResult<T> result;
  if (input.maps == Maps::keep) {
    requireMemory(2.0 * double(B) * double(H) * double(n) * double(m) * sizeof(T), "the maps S and A",
                  "drop the maps (maps=no)");
    result.S = Array<T>({B, H, n, m}, Untouched{}, "S");
    result.A = Array<T>({B, H, n, m}, Untouched{}, "A");
  }
  result.O = Array<T>({B, H, n, input.valueWidth()}, T{0}, "O");
  result.lse = Array<T>({B, H, n}, T{0}, "lse");
  return result;
}

namespace {

/// One query: where its numbers are.
template <class T>
struct Row {
  const DotProductInput<T>& input;
  Index batch, head, query;

  Index headOffset() const { return batch * input.heads() + head; }
  T rawScore(Index key) const {
    const Index d = input.depth();
    const T* const q = input.Q.data() + (headOffset() * input.queries() + query) * d;
    const T* const k = input.K.data() + (headOffset() * input.keys() + key) * d;
    T sum = 0;
    for (Index c = 0; c < d; ++c) sum += q[c] * k[c];
    return sum * static_cast<T>(input.scale) + bias(key);
  }
  T bias(Index key) const {
    return input.bias.isNone() ? T{0} : input.bias.at(batch, head, query, key, input.queries(), input.keys());
  }
  /// The raw score after the mask.
  T maskedScore(T raw, Index key) const {
    if (input.mask.sees(batch, query, key)) return raw;
    return input.mask.rule == MaskRule::overwrite ? static_cast<T>(kOverwrittenScore)
                                                  : -std::numeric_limits<T>::infinity();
  }
  const T* value(Index key) const { return input.V.data() + (headOffset() * input.keys() + key) * input.valueWidth(); }
};

/// Adds weight * values to the output row.
template <class T>
void addScaled(T* output, const T* values, T weight, Index width) {
  for (Index c = 0; c < width; ++c) output[c] += weight * values[c];
}

template <class T>
T logSumExp(T maximum, T sum) {
  return sum > 0 || std::isnan(sum) ? maximum + std::log(sum) : -std::numeric_limits<T>::infinity();
}

/// A materialised row: S, A, O and lse.
template <class T>
void computeRow(const Row<T>& row, DotProductResult<T>& result) {
  const Index m = row.input.keys(), width = row.input.valueWidth();
  const Index flat = row.headOffset() * row.input.queries() + row.query;
  T* const scores = result.S.data() + flat * m;
  T* const weights = result.A.data() + flat * m;
  const KeyRange window = windowOf(row.input.mask, row.query, m);
  T maximum = -std::numeric_limits<T>::infinity();
  for (Index j = 0; j < m; ++j) {
    scores[j] = j >= window.begin && j < window.end ? row.rawScore(j) : T{0};
    weights[j] = row.maskedScore(scores[j], j);
    maximum = std::max(maximum, weights[j]);
  }
  const T shift = std::isinf(maximum) && maximum < 0 ? T{0} : maximum;
  T sum = 0;
  for (Index j = 0; j < m; ++j) sum += weights[j] = std::exp(weights[j] - shift);
  result.lse[flat] = logSumExp(shift, sum);
  if (sum == 0) return;
  for (Index j = 0; j < m; ++j) addScaled(result.O.data() + flat * width, row.value(j), weights[j] /= sum, width);
}

/// The online form: one tile of keys at a time with running maximum, sum and output.
template <class T>
void computeRowOnline(const Row<T>& row, DotProductResult<T>& result, std::vector<T>& tile) {
  const Index m = row.input.keys(), width = row.input.valueWidth();
  const Index flat = row.headOffset() * row.input.queries() + row.query;
  T* const output = result.O.data() + flat * width;
  T maximum = -std::numeric_limits<T>::infinity(), sum = 0;
  for (Index first = 0; first < m; first += static_cast<Index>(tile.size())) {
    const Index number = std::min<Index>(static_cast<Index>(tile.size()), m - first);
    T newMaximum = maximum;
    for (Index j = 0; j < number; ++j) {
      nth(tile, j) = row.maskedScore(row.rawScore(first + j), first + j);
      newMaximum = std::max(newMaximum, nth(tile, j));
    }
    if (std::isinf(newMaximum) && newMaximum < 0) continue;  // nothing seen so far
    const T rescale = std::exp(maximum - newMaximum);
    sum *= rescale;
    for (Index c = 0; c < width; ++c) output[c] *= rescale;
    for (Index j = 0; j < number; ++j) {
      const T weight = std::exp(nth(tile, j) - newMaximum);
      sum += weight;
      addScaled(output, row.value(first + j), weight, width);
    }
    maximum = newMaximum;
  }
  result.lse[flat] = logSumExp(sum == 0 ? T{0} : maximum, sum);
  if (sum != 0)
    for (Index c = 0; c < width; ++c) output[c] /= sum;
}

template <class T>
[[noreturn]] void failForRow(const DotProductInput<T>& input, Index row) {
  failForScore<T>(input.origin.empty() ? arraysText({{"Q", input.Q.shape()}, {"K", input.K.shape()}}) : input.origin,
                  row % input.queries());
}

/// Whether the terms of a score that matters fit into T in whichever order, scaled before or after, they are added up.
template <class T>
bool fits(const Row<T>& row) {
  const DotProductInput<T>& input = row.input;
  const Index d = input.depth();
  const T factor = std::max(T{1}, std::abs(static_cast<T>(input.scale)));
  const T* const q = input.Q.data() + (row.headOffset() * input.queries() + row.query) * d;
  const KeyRange window = windowOf(input.mask, row.query, input.keys());
  for (Index j = window.begin; j < window.end; ++j) {
    if (input.maps == Maps::drop && !input.mask.sees(row.batch, row.query, j)) continue;
    const T* const k = input.K.data() + (row.headOffset() * input.keys() + j) * d;
    T sum = std::abs(row.bias(j));
    for (Index c = 0; c < d; ++c) sum += std::abs(q[c]) * factor * std::abs(k[c]);
    if (!std::isfinite(sum)) return false;
  }
  return true;
}

/// Throws when a score may not fit into T. Beforehand, because minus infinity looks like a masked key afterwards; a
/// bound spares nearly every input the closer look.
template <class T>
void requireFittingScores(const DotProductInput<T>& input, int threads, Progress& progress) {
  const T factor = std::max(T{1}, std::abs(static_cast<T>(input.scale))) * static_cast<T>(input.depth());
  const T furthest = largestMagnitude(input.bias.slopes) * static_cast<T>(input.queries() + input.keys());
  const T bias = largestMagnitude(input.bias.given) + furthest;
  if (std::isfinite(2 * (largestMagnitude(input.Q) * factor * largestMagnitude(input.K) + bias))) return;
  const Index H = input.heads(), n = input.queries(), rows = input.batches() * H * n;
  const Index grain = std::clamp<Index>(4'000'000 / std::max<Index>(1, input.keys() * input.depth()), 1, 256);
  std::vector<char> overflows(static_cast<size_t>(rows));
  parallelFor(rows, grain, threads, progress, "range of the scores", [&](Index begin, Index end) {
    for (Index flat = begin; flat < end; ++flat)
      nth(overflows, flat) = !fits(Row<T>{input, flat / n / H, flat / n % H, flat % n});
  });
  const auto first = std::find(overflows.begin(), overflows.end(), 1);
  if (first != overflows.end()) failForRow(input, first - overflows.begin());
}

/// Throws when a score did not fit into T; warns of rows that see no key.
template <class T>
void checkResult(const DotProductInput<T>& input, const DotProductResult<T>& result, Diagnostics& diagnostics) {
  Index emptyRows = 0;
  for (Index row = 0; row < result.lse.size(); ++row) {
    const T lse = result.lse[row];
    if (std::isnan(lse) || lse == std::numeric_limits<T>::infinity()) failForRow(input, row);
    emptyRows += lse == -std::numeric_limits<T>::infinity();
  }
  if (emptyRows > 0) diagnostics.warn(emptyRows, " query row(s) see no key: their weights and outputs are 0");
}

}  // namespace

template <class T>
DotProductResult<T> dotProductPlain(const DotProductInput<T>& input, int threads, Progress& progress) {
  DotProductResult<T> result = emptyDotProductResult(input);
  const Index H = input.heads(), n = input.queries();
  const Index perRow = std::max<Index>(1, input.keys() * (input.depth() + input.valueWidth()));
  const Index grain = std::clamp<Index>(4'000'000 / perRow, 1, 256);  // a few milliseconds
  parallelFor(input.batches() * H * n, grain, threads, progress, "attention", [&](Index begin, Index end) {
    std::vector<T> tile(static_cast<size_t>(std::max<Index>(1, input.keyTile)));
    for (Index flat = begin; flat < end; ++flat) {
      const Row<T> row{input, flat / n / H, flat / n % H, flat % n};
      if (input.maps == Maps::keep)
        computeRow(row, result);
      else
        computeRowOnline(row, result, tile);
    }
  });
  return result;
}

template <class T>
DotProductResult<T> dotProduct(const DotProductInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                               Progress& progress) {
  requireFittingScores(input, compute.threads, progress);
  const Compute where{input.bias.isNone() ? compute.device : nullptr, compute.threads};
  DotProductResult<T> result =
      onFastest(input, where, diagnostics, progress, dotProductPlain<T>, dotProductNative, dotProductOnDevice);
  checkResult(input, result, diagnostics);
  return result;
}

template DotProductResult<float> emptyDotProductResult(const DotProductInput<float>&);
template DotProductResult<double> emptyDotProductResult(const DotProductInput<double>&);
template DotProductResult<float> dotProductPlain(const DotProductInput<float>&, int, Progress&);
template DotProductResult<double> dotProductPlain(const DotProductInput<double>&, int, Progress&);
template DotProductResult<float> dotProduct(const DotProductInput<float>&, const Compute&, Diagnostics&, Progress&);
template DotProductResult<double> dotProduct(const DotProductInput<double>&, const Compute&, Diagnostics&, Progress&);

}  // namespace engine
