// What a model of sequences predicts at every place, as a profile: something that logos, tables and alignments know.
#pragma once

#include <string>

#include "engine/base/Array.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// One column per row of probabilities (L, 20), whose columns are kPredictedLetters
/// (engine/models/LetterPredictions.h). The master is the sequence that the model read, one letter per row; the
/// consensus the most probable letters. Gaps are not predicted: columns follow one another with certainty. Background
/// is that of BLOSUM62. Throws Error for another number of letters.
template <class T>
ProfileHmm predictedProfile(const Array<T>& probabilities, const std::string& letters, const std::string& name);

}  // namespace engine
