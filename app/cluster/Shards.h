// How work on many items, templates or proteins, is cut into shards that ranks compute one by one.
#pragma once

#include <span>
#include <vector>

#include "engine/base/Array.h"

namespace app {

using engine::Index;

/// Items [first, last) of a list.
struct Shard {
  Index first = 0, last = 0;
  double work = 0;  ///< in the unit of whoever cuts
  bool operator==(const Shard&) const = default;
};

/// At most `count` (>= 1) runs of neighbouring items, none of them empty, together all items in their order. Each has
/// the work of an equal part, give or take one item. `work` is that of each item, >= 0.
std::vector<Shard> shardsOf(std::span<const double> work, Index count);

/// How many shards there should be when nobody says: of `unit` work or less each where that leaves at least `leastItems`
/// items in a shard, a few more where the work is little, so that several ranks have something to do; at most 100 000.
/// Independent of the number of ranks: work that was interrupted may go on with another one.
struct ShardSize {
  double unit = 1;
  Index leastItems = 1;
};
Index shardCount(std::span<const double> work, const ShardSize& size);

}  // namespace app
