// The same two profiles aligned again and again while a parameter is being moved: what the change does not touch is
// kept (profile-hmm, A 7).
#pragma once

#include <optional>

#include "engine/hmm/AlignProfiles.h"

namespace engine {

/// Not to be shared between threads.
class LiveAlignment {
 public:
  LiveAlignment(std::shared_ptr<const ProfileHmm> query, std::shared_ptr<const ProfileHmm> templ)
      : m_query(std::move(query)), m_template(std::move(templ)) {}

  /// What alignProfiles gives. Column scores are computed anew only when preset, emission pseudocounts, context library
  /// or null model differ from the call before. Throws Error, Cancelled; a failed call leaves nothing behind.
  ProfileAlignment update(const ProfileAlignmentOptions& options, Progress& progress);

 private:
  std::shared_ptr<const ProfileHmm> m_query, m_template;
  std::optional<ProfileAlignmentOptions> m_last;  ///< options that the scores were computed with
  std::shared_ptr<const ProfileHmm> m_queryEmissions, m_templateEmissions;  ///< with emission pseudocounts only
  Array<float> m_scores;                                                    ///< Nq x Nt
};

}  // namespace engine
