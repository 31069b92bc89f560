#include "engine/base/ParallelFor.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

#include "engine/base/CancelOnly.h"

namespace engine {

namespace {

/// One call of parallelFor. oneTBB passes it from thread to thread inside its library, where the thread sanitizer sees
/// no order between them; `isHandedOut` and `numFinished` state that order in the open. Pieces get no order among
/// themselves, so that races between them are still found.
struct Loop {
  const std::function<void(Index, Index)>& body;
  Progress& progress;
  std::string_view step;
  Index count, grain, numPieces;
  const Progress* waiting = Waiting::progress();  ///< of the caller
  std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> isHandedOut{false};
  std::atomic<Index> numFinished{0};

  void runPiece(Index piece) {
    const Waiting here(waiting);
    body(piece * grain, std::min(count, (piece + 1) * grain));
  }

  void runPieceOfMany(Index piece) {
    isHandedOut.load(std::memory_order_acquire);
    if (progress.cancelled()) return;
    if (std::this_thread::get_id() == caller)
      progress.update(double(numFinished.load(std::memory_order_relaxed)) / double(numPieces), step);
    runPiece(piece);
    numFinished.fetch_add(1, std::memory_order_release);
  }
};

/// What oneTBB calls. Not watched by the thread sanitizer: it is read before the order is stated.
class PieceOfLoop {
 public:
  explicit PieceOfLoop(Loop& loop) : m_loop(&loop) {}
  __attribute__((no_sanitize("thread"))) void operator()(Index piece) const { m_loop->runPieceOfMany(piece); }

 private:
  Loop* m_loop;
};

/// One per calling thread and number of threads. Each call its own would be simpler, but where both processors are busy
/// oneTBB lets go of them so late that thousands of short loops filled the memory with them.
tbb::task_arena& arenaOf(int threads) {
  thread_local std::map<int, tbb::task_arena> arenas;
  return arenas.try_emplace(threads, threads).first->second;
}

}  // namespace

int defaultThreadCount() { return std::max(1, tbb::info::default_concurrency()); }

void parallelFor(Index count, Index grain, int threads, Progress& progress, std::string_view step,
                 const std::function<void(Index, Index)>& body) {
  grain = std::max<Index>(1, grain);
  Loop loop{body, progress, step, count, grain, (count + grain - 1) / grain};
  if (threads <= 0) threads = defaultThreadCount();
  if (threads == 1 || loop.numPieces <= 1) {
    for (Index piece = 0; piece < loop.numPieces; ++piece) {
      progress.update(double(piece) / double(loop.numPieces), step);
      loop.runPiece(piece);
    }
    return;
  }

  loop.isHandedOut.store(true, std::memory_order_release);
  const auto run = [&] {
    tbb::parallel_for(Index{0}, loop.numPieces, Index{1}, PieceOfLoop(loop), tbb::simple_partitioner());
  };
  // Who waits for a loop within a piece of another one takes no piece of that: it may hold a lock.
  arenaOf(threads).execute([&] { tbb::this_task_arena::isolate(run); });
  loop.numFinished.load(std::memory_order_acquire);
  progress.update(1.0, step);  // throws when pieces were skipped because of a cancel
}

void parallelFor(Index count, Index grain, int threads, const std::function<void(Index, Index)>& body) {
  Progress none;
  parallelFor(count, grain, threads, none, {}, body);
}

}  // namespace engine
