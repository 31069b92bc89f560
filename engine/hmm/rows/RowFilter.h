// Which rows of an alignment people want to see: likeness to a reference, coverage, gaps, redundancy, names.
#pragma once

#include <functional>
#include <string>

#include "engine/alignment/Alignment.h"
#include "engine/alignment/IndexRanges.h"
#include "engine/base/Progress.h"

namespace engine {

/// All in %, 0..100; the defaults keep every row.
struct RowFilter {
  double minIdentity = 0;            ///< to the reference row, over the columns in which both have a residue
  double minCoverage = 0;            ///< columns with a residue
  double maxGaps = 100;              ///< gaps between the first and the last residue of a row
  double maxPairwiseIdentity = 100;  ///< to a row that is kept: the redundancy filter of HH-suite ("-id")
  std::function<bool(const AlignmentRow&)> acceptsName;  ///< may be empty; called from one thread

  bool keepsAll() const {
    return minIdentity <= 0 && minCoverage <= 0 && maxGaps >= 100 && maxPairwiseIdentity >= 100 && !acceptsName;
  }
};

/// The rows that are left out; never the reference. The redundancy filter sees the rows that pass the other tests, the
/// reference first. Throws Cancelled.
IndexRanges filteredOutRows(const Alignment& alignment, const RowFilter& filter, Index reference, int threads,
                            Progress& progress);

}  // namespace engine
