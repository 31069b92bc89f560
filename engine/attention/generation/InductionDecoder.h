// A decoder of two self-attention layers, weights by hand, that writes on by looking back at what was written
// (MATHEMATICS.md 2.11): the first layer finds the token before each token, the second what followed the last time.
#pragma once

#include <string>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

struct InductionOptions {
  double gain = 8;        ///< of the scores of both layers
  double recency = 0.05;  ///< what a score loses per place of distance in the second layer (ALiBi)
};

/// Position 0 is the start token, the others are letters: T of them with those that were written.
struct InductionRun {
  std::string letters;      ///< without the start token; T - 1
  Index numGiven = 0;       ///< of the letters
  std::string alphabet;     ///< letters in the order in which they first occur
  Array<double> before;     ///< (T, T) weights of the first layer, 0 for tokens that come later
  Array<double> followed;   ///< (T, T) weights of the second
  Array<double> scores[2];  ///< (T, T) of both layers before the mask
  Array<double> next;       ///< (T, letters of the alphabet) how much each is wanted behind a token; may sum to less
};

/// Writes `count` letters behind the text, each the one most wanted, the first of the alphabet among equals. Throws
/// Error for an empty text.
InductionRun writtenByInduction(const std::string& text, Index count, const InductionOptions& options,
                                Progress& progress);

}  // namespace engine
