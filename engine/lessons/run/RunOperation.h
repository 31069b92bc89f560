// Runs what a block `run` asks for, in double precision.
#pragma once

#include <map>
#include <string>

#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/lessons/expression/Scope.h"
#include "engine/lessons/run/RunBlock.h"

namespace engine {

inline constexpr double kMostSeconds = 60, kMostBytesOfRun = 1e9;

struct RunResult {
  std::map<std::string, LessonArray> arrays;  ///< those that the block takes out, by the operation's names
  DatasetPtr main;                            ///< the first result; null where it is not wanted
};
/// Expressions are read in `scope`. Attention runs in float64. Throws Error, also for runs that need more than 1 GB
/// (told before they start) or take longer than 60 s; Cancelled.
RunResult runOperation(const RunBlock& run, const LessonScope& scope, const Compute& compute, Progress& progress);

}  // namespace engine
