// What the columns of an alignment look like: residue counts, occupancy, entropy, conservation, consensus.
// Source: Shannon's entropy (1948); conservation as the information against a uniform alphabet, without the
// small-sample correction of sequence logos and without row weights: plain counts of what is on the screen.
#pragma once

#include <vector>

#include "engine/alignment/Alignment.h"
#include "engine/base/Progress.h"

namespace engine {

/// Columns of the count table: the 20 residues, then unknown (X, J, O, U as C, B as D, Z as E, '*' as X), then gaps.
inline constexpr Index kNumColumnCounts = alphabet::kNumResidues + 2;

/// Every array has C elements.
struct ColumnStatistics {
  Index numRows = 0;                   ///< N
  Array<std::int32_t> counts;          ///< C x 22: by alphabet::standard() of the code; each row sums to N
  std::vector<float> occupancy;        ///< share of rows with a residue (unknown ones included), 0..1
  std::vector<float> entropy;          ///< bits, over the 20 residues, 0..log2 20
  std::vector<float> conservation;     ///< bits, log2 20 - entropy; 0 in a column without any of the 20 residues
  std::vector<float> consensusShare;   ///< share of all rows that have the consensus residue, 0..1
  std::vector<ResidueCode> consensus;  ///< most frequent of the 20, the first in alphabet order on a tie; X when the
                                       ///< column holds only unknown residues, a gap when it holds none

  Index numColumns() const { return static_cast<Index>(occupancy.size()); }
  std::int32_t count(Index column, ResidueCode standardCode) const { return counts(column, Index{standardCode}); }
};

/// O(N C). Throws Cancelled. Same result for every number of threads.
ColumnStatistics columnStatistics(const Alignment& alignment, int threads, Progress& progress);

}  // namespace engine
