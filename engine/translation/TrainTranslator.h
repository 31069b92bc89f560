// Training encoder and decoder on a task, with teacher forcing.
#pragma once

#include <functional>
#include <vector>

#include "engine/translation/KeptMaps.h"
#include "engine/translation/TranslationTask.h"
#include "engine/translation/Translator.h"

namespace engine {

struct TrainingOptions {
  TranslatorSizes sizes = {};
  Index steps = 600;
  Index stop = 0;              ///< ends after so many of the steps, which set the rates; 0: after all
  Index batch = 32;            ///< pairs per step
  double rate = 0.005;         ///< of Adam, in the first 60 % of the steps
  double clip = 1;             ///< largest norm of the gradient
  Index checkpoint = 25;       ///< steps from one exact match to the next
  Index numJudged = 128;       ///< pairs it is measured by, before the first step too
  Index numJudgedLast = 2000;  ///< after the last step
  std::uint64_t seed = 0;
};

/// Sources of one length.
struct LengthMatch {
  Index length = 0;  ///< symbols
  Index judged = 0;  ///< pairs, at least 1
  double exactMatch = 0;
  bool operator==(const LengthMatch&) const = default;
};

/// How training went.
struct TrainingCurve {
  std::vector<double> loss;           ///< of the batch at every step: mean of -ln p per token that is written
  std::vector<Index> checkpoints;     ///< steps that were done then, 0 the first
  std::vector<double> exactMatch;     ///< share of the pairs that are translated without a fault, at these
  std::vector<LengthMatch> byLength;  ///< of the pairs judged last, short sources first
};

struct Training {
  Translator translator;
  TrainingCurve curve;
  std::vector<KeptMaps> maps;  ///< of some of the checkpoints, the first and the last among them
};

/// Rate at a step, from 1: constant for 60 % of all, then falling in a line to 5 % of itself.
double rateAt(Index step, Index steps, double rate);

/// The same bits for the same seed with any number of threads. `atCheckpoint` sees what is there, but for the
/// beginning and the end.
/// Throws Error when the loss is no number any more, saying at which step; Cancelled.
Training trainTranslator(const TranslationTask& task, const TrainingOptions& options, int threads, Progress& progress,
                         const std::function<void(const Training&)>& atCheckpoint = {});

/// Which of the pairs have a greedy translation that is the target and ends behind it.
std::vector<bool> exactlyTranslated(const Translator& translator, const std::vector<TextPair>& pairs, int threads,
                                    Progress& progress);
/// The share that is true; 0 of none.
double exactMatch(const std::vector<bool>& isExact);
/// The same for each length of the sources that occurs, as symbols of `source`. `isExact`: one per pair.
std::vector<LengthMatch> matchByLength(const Vocabulary& source, const std::vector<TextPair>& pairs,
                                       const std::vector<bool>& isExact);

/// So many new pairs of a task, the same for the same seed.
std::vector<TextPair> newPairs(const TranslationTask& task, Index count, std::uint64_t seed);

}  // namespace engine
