// The states of the tables of structure scores: their letters and how frequent they are (MATHEMATICS.md 4.3).
#pragma once

#include <string_view>

namespace engine {

/// In the order of the tables.
inline constexpr std::string_view kKnownStructureLetters = "HECSTGB", kPredictedStructureLetters = "HEC";
inline constexpr int kStructureConfidences = 10;  ///< of predictions: 0..9

/// P(A) of a known state, by its place among the letters.
double knownStateFrequency(int known);

}  // namespace engine
