// Scores of match pairs.
#include "engine/hmm/viterbi/MatchScore.h"

namespace engine {

MatchScorer::MatchScorer(const ProfileHmm& query, const ProfileHmm& templ, const ViterbiOptions& options)
    : m_columns(query, templ, options.nullModel),
      m_structure(query, templ, options.structure),
      m_isInside(isInside(options.structure.mode) && m_structure.isScored()),
      m_shift(options.shift) {}

std::vector<double> MatchScorer::row(Index i) const {
  std::vector<double> scores = m_columns.row(i);
  for (double& score : scores) score += m_shift;
  if (m_isInside)
    for (size_t j = 0; j < scores.size(); ++j) scores[j] += m_structure.score(i, static_cast<Index>(j));
  return scores;
}

}  // namespace engine
