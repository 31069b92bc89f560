// How many templates each stage of a prefilter leaves.
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// Of one search. What the stages ask for stands beside the numbers.
struct PrefilterStages {
  Index templates = 0;      ///< of the database
  Index overThreshold = 0;  ///< ungapped score over minUngappedBits + log2(Nq Nt)
  Index withGaps = 0;       ///< scored with gaps: those, or as many of the best as are kept whatever their score
  Index kept = 0;           ///< aligned: E-value of the gapped score small enough, or among the best
  double minUngappedBits = 0, maxEvalue = 0;
  bool operator==(const PrefilterStages&) const = default;
};

}  // namespace engine
