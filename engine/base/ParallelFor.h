// Cutting a range of independent work into tasks for the processor's cores (oneTBB).
#pragma once

#include <functional>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Number of threads that "0 = choose for me" stands for: the cores of the machine.
int defaultThreadCount();

/// Calls body(begin, end) for pieces of [0, count) of at least `grain` items on `threads` threads (0: all cores).
/// Pieces depend on `count` and `grain` alone, never on the number of threads. Exceptions of the body reach the caller.
/// `progress.update` is called between pieces from the calling thread only; a cancel ends the loop within one piece per
/// thread and throws Cancelled.
void parallelFor(Index count, Index grain, int threads, Progress& progress, std::string_view step,
                 const std::function<void(Index begin, Index end)>& body);

/// The same without progress.
void parallelFor(Index count, Index grain, int threads, const std::function<void(Index begin, Index end)>& body);

}  // namespace engine
