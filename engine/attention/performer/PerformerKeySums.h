// Sums over the keys of a Performer, chunk by chunk: the key side of its fast native path.
#pragma once

#include "engine/attention/performer/PerformerBlocks.h"

namespace engine {

/// Sums over some keys of a head. While they are collected, of raw features: without eps and factor, and relative to
/// `shift`; once settled, of the features themselves.
struct KeySums {
  Eigen::ArrayXf KV;     ///< (M, v)
  Eigen::ArrayXf z;      ///< (M)
  Eigen::ArrayXf value;  ///< (v) sum of V, which the eps of the features multiplies
  Index numKeys = 0;     ///< keys that have features
  float shift = 0;

  KeySums() = default;
  KeySums(Index features, Index width, float shift);
  /// Adds settled sums.
  void add(const KeySums& other);
};

/// Working memory for a block of keys.
struct KeyBlock {
  FeatureBlock features;
  Eigen::ArrayXf shift;   ///< (capacity)
  Eigen::ArrayXf values;  ///< (capacity, v) with the hidden ones zeroed
  Eigen::ArrayXf packed;  ///< V of the block for matrix products
  KeyBlock(const PerformerBlocks& blocks, Index width, Index capacity);
};

/// Collects KeySums, one KeyBlock at a time.
class KeySummation {
 public:
  KeySummation(const PerformerInput<float>& input, const PerformerBlocks& blocks) : m_input(input), m_blocks(blocks) {}

  /// Adds keys to sums of raw features, raising their shift first when one of the exponents exceeds it.
  void collect(Index head, PositionRange keys, KeyBlock& block, KeySums& sums) const;
  /// Brings collected sums to the shift of all keys and adds eps and factor.
  void settle(KeySums& sums, float shift) const;
  /// The features of keys into the block, with the shift of all keys; 0 for excluded ones.
  void makeFeatures(Index head, PositionRange keys, float shift, KeyBlock& block) const;
  /// Adds the keys whose features are in the block to sums.
  void addFeatures(Index head, PositionRange keys, KeyBlock& block, KeySums& sums) const;
  /// V of these keys, (keys, v), with hidden rows zeroed.
  const float* seenValues(Index head, PositionRange keys, KeyBlock& block) const;

 private:
  void raiseShift(Index batch, PositionRange keys, KeyBlock& block, KeySums& sums) const;
  void finish(Index batch, PositionRange keys, float shift, float factor, float eps, KeyBlock& block) const;
  const float* keyRow(Index head, Index key) const {
    return m_input.K.data() + (head * m_input.keys() + key) * m_input.depth();
  }

  const PerformerInput<float>& m_input;
  const PerformerBlocks& m_blocks;
};

}  // namespace engine
