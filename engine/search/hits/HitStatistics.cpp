#include "engine/search/hits/HitStatistics.h"

#include <cmath>

namespace engine {

HitStatistics::HitStatistics(const ProfileHmm& query, Index numSearched, AlignmentMode mode,
                             std::optional<GumbelFit> calibration, Prefiltering prefiltering)
    : m_queryLength(query.length()),
      m_queryNeff(query.neff),
      m_numSearched(numSearched),
      m_mode(mode),
      m_calibration(calibration),
      m_prefiltering(prefiltering) {}

double HitStatistics::judge(PathScores& scores, Index numTemplateColumns, double templateNeff,
                            StructureKnowledge structure) const {
  const ExtremeValues distribution =
      m_calibration ? ExtremeValues{m_calibration->lambda, m_calibration->muOf(numTemplateColumns)}
                    : extremeValues({m_queryLength, numTemplateColumns, m_queryNeff, templateNeff}, m_mode);
  scores.pValue = std::exp(logPValue(scores.total, distribution));
  scores.eValue = m_prefiltering == Prefiltering::done
                      ? prefilteredEValue(scores.pValue, m_numSearched, m_queryNeff, templateNeff)
                      : static_cast<double>(m_numSearched) * scores.pValue;
  const double significance = significanceOf(scores, distribution);
  scores.probability = homologyProbability(significance, m_mode, structure);
  return significance;
}

}  // namespace engine
