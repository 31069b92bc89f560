// What was learned from an alignment, as datasets: heads, maps of couplings, weights, the loss, contacts.
#pragma once

#include <string>
#include <vector>

#include "engine/operations/training/TrainingInput.h"
#include "engine/training/FactoredTraining.h"
#include "engine/training/PottsTraining.h"

namespace engine {

/// The heads alone.
Dataset factoredHeads(const TrainingInput& input, FactoredTraining<float>& training, int threads, Progress& progress);
/// The heads; ".couplings" (sizes of the couplings with APC, and without; the mean of all heads with APC), ".weights",
/// ".loss", with a structure ".precision" of the maps.
std::vector<Dataset> factoredResults(const TrainingInput& input, FactoredTraining<float>& training, int threads,
                                     Progress& progress);
/// The sizes of the couplings with APC, and without; ".weights", ".loss", with a structure ".precision".
std::vector<Dataset> pottsResults(const TrainingInput& input, PottsTraining<float>& training, int threads,
                                  Progress& progress);

/// Results that stand for themselves: what the same request gives that stops after so many steps.
std::vector<Dataset> stoppedHere(const Operation& operation, std::vector<Dataset> results,
                                 const std::vector<DatasetPtr>& inputs, ParameterValues values, Index step);

}  // namespace engine
