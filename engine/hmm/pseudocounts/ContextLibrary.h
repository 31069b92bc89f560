// A library of sequence contexts: what residues occur in the middle of which surroundings (MATHEMATICS.md 3.3).
// The user brings the file: context_data.crf of HH-suite's data package, or one in the same form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

/// A conditional random field of S states, each looking at a window of W columns (W odd) around the column in question.
/// Weights and biases are natural logarithms.
struct ContextLibrary {
  static constexpr Index kLanes = 16;  ///< states stored side by side, so that one vector serves all of them

  Index numStates = 0;                   ///< S
  Index window = 0;                      ///< W
  std::vector<float> bias;               ///< S, padded to a multiple of kLanes with -infinity
  std::vector<float> weights;            ///< S / kLanes blocks of (W * 20) x kLanes; padding is 0
  std::vector<ResidueVector> emissions;  ///< S: residues of the middle column, each sums to 1

  /// What one residue at window position `position` (0..W-1) adds to the score of a state.
  float weight(Index state, Index position, size_t residue) const {
    const Index row = position * alphabet::kNumResidues + static_cast<Index>(residue);
    const Index inputs = window * alphabet::kNumResidues;
    return weights[static_cast<size_t>((state / kLanes * inputs + row) * kLanes + state % kLanes)];
  }
};

/// Reads the text form: a head "CRF", "SIZE S", "LENG W", then S blocks of BIAS, W rows of 20 weights in thousandths
/// and one row PC with the logarithms of the emissions in thousandths. Throws Error naming source and line, Cancelled.
ContextLibrary readContextLibrary(std::string_view content, const std::string& source, Progress& progress);

}  // namespace engine
