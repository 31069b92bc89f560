// What a model of sequences would write at each place (MATHEMATICS.md 2.5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"

namespace engine {

inline constexpr std::string_view kPredictedLetters = "ACDEFGHIKLMNPQRSTVWY";
inline constexpr Index kNumPredictedLetters = static_cast<Index>(kPredictedLetters.size());

/// Probabilities (rows, 20) of the letters above, from rows of logits (rows, V) whose columns are these tokens: a
/// softmax over the 20 alone. `rows`: which. Empty when a letter is no token.
template <class T>
Array<T> letterProbabilities(const Array<T>& logits, const std::vector<std::string>& vocabulary,
                             const std::vector<Index>& rows);

/// The most probable letter of each row (rows, 20); ties: the first.
template <class T>
std::string topLetters(const Array<T>& probabilities);

}  // namespace engine
