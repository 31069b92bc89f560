// Going through the steps of a training: what is shown and what is kept on the way.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "engine/compute/Steering.h"
#include "engine/operations/training/TrainingInput.h"
#include "engine/training/PairTraining.h"

namespace engine {

/// What somebody who watches a training gets: the curves, scores of pairs and heads too, or all results.
enum class TrainingLook { curves, scores, everything };

struct TrainingRun {
  Index stop = 0;                    ///< ends after so many of the steps; 0: after all
  std::filesystem::path unfinished;  ///< file to go on from and to keep what is learned in; empty: none
  std::string asked;                 ///< by which a file of the same training is known
  /// Called now and then, with curves four times a second, for at most 4 % of the time; the first time and before a
  /// halt with everything. May be empty.
  std::function<void(TrainingLook)> look;
  Steering* steering = nullptr;  ///< null: nobody steers
};

/// For these inputs: where to stop, which file, and what it must be of.
TrainingRun trainingRun(const Operation& operation, const TrainingInput& input, const ParameterValues& values);

/// Keeps what was learned (PairTraining::learned, perhaps with more) in the file of the run, to go on from.
void writeUnfinished(const ArrayBundle& learned, const TrainingRun& run);

/// Ends like a run that was never interrupted, bit for bit, when the file holds what this very training had learned.
/// Throws Error when it holds another one's; Cancelled. Where somebody steers, it halts at once, goes on from there,
/// and may end before the last step.
void runTraining(PairTraining<float>& training, const TrainingRun& run, int threads, Progress& progress);

/// "step 12 of 150, about 1 min 20 s": what is left of `total` steps after `done` of them, `counted` of which took
/// `seconds`. Without the time before five were counted.
std::string trainingStepText(Index done, Index total, Index counted, double seconds);

}  // namespace engine
