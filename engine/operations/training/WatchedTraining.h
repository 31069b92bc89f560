// A training that is watched and steered: what both models have in common.
#pragma once

#include <functional>

#include "engine/operations/Operation.h"
#include "engine/operations/training/TrainingInput.h"
#include "engine/training/PairTraining.h"

namespace engine {

struct WatchedModel {
  PairTraining<float>& training;
  /// All that is learned by now.
  std::function<std::vector<Dataset>(Progress&)> results;
  /// The first of them alone, where that is cheap; else empty.
  std::function<Dataset(Progress&)> heads;
  /// V of its heads, H x 20 x 20; 0 x 20 x 20 without.
  std::function<Array<float>()> value;
};

/// Goes through the steps, tells `soFar` (may be empty) four times a second what there is, heeds who steers
/// (Steering.h, asked of `progress`). Gives the results and ".course" (TrainingCourse.h); where the user ended the run
/// early or changed its rate, they say by themselves how they are made. `values`: of the run, as it was prepared
/// (PreparedTraining.h). Throws Error, Cancelled.
std::vector<Dataset> watchedTraining(const Operation& operation, const std::vector<DatasetPtr>& inputs,
                                     const ParameterValues& values, const TrainingInput& input,
                                     const WatchedModel& model, const Operation::ResultsSoFar& soFar, int threads,
                                     Progress& progress);

}  // namespace engine
