// Attention maps that are not in memory: whoever can make them says how.
#pragma once

#include <memory>

#include "engine/attention/PooledMap.h"

namespace engine {

struct AttentionMap;

/// Makes the maps of a set when they are asked for. Safe to call from several threads.
class HeadSource {
 public:
  HeadSource() = default;
  virtual ~HeadSource() = default;
  HeadSource(const HeadSource&) = delete;
  HeadSource& operator=(const HeadSource&) = delete;

  /// The checked map: from the last few that were made, or made now. Throws Error naming where it comes from and what
  /// is wrong with it.
  virtual std::shared_ptr<const AttentionMap> map(Index layer, Index head) const = 0;
  /// The map's small picture, without the map itself. Values that are not finite are left out. Throws Error.
  virtual PooledMap pooled(Index layer, Index head, Index block) const = 0;
  /// The weights as they are there, unchecked, not finite ones too, into `target` (Lq x Lk), for who goes through all
  /// heads once. Throws Error when they cannot be read.
  virtual void readWeights(Index layer, Index head, Array<float>& target) const;
};

}  // namespace engine
