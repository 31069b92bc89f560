// Odds of match pairs for the strips of a pair of profiles.
#pragma once

#include <array>
#include <vector>

#include "engine/hmm/posterior/StripCells.h"
#include "engine/hmm/viterbi/MatchScore.h"

namespace engine {

/// What a match pair multiplies the weight of a path by, shift and structure included, in single precision.
class StripOdds {
 public:
  StripOdds(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options);

  /// Writes the steps of the strip's runs, 8 lanes each; 0 in lanes that are outside or not allowed.
  void compute(Index strip, const StripCells& cells, FloatLanes* odds) const;

 private:
  std::array<FloatLanes, 20> queryLanes(Index strip) const;
  void multiplyByStructure(Index strip, StepRun run, FloatLanes* odds) const;

  const MatchScorer m_scorer;
  const double m_factor;  ///< 2^shift
  const Index m_numRows, m_numColumns, m_padded;
  std::vector<float> m_template;  ///< 20 x padded columns: the template's odds, 0 outside
};

}  // namespace engine
