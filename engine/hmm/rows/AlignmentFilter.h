// Choosing the sequences of an alignment that a profile is made from (MATHEMATICS.md 2.4, MATHEMATICS.md 2.5).
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/rows/MatchAlignment.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

struct FilterOptions {
  double maxIdentity = 90;  ///< "id": % identity to an accepted sequence above which a sequence is dropped
  double minIdentity = 0;   ///< "qid": least % identity to the first sequence
  double minCoverage = 0;   ///< "cov": least % of match columns with a residue
  double minScore = -20;    ///< "qsc": least score per residue against the first sequence, bits; <= -10: off
  Index diversity = 100;    ///< "diff": every 50-column window keeps this many of the most different; 0: off
  double targetNeff = 0;    ///< "neff": drop the rows least like the first one until Neff is this; 0: off
};

/// 0-based rows that are kept, increasing; row 0 always is. The same for every number of threads (0: all cores).
/// Throws Cancelled.
std::vector<Index> filterRows(const MatchAlignment& alignment, const FilterOptions& options,
                              const SubstitutionMatrix& matrix, int threads, Progress& progress);

/// Score of a row against the master in bits per residue of the row (MATHEMATICS.md 2.4): pair scores over
/// the row's span; a gap of either costs 6 bits, each further position of it 1. 0 for a row without residues.
double scoreAgainstMaster(const MatchAlignment& alignment, Index row, const SubstitutionMatrix& matrix);

}  // namespace engine
