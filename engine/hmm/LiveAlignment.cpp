// Keeping what a change of parameters does not touch.
#include "engine/hmm/LiveAlignment.h"

#include "engine/hmm/FastViterbi.h"

namespace engine {

namespace {

std::shared_ptr<const ProfileHmm> withGapOpening(const std::shared_ptr<const ProfileHmm>& profile, double factor) {
  if (factor == 1) return profile;
  auto scaled = std::make_shared<ProfileHmm>(*profile);
  for (auto& row : scaled->transitions)
    for (const Transition transition : {Transition::MI, Transition::MD}) {
      double& bits = row[static_cast<size_t>(transition)];
      if (bits != kImpossible) bits *= factor;
    }
  return scaled;
}

}  // namespace

ProfileAlignment LiveAlignment::update(const ProfileAlignmentOptions& options, double gapOpening, Progress& progress) {
  if (!(gapOpening >= 0)) fail("gap opening: found a factor of ", gapOpening, ", expected at least 0");
  if (m_nullModel != options.viterbi.nullModel) {
    m_scores = columnScores(*m_query, *m_template, options.viterbi.nullModel);
    m_nullModel = options.viterbi.nullModel;
  }
  return alignPrepared(withGapOpening(m_query, gapOpening), withGapOpening(m_template, gapOpening), m_scores, options,
                       progress);
}

}  // namespace engine
