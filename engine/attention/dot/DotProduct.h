// Scaled dot-product attention (MATHEMATICS.md 2): S = scale * Q K^T, A = softmax over keys, O = A V.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/compute/KernelFlavour.h"

namespace engine {

/// What a masked score becomes. exclude: minus infinity, and a row without any key gives zeros. overwrite: -1e6 as in
/// d2l, and such a row is uniform over all keys.
enum class MaskRule { exclude, overwrite };
inline constexpr double kOverwrittenScore = -1e6;

/// Whether the n x m maps are kept or only O and lse, in memory O(n) per head.
enum class Maps { keep, drop };

/// Which keys a query may see; the same for all heads of a batch.
struct KeyMask {
  Array<std::int32_t> keyEnd;  ///< (B, n): keys j < keyEnd, valid lengths and causality combined; 0..m
  Array<Bool> allowed;         ///< (B, n, m), or empty: all
  MaskRule rule = MaskRule::exclude;
  Index window = 0;       ///< width of makeSliding(), which `allowed` says, too; 0: none
  bool isCausal = false;  ///< whether makeCausal() was called

  bool sees(Index batch, Index query, Index key) const {
    return key < keyEnd(batch, query) && (allowed.empty() || allowed(batch, query, key));
  }
};

/// The whole mask as one array (B, n, m): true where a query sees a key.
Array<Bool> seenKeys(const KeyMask& mask, Index keys);
/// Every query sees all keys.
KeyMask fullMask(Index batches, Index queries, Index keys);
/// Query i sees keys j <= i + m - n at most: aligned to the bottom-right corner.
void makeCausal(KeyMask& mask, Index keys);

/// What is added to the scaled products (MATHEMATICS.md 2.7).
template <class T>
struct ScoreBias {
  Array<T> given = {};   ///< (1 or B, 1 or H, n, m), of which axes of length 1 are shared; empty: none
  Array<T> slopes = {};  ///< (H) of ALiBi: times the distance of query and key, taken off; empty: none

  bool isNone() const { return given.empty() && slopes.empty(); }
  /// Of n queries and m keys, the last of which stand in one place.
  T at(Index batch, Index head, Index query, Index key, Index n, Index m) const {
    T sum = 0;
    if (!given.empty()) sum += given(given.length(0) == 1 ? 0 : batch, given.length(1) == 1 ? 0 : head, query, key);
    if (!slopes.empty()) sum -= slopes[head] * static_cast<T>(std::abs(query + m - n - key));
    return sum;
  }
};
/// Slopes of H heads as ALiBi has them.
Array<double> alibiSlopes(Index heads);
/// Hides keys that are `width` or more places away from their query.
void makeSliding(KeyMask& mask, Index keys, Index width);

struct KeyRange {
  Index begin, end;
};
/// The keys of the sliding window of a query, with causality its first half; without a window all. No other scores are
/// computed.
KeyRange windowOf(const KeyMask& mask, Index query, Index keys);
/// Makes S (B, H, n, m) 0 outside the sliding window.
template <class T>
void clearOutsideWindow(const KeyMask& mask, Array<T>& S);

template <class T>
struct DotProductInput {
  Array<T> Q;  ///< (B, H, n, d)
  Array<T> K;  ///< (B, H, m, d)
  Array<T> V;  ///< (B, H, m, v)
  KeyMask mask;
  double scale = 1;  ///< of the scores, usually 1/sqrt(d)
  Maps maps = Maps::keep;
  Index keyTile = 64;       ///< keys at a time when the maps are dropped (plain path; tests vary it)
  std::string origin = {};  ///< arrays that Q and K come from, for errors (arraysText); empty: Q and K themselves
  ScoreBias<T> bias = {};   ///< not on the device: then the native path is taken

  Index batches() const { return Q.length(0); }
  Index heads() const { return Q.length(1); }
  Index queries() const { return Q.length(2); }
  Index keys() const { return K.length(2); }
  Index depth() const { return Q.length(3); }
  Index valueWidth() const { return V.length(3); }
};

/// Masked weights are exactly 0; a row without keys has A = 0, O = 0, lse = -inf (rule exclude).
template <class T>
struct DotProductResult {
  /// (B, H, n, m) scaled scores with biases before the mask, 0 outside a sliding window; empty when the maps are
  /// dropped
  Array<T> S;
  Array<T> A;    ///< (B, H, n, m) weights; empty when the maps are dropped
  Array<T> O;    ///< (B, H, n, v)
  Array<T> lse;  ///< (B, H, n) ln of the sum of exp(score) over the keys seen
};

/// Largest |x|; 0 when there is none.
template <class T>
T largestMagnitude(const Array<T>& array) {
  constexpr Index kChains = 16;  // one would wait for each comparison
  T largest[kChains] = {};
  const auto take = [&](Index k, Index chain) {
    const T size = std::abs(array[k]);
    largest[chain] = size > largest[chain] ? size : largest[chain];
  };
  const Index whole = array.size() / kChains * kChains;
  for (Index k = 0; k < whole; k += kChains)
    for (Index chain = 0; chain < kChains; ++chain) take(k + chain, chain);
  for (Index k = whole; k < array.size(); ++k) take(k, 0);
  return *std::max_element(largest, largest + kChains);
}

/// 1/sqrt(d); 1 for d = 0.
double standardScale(Index depth);

/// The definition, row by row. T is float or double.
template <class T>
DotProductResult<T> dotProductPlain(const DotProductInput<T>& input, int threads, Progress& progress);

/// Queries in the lanes of vectors, matrix products out of registers.
DotProductResult<float> dotProductNative(const DotProductInput<float>& input, int threads, Progress& progress);

/// The kernels dot_attention.cl (wide) or dot_attention_tiled.cl. Throws DeviceError.
DotProductResult<float> dotProductOnDevice(const DotProductInput<float>& input, Device& device, Progress& progress,
                                           KernelFlavour flavour = KernelFlavour::automatic);

/// Chooses: the device when there is one (falling back with a warning), the fast native path for float, the definition
/// for double. Warns of rows without keys. Throws Error when a score, or a partial sum of one, does not fit into T
/// (with maps any score inside the window, without those of keys that the query sees), or when the maps do not fit into
/// memory.
template <class T>
DotProductResult<T> dotProduct(const DotProductInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                               Progress& progress);

/// Result arrays of the right shapes: O and lse zero, S and A to be written in full. Throws Error when they cannot fit
/// into memory.
template <class T>
DotProductResult<T> emptyDotProductResult(const DotProductInput<T>& input);

}  // namespace engine
