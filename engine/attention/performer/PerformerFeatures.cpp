// Feature maps of the Performer: the plain definition.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/performer/Performer.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Queries or keys and their features.
template <class T>
struct Side {
  const PerformerInput<T>& input;
  const Array<T>& X;         ///< (B, H, positions, d)
  Array<T>& phi;             ///< (B, H, positions, M); its first m columns hold u until the features are made of them
  PerformerOptions options;  ///< resolved
  Array<T> halfNorms = {};   ///< (B*H*positions) g
  Array<T> largest = {};     ///< (B*H*positions) what the stabiliser takes the maximum of

  Index rows() const { return X.length(0) * X.length(1) * X.length(2); }
  Index rowsPerHead() const { return X.length(2); }
  bool areKeys() const { return &X == &input.K; }
  T* row(Index flat) const { return phi.data() + flat * input.features(); }
  bool isExcluded(Index flat) const {
    return areKeys() && input.isExcluded(flat / rowsPerHead() / input.heads(), flat % rowsPerHead());
  }
};

/// u = W x~ and g of one position.
template <class T>
void project(Side<T>& side, Index flat) {
  const PerformerInput<T>& input = side.input;
  const Index d = input.depth(), m = input.projections();
  const T* const x = side.X.data() + flat * d;
  const T scale = static_cast<T>(side.options.inputScale);
  T* const u = side.row(flat);
  T squares = 0;
  for (Index c = 0; c < d; ++c) squares += scale * x[c] * (scale * x[c]);
  side.halfNorms[flat] = squares / 2;
  for (Index r = 0; r < m; ++r) {
    T sum = 0;
    for (Index c = 0; c < d; ++c)
      sum += !input.hasProjection() ? (c == r ? scale * x[c] : T{0}) : input.W(r, c) * (scale * x[c]);
    u[r] = sum;
  }
}

/// What the stabiliser takes the maximum of, for one position.
template <class T>
T largestOfRow(const Side<T>& side, Index flat) {
  const FeatureKind kind = side.options.kind;
  if (kind == FeatureKind::trigonometric) return side.halfNorms[flat];
  const T* const u = side.row(flat);
  T largest = -std::numeric_limits<T>::infinity();
  for (Index r = 0; r < side.input.projections(); ++r)
    largest = std::max(largest, kind == FeatureKind::hyperbolic ? std::abs(u[r]) : u[r]);
  return largest;
}

/// The shift of every position.
template <class T>
std::vector<T> shifts(const Side<T>& side) {
  const PerformerOptions& options = side.options;
  std::vector<T> shift(static_cast<size_t>(side.rows()), T{0});
  if (options.stabiliser == Stabiliser::none || options.kind == FeatureKind::relu) return shift;
  std::copy(side.largest.begin(), side.largest.end(), shift.begin());
  if (!side.areKeys() && options.kind != FeatureKind::trigonometric) return shift;
  const Index group = std::max<Index>(1, options.stabiliser == Stabiliser::tensor ? side.rows() : side.rowsPerHead());
  for (Index first = 0; first < side.rows(); first += group) {
    T largest = -std::numeric_limits<T>::infinity();
    for (Index flat = first; flat < first + group; ++flat)
      if (!side.isExcluded(flat)) largest = std::max(largest, nth(shift, flat));
    std::fill_n(shift.begin() + first, group, largest);
  }
  return shift;
}

/// phi out of u, in place.
template <class T>
void makeFeatures(const Side<T>& side, Index flat, T shift) {
  const Index m = side.input.projections();
  const T g = side.halfNorms[flat], eps = static_cast<T>(side.options.eps);
  T* const phi = side.row(flat);
  const T perRoot = 1 / std::sqrt(static_cast<T>(m));
  switch (side.options.kind) {
    case FeatureKind::positive:
      for (Index r = 0; r < m; ++r) phi[r] = perRoot * (std::exp(phi[r] - g - shift) + eps);
      break;
    case FeatureKind::trigonometric: {
      const T amplitude = perRoot * std::exp(g - shift);
      for (Index r = 0; r < m; ++r) {
        phi[m + r] = amplitude * std::sin(phi[r]);
        phi[r] = amplitude * std::cos(phi[r]);
      }
      break;
    }
    case FeatureKind::hyperbolic: {
      const T perRootOfTwo = 1 / std::sqrt(static_cast<T>(2 * m));
      for (Index r = 0; r < m; ++r) {
        phi[m + r] = perRootOfTwo * (std::exp(-phi[r] - g - shift) + eps);
        phi[r] = perRootOfTwo * (std::exp(phi[r] - g - shift) + eps);
      }
      break;
    }
    case FeatureKind::relu:
      for (Index r = 0; r < m; ++r) phi[r] = (phi[r] < 0 ? T{0} : phi[r]) + eps;  // hands on not-a-number
      break;
    case FeatureKind::efficient:
      for (Index r = 0; r < m; ++r) phi[r] = std::exp(phi[r] - shift);
      break;
  }
}

/// Divides each of `count` numbers by their sum.
template <class T>
void normalise(T* first, Index count, Index stride) {
  T sum = 0;
  for (Index k = 0; k < count; ++k) sum += first[k * stride];
  if (sum == 0) return;
  for (Index k = 0; k < count; ++k) first[k * stride] /= sum;
}

/// Softmax over the positions of a head, channel by channel (keys of the kind efficient, not causal).
template <class T>
void softmaxOverPositions(const Side<T>& side, Index head) {
  const Index M = side.input.features(), count = side.rowsPerHead();
  T* const phi = side.row(head * count);
  for (Index c = 0; c < M; ++c) {
    T largest = -std::numeric_limits<T>::infinity();
    for (Index k = 0; k < count; ++k)
      if (!side.isExcluded(head * count + k)) largest = std::max(largest, phi[k * M + c]);
    for (Index k = 0; k < count; ++k)
      phi[k * M + c] = side.isExcluded(head * count + k) ? T{0} : std::exp(phi[k * M + c] - largest);
    normalise(phi + c, count, M);
  }
}

template <class T>
void softmaxOverChannels(const Side<T>& side, Index flat) {
  makeFeatures(side, flat, side.largest[flat]);
  normalise(side.row(flat), side.input.features(), 1);
}

template <class T>
void finish(const Side<T>& side, int threads, Progress& progress, Index grain) {
  const bool isEfficient = side.options.kind == FeatureKind::efficient;
  const bool areNormalisedKeys = isEfficient && side.areKeys() && !side.options.causal;
  const std::vector<T> shift = shifts(side);
  if (areNormalisedKeys) {
    parallelFor(side.input.flatHeads(), 1, threads, progress, "features", [&](Index begin, Index end) {
      for (Index head = begin; head < end; ++head) softmaxOverPositions(side, head);
    });
    return;
  }
  parallelFor(side.rows(), grain, threads, progress, "features", [&](Index begin, Index end) {
    for (Index flat = begin; flat < end; ++flat) {
      if (side.isExcluded(flat))
        std::fill_n(side.row(flat), side.input.features(), T{0});
      else if (isEfficient && !side.areKeys())
        softmaxOverChannels(side, flat);
      else
        makeFeatures(side, flat, nth(shift, flat));
    }
  });
}

template <class T>
Array<T> featuresOf(const PerformerInput<T>& input, const Array<T>& X, const char* name, int threads,
                    Progress& progress) {
  Array<T> phi({X.length(0), X.length(1), X.length(2), input.features()}, T{0}, name);
  Side<T> side{input, X, phi, resolved(input.options, input.depth())};
  side.halfNorms = side.largest = Array<T>({side.rows()}, T{0});
  const Index perRow = std::max<Index>(1, input.projections() * (input.depth() + 20));
  const Index grain = std::clamp<Index>(4'000'000 / perRow, 1, 1024);  // a few milliseconds
  parallelFor(side.rows(), grain, threads, progress, "features", [&](Index begin, Index end) {
    for (Index flat = begin; flat < end; ++flat) {
      project(side, flat);
      side.largest[flat] = largestOfRow(side, flat);
    }
  });
  finish(side, threads, progress, grain);
  return phi;
}

}  // namespace

template <class T>
PerformerFeatures<T> performerFeatures(const PerformerInput<T>& input, int threads, Progress& progress) {
  PerformerFeatures<T> features;
  features.phi_q = featuresOf(input, input.Q, "phi_q", threads, progress);
  features.phi_k = featuresOf(input, input.K, "phi_k", threads, progress);
  return features;
}

template PerformerFeatures<float> performerFeatures(const PerformerInput<float>&, int, Progress&);
template PerformerFeatures<double> performerFeatures(const PerformerInput<double>&, int, Progress&);

}  // namespace engine
