// Performer: options, checks, choice of path, and the plain sums over keys.
#include "engine/attention/performer/Performer.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "engine/attention/FastPath.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

PerformerOptions resolved(PerformerOptions options, Index depth) {
  const FeatureKind kind = options.kind;
  if (options.eps == kUsual) options.eps = kind == FeatureKind::positive ? 1e-4 : kind == FeatureKind::relu ? 1e-3 : 0;
  if (options.guard == kUsual) options.guard = kind == FeatureKind::trigonometric ? 1e-6 : 0;
  if (options.inputScale == kUsual)
    options.inputScale = kind == FeatureKind::efficient || depth == 0 ? 1 : std::pow(double(depth), -0.25);
  return options;
}

template <class T>
Index PerformerInput<T>::features() const {
  const bool isDouble = options.kind == FeatureKind::trigonometric || options.kind == FeatureKind::hyperbolic;
  return (isDouble ? 2 : 1) * projections();
}

template <class T>
Index PerformerInput<T>::keyEnd(Index query) const {
  return options.causal ? std::clamp<Index>(query + keys() - queries() + 1, 0, keys()) : keys();
}

template <class T>
PositionRange PerformerInput<T>::newKeys(PositionRange range) const {
  const Index offset = keys() - queries();
  return {std::clamp<Index>(range.begin + offset, 0, keys()), std::clamp<Index>(range.end + offset, 0, keys())};
}

template <class T>
void checkPerformerInput(const PerformerInput<T>& input) {
  if (input.Q.rank() != 4) fail("array Q: found shape ", shapeText(input.Q.shape()), ", expected (B, H, n, d)");
  requireShape("K", input.K.shape(), {input.batches(), input.heads(), -1, input.depth()});
  requireShape("V", input.V.shape(), {input.batches(), input.heads(), input.keys(), -1});
  if (!input.keyMask.empty()) requireShape("mask", input.keyMask.shape(), {input.batches(), input.keys()});
  for (const double number : {input.options.eps, input.options.guard, input.options.inputScale})
    if (number < 0 && number != kUsual)
      fail("performer: found ", number,
           " for eps, guard or the scale of the input, expected at least 0, or -1 for the usual");
  const FeatureKind kind = input.options.kind;
  if (!input.hasProjection()) {
    if (kind != FeatureKind::relu && kind != FeatureKind::efficient)
      fail("array W is missing, expected (m, ", input.depth(), "): only the kinds relu and efficient go without it");
    return;
  }
  requireShape("W", input.W.shape(), {-1, input.depth()});
  if (kind == FeatureKind::efficient)
    fail("array W: found shape ", shapeText(input.W.shape()), ", expected none: the kind efficient has no projection");
  if (input.W.length(0) == 0) fail("array W: found shape ", shapeText(input.W.shape()), ", expected at least one row");
}

namespace {

/// One head: sums over its keys so far, and the row of a query.
template <class T>
class HeadSums {
 public:
  HeadSums(const PerformerInput<T>& input, const PerformerOptions& options, const PerformerFeatures<T>& features,
           Index flatHead)
      : m_input(input),
        m_options(options),
        m_features(features),
        m_head(flatHead),
        m_M(input.features()),
        m_width(input.valueWidth()),
        m_KV(static_cast<size_t>(m_M * m_width), T{0}),
        m_z(static_cast<size_t>(m_M), T{0}) {}

  void addKeysUpTo(Index end) {
    while (m_numKeys < end) addNextKey();
  }

  void write(Index query, PerformerResult<T>& result) const {
    const Index flat = m_head * m_input.queries() + query;
    const T* const phi = m_features.phi_q.data() + flat * m_M;
    const T prefixEps = m_options.causal ? static_cast<T>(m_options.prefixEps) : T{0};
    const T guard = static_cast<T>(m_options.guard);
    T* const output = result.O.data() + flat * m_width;
    T denominator = 0;
    if (m_numKeys == 0) return;
    for (Index r = 0; r < m_M; ++r) {
      denominator += phi[r] * (m_z[size_t(r)] + prefixEps);
      for (Index c = 0; c < m_width; ++c) output[c] += phi[r] * m_KV[size_t(r * m_width + c)];
    }
    if (std::abs(denominator) <= guard) denominator += 2 * guard;
    result.denominator[flat] = denominator;
    for (Index c = 0; c < m_width; ++c) output[c] = denominator == 0 ? T{0} : output[c] / denominator;
  }

 private:
  void addNextKey() {
    const Index key = m_numKeys++, flat = m_head * m_input.keys() + key;
    const T* const phi = m_features.phi_k.data() + flat * m_M;
    const T* const value = m_input.V.data() + flat * m_width;
    const bool hasValue = !m_input.isHidden(m_head / m_input.heads(), key);
    for (Index r = 0; r < m_M; ++r) {
      m_z[size_t(r)] += phi[r];
      for (Index c = 0; hasValue && c < m_width; ++c) m_KV[size_t(r * m_width + c)] += phi[r] * value[c];
    }
  }

  const PerformerInput<T>& m_input;
  const PerformerOptions& m_options;
  const PerformerFeatures<T>& m_features;
  Index m_head, m_M, m_width;
  Index m_numKeys = 0;
  std::vector<T> m_KV;  ///< (M, v)
  std::vector<T> m_z;   ///< (M)
};

/// body(first, end) for steps of a few milliseconds over [0, count), one after the other, with progress.
template <class Body>
void inSteps(Index count, Index step, Progress& progress, Body&& body) {
  for (Index first = 0; first < count; first += step) {
    PartProgress part(progress, double(first) / double(count), double(std::min(count, first + step)) / double(count));
    body(first, std::min(count, first + step), part);
  }
}

/// All heads side by side: keys first, then queries; causal: queries, each after the keys that it is the first to see.
template <class T>
void attend(const PerformerInput<T>& input, const PerformerOptions& options, const PerformerFeatures<T>& features,
            PerformerResult<T>& result, int threads, Progress& progress) {
  std::vector<HeadSums<T>> heads;
  for (Index head = 0; head < input.flatHeads(); ++head) heads.emplace_back(input, options, features, head);
  const auto forHeads = [&](Progress& part, auto&& body) {
    parallelFor(input.flatHeads(), 1, threads, part, "attention", [&](Index begin, Index end) {
      for (Index head = begin; head < end; ++head) body(nth(heads, head));
    });
  };
  const Index step = std::clamp<Index>(4'000'000 / std::max<Index>(1, input.features() * input.valueWidth()), 1, 4096);
  PartProgress keyPart(progress, 0, 0.5), queryPart(progress, 0.5, 1);
  inSteps(options.causal ? 0 : input.keys(), step, keyPart,
          [&](Index, Index end, Progress& part) { forHeads(part, [&](HeadSums<T>& head) { head.addKeysUpTo(end); }); });
  inSteps(input.queries(), step, queryPart, [&](Index first, Index end, Progress& part) {
    forHeads(part, [&](HeadSums<T>& head) {
      for (Index i = first; i < end; ++i) {
        head.addKeysUpTo(input.keyEnd(i));
        head.write(i, result);
      }
    });
  });
}

/// Throws when numbers did not fit; warns of queries that attend to nothing.
template <class T>
void checkResult(const PerformerInput<T>& input, const PerformerResult<T>& result, Diagnostics& diagnostics) {
  const auto isFinite = [](T value) { return std::isfinite(value); };
  if (!std::all_of(result.denominator.begin(), result.denominator.end(), isFinite) ||
      !std::all_of(result.O.begin(), result.O.end(), isFinite))
    fail("arrays Q ", shapeText(input.Q.shape()), ", K ", shapeText(input.K.shape()), " and V ",
         shapeText(input.V.shape()), ": features or outputs do not fit into ",
         std::is_same_v<T, float> ? "float32" : "float64", ", expected smaller values");
  const auto numEmpty = std::count(result.denominator.begin(), result.denominator.end(), T{0});
  if (numEmpty > 0)
    diagnostics.warn(
        numEmpty,
        " query row(s) have the denominator 0 (no key, or features too small for the number format): their "
        "outputs are 0");
}

}  // namespace

template <class T>
PerformerResult<T> performerPlain(const PerformerInput<T>& input, int threads, Progress& progress) {
  const PerformerOptions options = resolved(input.options, input.depth());
  PartProgress featurePart(progress, 0, 0.5), sumPart(progress, 0.5, 1);
  PerformerFeatures<T> features = performerFeatures(input, threads, featurePart);
  PerformerResult<T> result;
  const Index B = input.batches(), H = input.heads(), n = input.queries();
  result.O = Array<T>({B, H, n, input.valueWidth()}, T{0}, "O");
  result.denominator = Array<T>({B, H, n}, T{0}, "denominator");
  attend(input, options, features, result, threads, sumPart);
  if (options.features == Features::keep) {
    result.phi_q = std::move(features.phi_q);
    result.phi_k = std::move(features.phi_k);
  }
  return result;
}

template <class T>
PerformerResult<T> performer(const PerformerInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                             Progress& progress) {
  checkPerformerInput(input);
  const Compute where{input.options.kind == FeatureKind::efficient ? nullptr : compute.device, compute.threads};
  PerformerResult<T> result =
      onFastest(input, where, diagnostics, progress, performerPlain<T>, performerNative, performerOnDevice);
  checkResult(input, result, diagnostics);
  return result;
}

template struct PerformerInput<float>;
template struct PerformerInput<double>;
template void checkPerformerInput(const PerformerInput<float>&);
template void checkPerformerInput(const PerformerInput<double>&);
template PerformerResult<float> performerPlain(const PerformerInput<float>&, int, Progress&);
template PerformerResult<double> performerPlain(const PerformerInput<double>&, int, Progress&);
template PerformerResult<float> performer(const PerformerInput<float>&, const Compute&, Diagnostics&, Progress&);
template PerformerResult<double> performer(const PerformerInput<double>&, const Compute&, Diagnostics&, Progress&);

}  // namespace engine
