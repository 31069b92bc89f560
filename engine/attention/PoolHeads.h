// The small pictures of all heads of a set.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/base/Progress.h"

namespace engine {

/// One head made small, or why that failed.
struct PooledHead {
  Index head = 0;  ///< layer * numHeads + head
  PooledMap map;
  std::string error;  ///< empty: none
};

/// Pools the heads with these numbers to at most `side` x `side` blocks on `threads` threads (0: all cores). `take` gets
/// each one as it is ready, from any of the threads, one at a time. A head that cannot be made does not keep the others
/// from it. Throws Cancelled.
void poolHeads(const HeadSet& heads, const std::vector<Index>& wanted, Index side, int threads, Progress& progress,
               const std::function<void(PooledHead)>& take);

}  // namespace engine
