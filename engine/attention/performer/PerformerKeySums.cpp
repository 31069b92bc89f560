#include "engine/attention/performer/PerformerKeySums.h"

#include <algorithm>
#include <cmath>

namespace engine {

KeySums::KeySums(Index features, Index width, float firstShift)
    : KV(Eigen::ArrayXf::Zero(features * width)),
      z(Eigen::ArrayXf::Zero(features)),
      value(Eigen::ArrayXf::Zero(width)),
      shift(firstShift) {}

void KeySums::add(const KeySums& other) {
  KV += other.KV;
  z += other.z;
  numKeys += other.numKeys;
}

KeyBlock::KeyBlock(const PerformerBlocks& blocks, Index width, Index capacity)
    : features(blocks.features(), blocks.depth(), capacity),
      shift(capacity),
      values(capacity * width),
      packed(packedSize(capacity, width)) {}

void KeySummation::collect(Index head, PositionRange keys, KeyBlock& block, KeySums& sums) const {
  const Index batch = head / m_input.heads(), width = m_input.valueWidth();
  m_blocks.project(keyRow(head, keys.begin), keys.size(), block.features);
  if (m_blocks.findsShift()) raiseShift(batch, keys, block, sums);
  finish(batch, keys, sums.shift, 1, 0, block);
  addFeatures(head, keys, block, sums);
  const float* const values = seenValues(head, keys, block);
  for (Index r = 0; r < keys.size(); ++r)
    for (Index c = 0; c < width; ++c) sums.value[c] += values[r * width + c];
}

void KeySummation::raiseShift(Index batch, PositionRange keys, KeyBlock& block, KeySums& sums) const {
  m_blocks.findLargest(block.features);
  float largest = sums.shift;
  for (Index r = 0; r < keys.size(); ++r)
    if (!m_input.isExcluded(batch, keys.begin + r)) largest = std::max(largest, block.features.largest[r]);
  if (largest == sums.shift) return;
  const float rescale = sums.numKeys > 0 ? std::exp(sums.shift - largest) : 1.0f;
  sums.KV *= rescale;
  sums.z *= rescale;
  sums.shift = largest;
}

void KeySummation::finish(Index batch, PositionRange keys, float shift, float factor, float eps,
                          KeyBlock& block) const {
  FeatureBlock& features = block.features;
  for (Index r = 0; r < features.capacity; ++r) block.shift[r] = shift;
  // An excluded key may have a larger exponent than the shift, which saw only the others.
  for (Index r = 0; m_blocks.findsShift() && !m_input.keyMask.empty() && r < keys.size(); ++r)
    if (m_input.isExcluded(batch, keys.begin + r)) block.shift[r] = std::max(shift, features.largest[r]);
  m_blocks.finish(features, block.shift.data(), factor, eps);
  for (Index r = 0; !m_input.keyMask.empty() && r < keys.size(); ++r)
    for (Index k = 0; m_input.isExcluded(batch, keys.begin + r) && k < m_blocks.features(); ++k)
      features.phi[k * features.capacity + r] = 0;
}

void KeySummation::makeFeatures(Index head, PositionRange keys, float shift, KeyBlock& block) const {
  m_blocks.project(keyRow(head, keys.begin), keys.size(), block.features);
  if (m_blocks.findsShift() && !m_input.keyMask.empty()) m_blocks.findLargest(block.features);
  finish(head / m_input.heads(), keys, shift, m_blocks.factor(), m_blocks.eps(), block);
}

const float* KeySummation::seenValues(Index head, PositionRange keys, KeyBlock& block) const {
  const Index batch = head / m_input.heads(), width = m_input.valueWidth();
  const float* const values = m_input.V.data() + (head * m_input.keys() + keys.begin) * width;
  if (m_input.keyMask.empty()) return values;
  std::copy_n(values, keys.size() * width, block.values.data());
  for (Index r = 0; r < keys.size(); ++r)
    if (m_input.isHidden(batch, keys.begin + r)) std::fill_n(block.values.data() + r * width, width, 0.0f);
  return block.values.data();
}

void KeySummation::addFeatures(Index head, PositionRange keys, KeyBlock& block, KeySums& sums) const {
  const Index width = m_input.valueWidth(), M = m_blocks.features(), stride = block.features.capacity;
  const float* const phi = block.features.phi.data();
  for (Index k = 0; k < M; ++k) {
    FloatLanes sum{};
    for (Index lane = 0; lane < keys.size(); lane += kFloatLanes) sum += loadLanes(phi + k * stride + lane);
    for (Index lane = kFloatLanes / 2; lane > 0; lane /= 2)
      for (Index i = 0; i < lane; ++i) sum[i] += sum[i + lane];
    sums.z[k] += sum[0];
  }
  packPanels(seenValues(head, keys, block), width, 1, keys.size(), width, block.packed.data());
  blockProduct({phi, stride, 1}, M, keys.size(), block.packed.data(), width, sums.KV.data(), width, true);
  for (Index r = 0; r < keys.size(); ++r) sums.numKeys += !m_input.isExcluded(head / m_input.heads(), keys.begin + r);
}

void KeySummation::settle(KeySums& sums, float shift) const {
  const Index width = m_input.valueWidth();
  const float factor = m_blocks.factor(), eps = m_blocks.eps();
  if (sums.numKeys == 0) return;
  const float rescale = factor * (m_blocks.findsShift() ? std::exp(sums.shift - shift) : 1.0f);
  for (Index r = 0; r < m_blocks.features(); ++r) {
    sums.z[r] = rescale * sums.z[r] + factor * eps * static_cast<float>(sums.numKeys);
    float* const row = sums.KV.data() + r * width;
    for (Index c = 0; c < width; ++c) row[c] = rescale * row[c] + factor * eps * sums.value[c];
  }
}

}  // namespace engine
