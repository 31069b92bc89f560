#include "engine/base/ParallelFor.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace engine {

int defaultThreadCount() { return std::max(1, tbb::info::default_concurrency()); }

void parallelFor(Index count, Index grain, int threads, Progress& progress, std::string_view step,
                 const std::function<void(Index, Index)>& body) {
  grain = std::max<Index>(1, grain);
  const Index numPieces = (count + grain - 1) / grain;
  if (threads <= 0) threads = defaultThreadCount();
  const auto runPiece = [&](Index piece) { body(piece * grain, std::min(count, (piece + 1) * grain)); };

  if (threads == 1 || numPieces <= 1) {
    for (Index piece = 0; piece < numPieces; ++piece) {
      progress.update(double(piece) / double(numPieces), step);
      runPiece(piece);
    }
    return;
  }

  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<Index> finished{0};
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(
        Index{0}, numPieces, Index{1},
        [&](Index piece) {
          if (progress.cancelled()) return;
          if (std::this_thread::get_id() == caller)
            progress.update(double(finished.load()) / double(numPieces), step);
          runPiece(piece);
          ++finished;
        },
        tbb::simple_partitioner());
  });
  progress.update(1.0, step);  // throws when pieces were skipped because of a cancel
}

void parallelFor(Index count, Index grain, int threads, const std::function<void(Index, Index)>& body) {
  Progress none;
  parallelFor(count, grain, threads, none, {}, body);
}

}  // namespace engine
