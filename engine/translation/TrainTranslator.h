// Training encoder and decoder on a task, with teacher forcing.
#pragma once

#include <functional>
#include <vector>

#include "engine/translation/TranslationTask.h"
#include "engine/translation/Translator.h"

namespace engine {

struct TrainingOptions {
  TranslatorSizes sizes = {};
  Index steps = 600;
  Index batch = 32;            ///< pairs per step
  double rate = 0.005;         ///< of Adam, in the first 60 % of the steps
  double clip = 1;             ///< largest norm of the gradient
  Index checkpoint = 25;       ///< steps from one exact match to the next
  Index numJudged = 128;       ///< pairs it is measured by
  Index numJudgedLast = 2000;  ///< after the last step
  std::uint64_t seed = 0;
};

/// How training went.
struct TrainingCurve {
  std::vector<double> loss;        ///< of the batch at every step: mean of -ln p per token that is written
  std::vector<Index> checkpoints;  ///< steps that were done then
  std::vector<double> exactMatch;  ///< share of the pairs that are translated without a fault, at these
};

struct Training {
  Translator translator;
  TrainingCurve curve;
};

/// Rate at a step, from 1: constant for 60 % of all, then falling in a line to 5 % of itself.
double rateAt(Index step, Index steps, double rate);

/// The same bits for the same seed with any number of threads. `atCheckpoint` sees what is there, but for the end.
/// Throws Error when the loss is no number any more, saying at which step; Cancelled.
Training trainTranslator(const TranslationTask& task, const TrainingOptions& options, int threads, Progress& progress,
                         const std::function<void(const Training&)>& atCheckpoint = {});

/// The share of the pairs whose greedy translation is the target and ends behind it; 0 of none.
double exactMatch(const Translator& translator, const std::vector<TextPair>& pairs, int threads, Progress& progress);

/// So many new pairs of a task, the same for the same seed.
std::vector<TextPair> newPairs(const TranslationTask& task, Index count, std::uint64_t seed);

}  // namespace engine
