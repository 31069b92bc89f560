// Residue frequencies, transitions and effective numbers of all columns of an alignment, for many rows fast. The plain
// form is ColumnWeights with TransitionCounts.h; results agree to about 1e-6.
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/hmm/rows/PackedRows.h"
#include "engine/hmm/weights/TransitionCounts.h"

namespace engine {

struct WeightedColumns {
  std::vector<ResidueVector> frequencies;  ///< Nq: each sums to 1
  std::vector<TransitionRow> transitions;  ///< Nq: probabilities of all seven, leaving column i
  std::vector<ColumnNeff> neff;            ///< Nq
  GapTransitions begin;                    ///< what leaves the begin state through inserts
  double meanNeff = 1;                     ///< of the profile
};

/// Rows weighted column by column (ColumnWeights), gaps by `global` = globalWeights(rows). The result does not depend
/// on `threads` (0: all cores). Throws Cancelled.
WeightedColumns weighByPosition(const PackedRows& rows, const std::vector<double>& global,
                                const ResidueVector& background, int threads, Progress& progress);

/// Everything by `global`. Neff of the profile is the mean of 2^entropy of its columns, that of a column grows with the
/// weight of the rows present as that of insert states does.
WeightedColumns weighGlobally(const PackedRows& rows, const std::vector<double>& global,
                              const ResidueVector& background, int threads, Progress& progress);

/// Neff of the profile that the rows `kept` make, weighted by position. Throws Cancelled.
double profileNeff(const MatchAlignment& alignment, const std::vector<Index>& kept, int threads, Progress& progress);

}  // namespace engine
