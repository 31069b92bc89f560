// Where the decoder looks as training goes on: maps of the examples of a task, of so many steps as memory allows.
#pragma once

#include <vector>

#include "engine/translation/TranslationTask.h"
#include "engine/translation/Translator.h"

namespace engine {

/// Maps of all examples at a step of training.
struct KeptMaps {
  Index step = 0;                      ///< steps that were done
  std::vector<Array<float>> examples;  ///< (T, S) each: tokens that are written, with the end; tokens that are read
};

/// Of an example whose target is known the decoder is fed with that, so that rows mean the same at every step; of
/// another it goes on from what it writes, of 2 S + 8 tokens at most. Empty maps without attention.
KeptMaps mapsAt(Index step, const Translator& translator, const std::vector<TranslationExample>& examples);

/// MATHEMATICS.md 3.4: keeps maps of every c-th step, where c doubles and every second one is let go as often as there
/// would be more than 60, or more than 4 million numbers.
class MapKeeper {
 public:
  /// `every`: c in the beginning.
  explicit MapKeeper(Index every) : m_every(every) {}
  /// Whether maps of this step would be kept.
  bool wants(Index step) const { return step % m_every == 0; }
  /// `isLast`: kept in any case.
  void keep(KeptMaps maps, bool isLast, std::vector<KeptMaps>& kept);

 private:
  Index m_every;
};

}  // namespace engine
