#include "engine/attention/PerformerBlocks.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/VectorExp.h"
#include "engine/attention/VectorSinCos.h"

namespace engine {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using StridedView = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;

/// exp of any number; infinity from 88.3 on, where expOfNonPositive leaves the range of its exponent.
inline float expOf(float x) {
  constexpr float kMost = 88.3f;
  const float result = expOfNonPositive(x < kMost ? x : kMost);
  return x < kMost ? result : (x >= kMost ? std::numeric_limits<float>::infinity() : x);
}

/// max that keeps a not-a-number, in sixteen lanes.
template <class Value>
float largestOf(Index count, Value&& value) {
  constexpr Index kLanes = 16;
  float lanes[kLanes];
  std::fill_n(lanes, kLanes, -std::numeric_limits<float>::infinity());
  Index r = 0;
  for (; r + kLanes <= count; r += kLanes)
    for (Index lane = 0; lane < kLanes; ++lane) {
      const float x = value(r + lane);
      lanes[lane] = x > lanes[lane] || x != x ? x : lanes[lane];
    }
  for (; r < count; ++r) {
    const float x = value(r);
    lanes[0] = x > lanes[0] || x != x ? x : lanes[0];
  }
  for (Index lane = 1; lane < kLanes; ++lane)
    lanes[0] = lanes[lane] > lanes[0] || lanes[lane] != lanes[lane] ? lanes[lane] : lanes[0];
  return lanes[0];
}

void finishTrigonometric(float* row, Index m, float amplitude) {
  const float most = largestOf(m, [row](Index r) { return std::abs(row[r]); });
  if (most <= kMostSinCos) {
    for (Index r = 0; r < m; ++r) {
      const SinCos pair = sinCos(row[r]);
      row[m + r] = amplitude * pair.sine;
      row[r] = amplitude * pair.cosine;
    }
    return;
  }
  for (Index r = 0; r < m; ++r) {
    row[m + r] = amplitude * std::sin(row[r]);
    row[r] = amplitude * std::cos(row[r]);
  }
}

}  // namespace

FeatureBlocks::FeatureBlocks(const PerformerInput<float>& input)
    : m_options(resolved(input.options, input.depth())),
      m_depth(input.depth()),
      m_projections(input.projections()),
      m_features(input.features()),
      m_blockRows(std::clamp<Index>(131072 / std::max<Index>(1, m_features), 8, 128)),
      m_hasProjection(input.hasProjection()),
      m_transposed(static_cast<size_t>(input.hasProjection() ? m_depth * m_projections : 0)) {
  const bool hasFactor = m_options.kind != FeatureKind::relu;
  m_factor = hasFactor ? 1 / std::sqrt(static_cast<float>(m_features)) : 1.0f;
  if (m_options.kind == FeatureKind::trigonometric) m_factor = 1 / std::sqrt(static_cast<float>(m_projections));
  m_eps = m_options.kind == FeatureKind::trigonometric ? 0 : static_cast<float>(m_options.eps);
  const float scale = static_cast<float>(m_options.inputScale);
  for (Index r = 0; m_hasProjection && r < m_projections; ++r)
    for (Index c = 0; c < m_depth; ++c)
      m_transposed[static_cast<size_t>(c * m_projections + r)] = scale * input.W(r, c);
}

float FeatureBlocks::halfNorm(const float* x) const {
  const float scale = static_cast<float>(m_options.inputScale);
  float sum = 0;
  for (Index c = 0; c < m_depth; ++c) sum += scale * x[c] * (scale * x[c]);
  return sum / 2;
}

void FeatureBlocks::project(const float* x, Index rows, float* block, float* halfNorms) const {
  for (Index row = 0; row < rows; ++row) halfNorms[row] = halfNorm(x + row * m_depth);
  if (m_hasProjection) {
    StridedView u(block, rows, m_projections, Eigen::OuterStride<>(m_features));
    u.noalias() = Eigen::Map<const Matrix>(x, rows, m_depth) *
                  Eigen::Map<const Matrix>(m_transposed.data(), m_depth, m_projections);
    return;
  }
  const float scale = static_cast<float>(m_options.inputScale);
  for (Index row = 0; row < rows; ++row)
    for (Index c = 0; c < m_depth; ++c) block[row * m_features + c] = scale * x[row * m_depth + c];
}

float FeatureBlocks::largest(const float* u) const {
  if (m_options.kind == FeatureKind::hyperbolic)
    return largestOf(m_projections, [u](Index r) { return std::abs(u[r]); });
  return largestOf(m_projections, [u](Index r) { return u[r]; });
}

void FeatureBlocks::finish(float* row, float halfNorm, float shift, float factor, float eps) const {
  const Index m = m_projections;
  const float down = halfNorm + shift;
  switch (m_options.kind) {
    case FeatureKind::positive:
      for (Index r = 0; r < m; ++r) row[r] = factor * (expOf(row[r] - down) + eps);
      break;
    case FeatureKind::hyperbolic:
      for (Index r = 0; r < m; ++r) {
        row[m + r] = factor * (expOf(-row[r] - down) + eps);
        row[r] = factor * (expOf(row[r] - down) + eps);
      }
      break;
    case FeatureKind::trigonometric:
      finishTrigonometric(row, m, factor * std::exp(halfNorm - shift));
      break;
    default:
      for (Index r = 0; r < m; ++r) row[r] = factor * ((row[r] < 0 ? 0.0f : row[r]) + eps);
      break;
  }
}

}  // namespace engine
