#include "engine/attention/PoolHeads.h"

#include <mutex>

#include "engine/base/Error.h"
#include "engine/base/ParallelFor.h"

namespace engine {

void poolHeads(const HeadSet& heads, Index side, int threads, Progress& progress,
               const std::function<void(PooledHead)>& take) {
  const Index block = poolingBlock(heads.numQueries, heads.numKeys, side);
  std::mutex mutex;
  parallelFor(heads.count(), 1, threads, progress, "thumbnails", [&](Index begin, Index end) {
    for (Index head = begin; head < end; ++head) {
      PooledHead pooled{head, {}, {}};
      try {
        pooled.map = heads.pooled(head / heads.numHeads, head % heads.numHeads, block);
      } catch (const Error& error) {
        pooled.error = error.what();
      }
      const std::lock_guard lock(mutex);
      take(std::move(pooled));
    }
  });
}

}  // namespace engine
