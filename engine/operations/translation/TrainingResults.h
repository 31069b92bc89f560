// What a training gives, as datasets: maps, weights, curves, and what became of both on the way.
#pragma once

#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/translation/TrainTranslator.h"

namespace engine {

/// The task with its name in titles, "reverse", and what they say of it besides: ", step 25 of 600".
struct TrainingTitle {
  std::string name, when;
  std::string text() const { return name + when; }
};

/// The map of each example first (none without attention), then ".weights", ".loss", ".match", ".lengths", ".history".
/// Examples are translated greedily.
std::vector<Dataset> resultsOf(const TranslationTask& task, const Training& training, const TrainingTitle& title);

/// For the picture "training" of lessons. By look at the training: `steps`, `loss` (the mean since the look before; the
/// first is that of step 1), `exact`. By source length: `lengths`, `exact_by_length`, `judged_by_length`. With
/// attention also `checkpoints` and `maps` (checkpoint, example, written, read), 0 beside smaller examples.
ArrayBundle historyOf(const TranslationTask& task, const Training& training);

}  // namespace engine
