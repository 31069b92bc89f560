// Runs what a block `run` asks for, in double precision.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/lessons/expression/Scope.h"
#include "engine/lessons/results/RunLimits.h"
#include "engine/lessons/run/RunBlock.h"

namespace engine {

struct RunResult {
  /// Those that the block takes out, as it names them: "A", "weights.A". Shared with whoever shows them, as they are large.
  std::map<std::string, std::shared_ptr<const LessonValue>> arrays;
  /// Texts along the axes of these, where the operation tells some; empty: none.
  std::map<std::string, std::vector<std::vector<std::string>>> labels;
  DatasetPtr main;                          ///< the first result; null where it is not wanted
  std::map<std::string, DatasetPtr> parts;  ///< by-products that the block takes out, by their words
};

/// Expressions are read in `scope`. Attention runs in float64. `soFar`: takes what there is before the end, of
/// operations that tell it. Throws Error, also for runs that need more memory or time than they may: attention before
/// it starts, everything else when it has taken so much; Cancelled.
RunResult runOperation(const RunBlock& run, const LessonScope& scope, const Compute& compute, Progress& progress,
                       const std::function<void(RunResult)>& soFar = {}, const RunLimits& limits = {});

/// The same out of files in a folder that "headlight OPERATION ... --out FOLDER/" has written. Throws Error where there
/// are none, and where they were made with other parameters than the run has.
RunResult storedResult(const RunBlock& run, const LessonScope& scope, const std::filesystem::path& folder,
                       Progress& progress);

}  // namespace engine
