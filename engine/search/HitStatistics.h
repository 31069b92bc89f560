// How surprising the hits of one search are: P-value, E-value, probability, and the order they are reported in.
#pragma once

#include "engine/hmm/ProfileAlignment.h"

namespace engine {

class HitStatistics {
 public:
  /// `numSearched`: N of the E-values. `query` has its pseudocounts.
  HitStatistics(const ProfileHmm& query, Index numSearched, AlignmentMode mode);

  /// Fills in P-value, E-value and probability for `scores.total`, a template of Nt columns and its effective number of
  /// sequences. Returns the number by which hits are sorted, highest first.
  double judge(PathScores& scores, Index numTemplateColumns, double templateNeff) const;

 private:
  Index m_queryLength;
  double m_queryNeff;
  Index m_numSearched;
  AlignmentMode m_mode;
};

}  // namespace engine
