// What a model would write at each place if it stopped after each of its layers (MATHEMATICS.md 2.8).
#pragma once

#include <cstdint>
#include <string>

#include "engine/models/Architecture.h"

namespace engine {

template <class T>
struct LogitLens {
  Array<T> probabilities;  ///< (n + 1, L, 20), columns as kPredictedLetters; 0: what enters the first layer
  std::string letters;     ///< L: of the input; 'X' of a residue that is hidden, '-' of a gap
};

/// Runs the model and reads predictions out of the state behind every layer; of an alignment those of its first row.
/// Throws Error when the model predicts no letters; Cancelled.
template <class T>
LogitLens<T> logitLens(const ModelRun<T>& run, const ModelCall& call);

/// The probabilities (L, 20) that logits (T, V), or (R, C, V) of an alignment, give the residues of the run, of an
/// alignment those of its first row. Empty when the model predicts no letters.
template <class T>
Array<T> predictedLetters(const ModelRun<T>& run, const Array<T>& logits);

/// What is seen in a lens, by layer (n + 1) and residue (L).
struct LensSummary {
  Array<float> entropy;     ///< (n + 1, L), bits, 0 .. log2 20
  Array<float> trueLetter;  ///< (n + 1, L): the probability of the letter that is there; NaN: it is none of the 20
  Array<std::int64_t> top;  ///< (n + 1, L): the most probable letter, a place in kPredictedLetters; ties: the first
  Array<std::int64_t> settled;  ///< (L): the first layer from which on the top letter stays what it is behind the last
};
/// Of probabilities (n + 1, L, 20). Throws Error when there are not as many letters as residues.
LensSummary lensSummary(const Array<float>& probabilities, const std::string& letters);

}  // namespace engine
