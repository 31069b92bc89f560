// Performer, FAVOR+ (MATHEMATICS.md 9): attention through features, O_i = phi(q_i)^T (sum_n phi(k_n) v_n^T) /
// phi(q_i)^T (sum_n phi(k_n)), in time and memory linear in the length.
#pragma once

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/compute/KernelFlavour.h"

namespace engine {

/// What phi is. With x~ = inputScale * x, u_r = w_r . x~, g = |x~|^2 / 2 and M features:
///   positive       exp(u_r - g - shift) + eps, all over sqrt(m); M = m
///   trigonometric  exp(g - shift) cos(u_r), then exp(g - shift) sin(u_r), over sqrt(m); M = 2m
///   hyperbolic     exp(u_r - g - shift) + eps, then exp(-u_r - g - shift) + eps, over sqrt(2m); M = 2m
///   relu           max(u_r, 0) + eps; M = m, or d without W (u = x~)
///   efficient      no W, M = d: softmax over channels (queries) or positions (keys); causal keys: exp(x~ - shift)
enum class FeatureKind { positive, trigonometric, hyperbolic, relu, efficient };

/// What `shift` is taken over. Largest u (hyperbolic: |u|): of each position for queries; for keys over all features
/// and the positions of a head (lucidrains, google), or over the whole tensor (RoseTTAFold). Trigonometric: largest g
/// over the positions, for queries and for keys. none: 0. It cancels in O only if eps = 0.
enum class Stabiliser { head, tensor, none };

/// Hidden keys. exclude: phi(k) is 0 and the shift does not see them, as if they were not there. valuesOnly: only V is
/// zeroed and they stay in the denominator, as lucidrains does.
enum class HiddenKeys { exclude, valuesOnly };

enum class Features { keep, drop };

/// Consecutive positions of one head.
struct PositionRange {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
};

/// Stands for "what is usual for the kind".
inline constexpr double kUsual = -1;

struct PerformerOptions {
  FeatureKind kind = FeatureKind::positive;
  Stabiliser stabiliser = Stabiliser::head;
  HiddenKeys hiddenKeys = HiddenKeys::exclude;
  Features features = Features::keep;  ///< whether phi_q and phi_k are among the results
  bool causal = false;                 ///< query i sees keys j <= i + L - n
  double eps = kUsual;                 ///< positive 1e-4, relu 1e-3, otherwise 0
  double inputScale = kUsual;          ///< d^-1/4; efficient 1
  double guard = kUsual;  ///< e: a denominator |R| <= e becomes R + 2e; trigonometric 1e-6, otherwise 0 (google)
  double prefixEps = 0;   ///< added to the sums of causal keys in the denominator; lucidrains 1e-6
};

/// The options with every kUsual replaced.
PerformerOptions resolved(PerformerOptions options, Index depth);

template <class T>
struct PerformerInput {
  Array<T> Q;           ///< (B, H, n, d)
  Array<T> K;           ///< (B, H, L, d)
  Array<T> V;           ///< (B, H, L, v)
  Array<T> W;           ///< (m, d), m > 0; without rank 2: none (relu, efficient)
  Array<Bool> keyMask;  ///< (B, L), true where a key is seen; empty: all
  PerformerOptions options;

  Index batches() const { return Q.length(0); }
  Index heads() const { return Q.length(1); }
  Index flatHeads() const { return batches() * heads(); }
  Index queries() const { return Q.length(2); }
  Index keys() const { return K.length(2); }
  Index depth() const { return Q.length(3); }
  Index valueWidth() const { return V.length(3); }
  bool hasProjection() const { return W.rank() == 2; }
  Index projections() const { return hasProjection() ? W.length(0) : depth(); }
  Index features() const;  ///< M
  bool isHidden(Index batch, Index key) const { return !keyMask.empty() && !keyMask(batch, key); }
  /// Whether the key has features of 0.
  bool isExcluded(Index batch, Index key) const {
    return options.hiddenKeys == HiddenKeys::exclude && isHidden(batch, key);
  }
  /// Number of keys that may be seen from a query on, counted from key 0.
  Index keyEnd(Index query) const;
  /// Causal: keys that one of these queries sees and no query before them does. They follow upon each other as queries
  /// do; before query 0 (an empty range) stand the keys that every query sees.
  PositionRange newKeys(PositionRange queries) const;
};

template <class T>
struct PerformerResult {
  Array<T> phi_q;  ///< (B, H, n, M); empty when dropped
  Array<T> phi_k;  ///< (B, H, L, M); empty when dropped
  Array<T> O;      ///< (B, H, n, v); 0 where the denominator is 0
  /// (B, H, n) what O was divided by; 0 without any key. Negative ones are right (trigonometric).
  Array<T> denominator;
};

/// Throws Error naming array and shapes when they do not belong together.
template <class T>
void checkPerformerInput(const PerformerInput<T>& input);

/// phi_q and phi_k, the definition.
template <class T>
struct PerformerFeatures {
  Array<T> phi_q, phi_k;
};
template <class T>
PerformerFeatures<T> performerFeatures(const PerformerInput<T>& input, int threads, Progress& progress);

/// The definition: features, then sums over the keys (running sums when causal). T is float or double.
template <class T>
PerformerResult<T> performerPlain(const PerformerInput<T>& input, int threads, Progress& progress);

/// In blocks, with vector instructions; linear in time, and in memory unless the features are kept. The kind efficient
/// is left to the definition.
PerformerResult<float> performerNative(const PerformerInput<float>& input, int threads, Progress& progress);

/// The kernels performer.cl (wide) and performer_gpu.cl (tiled). Throws DeviceError, also for the kind efficient,
/// which has no kernel.
PerformerResult<float> performerOnDevice(const PerformerInput<float>& input, Device& device, Progress& progress,
                                         KernelFlavour flavour = KernelFlavour::automatic);

/// Checks the input, then chooses: the device when there is one (falling back with a warning) and a kernel, the fast
/// native path for float, the definition for double. Warns of queries whose denominator is 0. Throws Error when
/// features or outputs do not fit into T.
template <class T>
PerformerResult<T> performer(const PerformerInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                             Progress& progress);

/// What is summed over all keys: the whole memory of a Performer, whatever the length. Causal: after the last query.
template <class T>
struct PerformerSums {
  Array<T> KV;  ///< (B, H, M, v), sum of phi(k_j) v_j^T over the keys that are not hidden
  Array<T> z;   ///< (B, H, M), sum of phi(k_j)
};
/// The features must have been kept.
template <class T>
PerformerSums<T> performerSums(const PerformerInput<T>& input, const PerformerResult<T>& result, int threads,
                               Progress& progress);

/// (B, n, L): whether a query sees a key.
template <class T>
Array<Bool> performerMask(const PerformerInput<T>& input);

/// The map that the features stand for, A (B, H, n, L) = phi(q_i) . phi(k_j) / denominator, built only to be looked at
/// (cost n L M). Hidden and causally unseen keys are 0; a query with denominator 0 has a row of 0. The features must
/// have been kept.
template <class T>
Array<T> performerMaps(const PerformerInput<T>& input, const PerformerResult<T>& result, int threads,
                       Progress& progress);

}  // namespace engine
