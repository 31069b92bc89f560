// What a rank must know to compute shards, whatever is computed.
#pragma once

#include <string>

#include "app/cluster/Shards.h"
#include "engine/base/Progress.h"

namespace app {

/// One per rank. Every rank gives the same bytes for a shard.
class ShardWorker {
 public:
  virtual ~ShardWorker() = default;
  /// Takes in a task, as its file holds it. Throws Error.
  virtual void take(const std::string& task) = 0;
  /// The result of items [first, last) of the task that was taken in last. Throws Error, Cancelled.
  virtual std::string compute(Index first, Index last, engine::Progress& progress) = 0;
};

}  // namespace app
