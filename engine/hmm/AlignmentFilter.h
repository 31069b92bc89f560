// Choosing the sequences of an alignment that a profile is made from (profile-hmm, B 2 "Filter").
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/MatchAlignment.h"
#include "engine/sequence/SubstitutionMatrix.h"

namespace engine {

struct FilterOptions {
  double maxIdentity = 90;  ///< "id": % identity to an accepted sequence above which a sequence is dropped
  double minIdentity = 0;   ///< "qid": least % identity to the first sequence
  double minCoverage = 0;   ///< "cov": least % of match columns with a residue
  double minScore = -20;    ///< "qsc": least score per residue against the first sequence, bits; <= -10: off
  Index diversity = 100;    ///< "diff": every 50-column window keeps this many of the most different; 0: off
};

/// 0-based rows that are kept, increasing; row 0 always is. Throws Cancelled.
std::vector<Index> filterRows(const MatchAlignment& alignment, const FilterOptions& options,
                              const SubstitutionMatrix& matrix, Progress& progress);

}  // namespace engine
