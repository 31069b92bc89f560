#include "engine/attention/PoolHeads.h"

#include <mutex>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"

namespace engine {

void poolHeads(const HeadSet& heads, const std::vector<Index>& wanted, Index side, int threads, Progress& progress,
               const std::function<void(PooledHead)>& take) {
  const Index block = poolingBlock(heads.numQueries, heads.numKeys, side);
  std::mutex mutex;
  parallelFor(std::ssize(wanted), 1, threads, progress, "thumbnails", [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      const Index head = nth(wanted, k);
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
