// How surprising the hits of one search are: P-value, E-value, probability, and the order they are reported in.
#pragma once

#include <optional>

#include "engine/hmm/pair/AlignmentStatistics.h"
#include "engine/search/hits/Calibration.h"

namespace engine {

/// done: the E-values are those of templates that a prefilter has chosen (MATHEMATICS.md 4.2).
enum class Prefiltering { none, done };

class HitStatistics {
 public:
  /// `numSearched`: N of the E-values. `calibration`: the distribution that takes the place of HH-suite's networks; it
  /// must have been fitted for this query.
  HitStatistics(const ProfileHmm& query, Index numSearched, AlignmentMode mode, std::optional<GumbelFit> calibration,
                Prefiltering prefiltering);

  /// Fills in P-value, E-value and probability for `scores.total` and `scores.secondaryStructure`. Returns the number
  /// by which hits are sorted, highest first.
  double judge(PathScores& scores, Index numTemplateColumns, double templateNeff, StructureKnowledge structure) const;

 private:
  Index m_queryLength;
  double m_queryNeff;
  Index m_numSearched;
  AlignmentMode m_mode;
  std::optional<GumbelFit> m_calibration;
  Prefiltering m_prefiltering;
};

}  // namespace engine
