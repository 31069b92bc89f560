// The same two profiles aligned again and again while a parameter is being moved: what the change does not touch is
// kept (MATHEMATICS.md 5.1).
#pragma once

#include <mutex>

#include "engine/hmm/pair/AlignProfiles.h"

namespace engine {

/// Calls may overlap: one that was cancelled still runs when the next starts. What they share never changes.
class LiveAlignment {
 public:
  /// Profiles with all their pseudocounts, as a ProfileAlignment holds them.
  LiveAlignment(std::shared_ptr<const ProfileHmm> query, std::shared_ptr<const ProfileHmm> templ)
      : m_query(std::move(query)), m_template(std::move(templ)) {}

  /// What alignPrepared gives for the profiles with the bits of M->I and M->D times `gapOpening` (>= 0; 1: as they are;
  /// the same as gapf and gapg times it). Column scores are computed anew only when the null model differs from the
  /// call before. Pseudocount parameters of the options are not looked at. Throws Error, Cancelled.
  ProfileAlignment update(const AlignmentOptions& options, double gapOpening, Progress& progress);

 private:
  struct Scores {
    NullModel nullModel;
    Array<float> values;  ///< Nq x Nt
  };
  std::shared_ptr<const Scores> scoresFor(NullModel nullModel);

  std::shared_ptr<const ProfileHmm> m_query, m_template;
  std::mutex m_mutex;                      ///< of the pointer below
  std::shared_ptr<const Scores> m_scores;  ///< computed last; null: not yet
};

}  // namespace engine
