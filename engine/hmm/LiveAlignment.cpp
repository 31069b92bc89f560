// Keeping what a change of parameters does not touch.
#include "engine/hmm/LiveAlignment.h"

#include "engine/hmm/FastViterbi.h"

namespace engine {

namespace {

bool isSame(const EmissionPseudocounts& x, const EmissionPseudocounts& y) {
  return x.mode == y.mode && x.a == y.a && x.b == y.b && x.c == y.c;
}

bool haveSameScores(const ProfileAlignmentOptions& x, const ProfileAlignmentOptions& y) {
  return x.preset == y.preset && x.context == y.context && x.viterbi.nullModel == y.viterbi.nullModel &&
         isSame(x.emissions, y.emissions) && isSame(x.contextEmissions, y.contextEmissions);
}

}  // namespace

ProfileAlignment LiveAlignment::update(const ProfileAlignmentOptions& options, Progress& progress) {
  if (!m_last || !haveSameScores(*m_last, options)) {
    m_last.reset();
    m_queryEmissions = std::make_shared<const ProfileHmm>(queryEmissions(*m_query, options, progress));
    m_templateEmissions = std::make_shared<const ProfileHmm>(templateEmissions(*m_template, options));
    m_scores = columnScores(*m_queryEmissions, *m_templateEmissions, options.viterbi.nullModel);
    m_last = options;
  }
  const auto prepared = [&options](const ProfileHmm& profile) {
    return std::make_shared<const ProfileHmm>(withTransitionPseudocounts(profile, options.transitions));
  };
  return alignPrepared(prepared(*m_queryEmissions), prepared(*m_templateEmissions), m_scores, options, progress);
}

}  // namespace engine
