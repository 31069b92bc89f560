#include "engine/attention/performer/PerformerBlocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/lanes/VectorExp.h"
#include "engine/attention/lanes/VectorSinCos.h"
#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// exp of any number; infinity from 88.3 on, where expOfNonPositive leaves the range of its exponent.
FloatLanes expOf(FloatLanes x) {
  const FloatLanes most = splatLanes(88.3f), infinity = splatLanes(std::numeric_limits<float>::infinity());
  const FloatLanes result = expOfNonPositive(x > most ? most : x);
  return x > most ? infinity : result;
}

FloatLanes magnitude(FloatLanes x) { return std::bit_cast<FloatLanes>(std::bit_cast<BitLanes>(x) & 0x7fffffffu); }

/// g of one position.
float halfNorm(const float* x, Index depth, float scale) {
  float sum = 0;
  for (Index c = 0; c < depth; ++c) sum += scale * x[c] * (scale * x[c]);
  return sum / 2;
}

/// Number of lanes that hold `count` positions.
Index usedLanes(Index count) { return (count + kFloatLanes - 1) / kFloatLanes * kFloatLanes; }

}  // namespace

FeatureBlock::FeatureBlock(Index features, Index depth, Index mostPositions)
    : capacity(mostPositions),
      phi(Eigen::ArrayXf::Zero(features * mostPositions)),
      packed(packedSize(depth, mostPositions)),
      halfNorms(mostPositions),
      largest(mostPositions) {}

PerformerBlocks::PerformerBlocks(const PerformerInput<float>& input)
    : m_options(resolved(input.options, input.depth())),
      m_depth(input.depth()),
      m_projections(input.projections()),
      m_features(input.features()),
      m_keyRows(std::clamp<Index>(131072 / std::max<Index>(1, m_features) / kPanelWidth, 1, 4) * kPanelWidth),
      m_hasProjection(input.hasProjection()) {
  const FeatureKind kind = m_options.kind;
  const bool hasLargest = kind == FeatureKind::positive || kind == FeatureKind::hyperbolic;
  m_findsShift = hasLargest && m_options.stabiliser != Stabiliser::none;
  const Index root = kind == FeatureKind::hyperbolic ? m_features : m_projections;
  m_factor = kind == FeatureKind::relu ? 1.0f : 1 / std::sqrt(static_cast<float>(root));
  m_eps = kind == FeatureKind::trigonometric ? 0 : static_cast<float>(m_options.eps);
  m_weights = Eigen::Map<const Eigen::ArrayXf>(input.W.data(), m_hasProjection ? input.W.size() : 0);
  m_weights *= static_cast<float>(m_options.inputScale);
}

void PerformerBlocks::project(const float* x, Index count, FeatureBlock& block) const {
  block.count = count;
  packPanels(x, 1, m_depth, m_depth, count, block.packed.data());
  const float scale = static_cast<float>(m_options.inputScale);
  for (Index first = 0; first < count; first += kPanelWidth) {
    const float* const panel = block.packed.data() + first * m_depth;
    for (Index lane = 0; lane < kPanelWidth; lane += kFloatLanes) {
      FloatLanes sum{};
      for (Index c = 0; c < m_depth; ++c) {
        const FloatLanes y = scale * loadLanes(panel + c * kPanelWidth + lane);
        sum += y * y;
      }
      storeLanes(block.halfNorms.data() + first + lane, 0.5f * sum);
    }
    if (m_hasProjection) continue;
    for (Index c = 0; c < m_depth; ++c)
      for (Index p = 0; p < kPanelWidth; ++p)
        block.phi[c * block.capacity + first + p] = scale * panel[c * kPanelWidth + p];
  }
  if (m_hasProjection)
    blockProduct({m_weights.data(), m_depth, 1}, m_projections, m_depth, block.packed.data(), count, block.phi.data(),
                 block.capacity, false);
}

void PerformerBlocks::findLargest(FeatureBlock& block) const {
  const bool ofMagnitude = m_options.kind == FeatureKind::hyperbolic;
  for (Index lane = 0; lane < block.count; lane += kFloatLanes) {
    FloatLanes most[2];  // two chains, because one would wait for each result
    most[0] = most[1] = splatLanes(-std::numeric_limits<float>::infinity());
    for (Index r = 0; r < m_projections; ++r) {
      const FloatLanes u = loadLanes(block.phi.data() + r * block.capacity + lane);
      most[r % 2] = largerLanes(ofMagnitude ? magnitude(u) : u, most[r % 2]);
    }
    storeLanes(block.largest.data() + lane, largerLanes(most[0], most[1]));
  }
}

void PerformerBlocks::finish(FeatureBlock& block, const float* shift, float factor, float eps) const {
  const Index stride = block.capacity;
  for (Index lane = 0; lane < block.count; lane += kFloatLanes) {
    float* const column = block.phi.data() + lane;
    const FloatLanes g = loadLanes(block.halfNorms.data() + lane), down = loadLanes(shift + lane);
    if (m_options.kind == FeatureKind::trigonometric)
      finishTrigonometric(column, stride, factor * expOf(g - down));
    else
      finishLanes(column, stride, g + down, splatLanes(factor), splatLanes(eps));
  }
  for (Index r = 0; block.count < usedLanes(block.count) && r < m_features; ++r)
    std::fill(&block.phi[r * stride] + block.count, &block.phi[r * stride] + usedLanes(block.count), 0.0f);
}

void PerformerBlocks::finishLanes(float* column, Index stride, FloatLanes down, FloatLanes factor,
                                  FloatLanes eps) const {
  const Index m = m_projections;
  if (m_options.kind == FeatureKind::relu) {
    for (Index r = 0; r < m; ++r, column += stride) {
      const FloatLanes u = loadLanes(column);
      storeLanes(column, factor * ((u < FloatLanes{} ? FloatLanes{} : u) + eps));
    }
  } else if (m_options.kind == FeatureKind::hyperbolic) {
    for (Index r = 0; r < m; ++r, column += stride) {
      const FloatLanes u = loadLanes(column);
      storeLanes(column, factor * (expOf(u - down) + eps));
      storeLanes(column + m * stride, factor * (expOf(-u - down) + eps));
    }
  } else if (m_findsShift) {
    for (Index r = 0; r < m; ++r, column += stride)
      storeLanes(column, factor * (expOfNonPositive(loadLanes(column) - down) + eps));
  } else {
    for (Index r = 0; r < m; ++r, column += stride)
      storeLanes(column, factor * (expOf(loadLanes(column) - down) + eps));
  }
}

void PerformerBlocks::finishTrigonometric(float* column, Index stride, FloatLanes amplitude) const {
  const Index m = m_projections;
  FloatLanes most{};
  for (Index r = 0; r < m; ++r) most = largerLanes(magnitude(loadLanes(column + r * stride)), most);
  bool isReducible = true;
  for (Index lane = 0; lane < kFloatLanes; ++lane) isReducible &= most[lane] <= kMostSinCos;
  for (Index r = 0; r < m; ++r, column += stride) {
    const FloatLanes u = loadLanes(column);
    auto pair = sinCos<FloatLanes, BitLanes>(u);
    for (Index lane = 0; !isReducible && lane < kFloatLanes; ++lane) {
      pair.sine[lane] = std::sin(u[lane]);
      pair.cosine[lane] = std::cos(u[lane]);
    }
    storeLanes(column, amplitude * pair.cosine);
    storeLanes(column + m * stride, amplitude * pair.sine);
  }
}

std::vector<float> shiftsOfNorms(const PerformerInput<float>& input, const Array<float>& X, int threads,
                                 Progress& progress) {
  const PerformerOptions options = resolved(input.options, input.depth());
  const Index heads = input.flatHeads(), rows = X.length(2), d = input.depth();
  std::vector<float> shifts(static_cast<size_t>(heads), 0.0f);
  if (options.kind != FeatureKind::trigonometric || options.stabiliser == Stabiliser::none) return shifts;
  const bool areKeys = &X == &input.K;
  const auto scale = static_cast<float>(options.inputScale);
  parallelFor(heads, 1, threads, progress, "norms", [&](Index begin, Index end) {
    for (Index head = begin; head < end; ++head) {
      float largest = -std::numeric_limits<float>::infinity();
      for (Index k = 0; k < rows; ++k)
        if (!areKeys || !input.isExcluded(head / input.heads(), k))
          largest = std::max(largest, halfNorm(X.data() + (head * rows + k) * d, d, scale));
      shifts[size_t(head)] = largest;
    }
  });
  if (options.stabiliser == Stabiliser::tensor && heads > 0)
    std::fill(shifts.begin(), shifts.end(), *std::max_element(shifts.begin(), shifts.end()));
  return shifts;
}

}  // namespace engine
