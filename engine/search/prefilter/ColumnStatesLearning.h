// Learning the column-state alphabet from alignments: k-means on profile columns (MATHEMATICS.md 2.3).
#pragma once

#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"
#include "engine/search/prefilter/ColumnStates.h"

namespace engine {

/// Columns as a database would hold them: of the profiles of the whole alignment and of random parts of 1, 4, 16 and 64
/// rows (two of each, when there are more rows than that), with the pseudocounts of letters. Columns without a residue
/// are left out. Throws Error for what no profile can be built from, Cancelled.
std::vector<ResidueVector> trainingColumns(const Alignment& alignment, std::uint64_t seed, Progress& progress);

/// `count` states by k-means: a column belongs to the state with the least Kullback-Leibler divergence from it, a state
/// is the mean of its columns, its prior their share; k-means++ chooses the first states. Most frequent state first.
/// The same columns and seed give the same states, whatever the threads (0: all cores). Probabilities are rounded as
/// columnStatesText writes them. Throws Error when there are fewer different columns than states, Cancelled.
ColumnStates learnColumnStates(const std::vector<ResidueVector>& columns, int count, std::uint64_t seed, int threads,
                               Progress& progress);

/// Mean over the columns of the Kullback-Leibler divergence of a column from its nearest state, bits.
double meanDivergence(const std::vector<ResidueVector>& columns, const ColumnStates& states);

}  // namespace engine
