#include "app/cluster/Shards.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace app {

std::vector<Shard> shardsOf(std::span<const double> work, Index count) {
  const double total = std::accumulate(work.begin(), work.end(), 0.0);
  std::vector<Shard> shards;
  Shard now;
  double before = 0;  // of the shards that are complete
  for (Index k = 0; k < std::ssize(work); ++k) {
    now.work += work[static_cast<size_t>(k)];
    now.last = k + 1;
    const auto complete = static_cast<double>(shards.size() + 1);
    if (before + now.work < total * complete / static_cast<double>(count) || std::ssize(shards) + 1 == count) continue;
    before += now.work;
    shards.push_back(now);
    now = {now.last, now.last, 0};
  }
  if (now.last > now.first) shards.push_back(now);
  return shards;
}

Index shardCount(std::span<const double> work, const ShardSize& size) {
  constexpr Index kMost = 100000, kFew = 64;
  const auto numItems = static_cast<Index>(work.size());
  const double total = std::accumulate(work.begin(), work.end(), 0.0);
  const auto byWork = static_cast<Index>(std::min(std::ceil(total / size.unit), static_cast<double>(kMost)));
  const Index byItems = numItems / size.leastItems;
  return std::max<Index>(1, std::min(std::max(byWork, kFew), byItems));
}

}  // namespace app
