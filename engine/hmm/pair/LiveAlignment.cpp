// Keeping what a change of parameters does not touch.
#include "engine/hmm/pair/LiveAlignment.h"

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/FastViterbi.h"

namespace engine {

namespace {

std::shared_ptr<const ProfileHmm> withGapOpening(const std::shared_ptr<const ProfileHmm>& profile, double factor) {
  if (factor == 1) return profile;
  auto scaled = std::make_shared<ProfileHmm>(*profile);
  for (auto& row : scaled->transitions)
    for (const Transition transition : {Transition::MI, Transition::MD}) {
      double& bits = nth(row, transition);
      if (bits != kImpossible) bits *= factor;
    }
  return scaled;
}

}  // namespace

std::shared_ptr<const LiveAlignment::Scores> LiveAlignment::scoresFor(NullModel nullModel) {
  {
    const std::lock_guard lock(m_mutex);
    if (m_scores && m_scores->nullModel == nullModel) return m_scores;
  }
  const auto scores = std::make_shared<const Scores>(Scores{nullModel, columnScores(*m_query, *m_template, nullModel)});
  const std::lock_guard lock(m_mutex);
  m_scores = scores;
  return scores;
}

ProfileAlignment LiveAlignment::update(const AlignmentOptions& options, double gapOpening, Progress& progress) {
  if (!(gapOpening >= 0)) fail("gap opening: found a factor of ", gapOpening, ", expected at least 0");
  const auto scores = scoresFor(options.viterbi.nullModel);
  return alignPrepared(withGapOpening(m_query, gapOpening), withGapOpening(m_template, gapOpening), scores->values,
                       options, progress);
}

}  // namespace engine
