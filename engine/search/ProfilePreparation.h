// The fast way from a stored profile to one that can be searched: pseudocounts for emissions and transitions and the
// composition in single precision, some microseconds per profile.
#pragma once

#include <array>

#include "engine/hmm/pseudocounts/Pseudocounts.h"
#include "engine/search/SearchProfile.h"
#include "engine/search/database/ProfileRecord.h"

namespace engine {

struct PreparationOptions {
  const SubstitutionMatrix* matrix = &gonnet();
  EmissionPseudocounts emissions;  ///< for profiles that have none yet
  TransitionPseudocounts transitions;
};

/// The definition: withEmissionPseudocounts, withTransitionPseudocounts, searchProfile.
SearchProfile preparedPlain(const ProfileHmm& profile, const PreparationOptions& options);

/// Does the same within 1e-5 (probabilities, bits).
class ProfilePreparation {
 public:
  explicit ProfilePreparation(const PreparationOptions& options);
  /// The memory of `result` is used again. May be called from several threads, each with its own result.
  void prepare(const ProfileRecord& record, SearchProfile& result) const;

 private:
  void addEmissionPseudocounts(const ProfileRecord& record, SearchProfile& result) const;
  void prepareTransitions(const ProfileRecord& record, SearchProfile& result) const;
  void smoothTransitions(const ProfileRecord& record, std::vector<float>& values) const;

  PreparationOptions m_options;
  std::array<float, kNumTransitions> m_prior{};  ///< gapb times the prior probability
  /// 20 x 20: [b][a] = R(a|b).
  std::array<float, alphabet::kNumResidues * alphabet::kNumResidues> m_conditional{};
};

}  // namespace engine
