// What is learned from: rows of an alignment as numbers, and how much each of them counts (MATHEMATICS.md 1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

/// Letters that are learned, in the order of the alphabet; this number itself stands for a missing one.
inline constexpr Index kLearnedLetters = alphabet::kNumResidues;

/// A residue of 20, or a gap or an unknown residue, which is missing.
struct TrainingRows {
  Array<std::uint8_t> codes;    ///< N x L, 0..20, the reference is row 0
  std::vector<double> weights;  ///< N, 1 / number of rows that are alike, itself included
  std::string letters;          ///< L, residues of the reference in upper case
  std::vector<Index> rows;      ///< N, their numbers in the alignment
  std::vector<Index> columns;   ///< L, their numbers in the alignment
  Index numUnsampled = 0;       ///< rows that were left out because there were more than kMostTrainingRows

  Index count() const { return std::ssize(weights); }
  Index length() const { return std::ssize(columns); }
  /// N_eff, the sum of the weights.
  double effective() const;
};

/// More rows are drawn from, so that the time for the weights stays bounded.
inline constexpr Index kMostTrainingRows = 20000;

/// Columns in which the row `reference` has a residue; rows that have one in half of these, and the reference, which
/// comes first. `seed` draws among more than kMostTrainingRows rows. Throws Error when there is no such row; Cancelled.
TrainingRows trainingRows(const Alignment& alignment, Index reference, std::uint64_t seed, int threads,
                          Progress& progress);

/// 1 / number of rows that agree in at least 80 % of the columns (missing agrees with missing). `codes`: N x L.
std::vector<double> sequenceWeights(const Array<std::uint8_t>& codes, int threads, Progress& progress);

/// Where biases begin, (L, 20): logarithms of weighted counts plus 1, less their mean over the letters.
Array<double> startingBiases(const TrainingRows& rows);

}  // namespace engine
