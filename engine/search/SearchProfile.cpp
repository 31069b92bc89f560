#include "engine/search/SearchProfile.h"

#include "engine/hmm/pseudocounts/Pseudocounts.h"

namespace engine {

SearchProfile searchProfile(const ProfileHmm& profile) {
  profile.validate();
  SearchProfile result;
  result.length = profile.length();
  result.neff = static_cast<float>(profile.neff);
  result.emissions.reserve(profile.emissions.size() * alphabet::kNumResidues);
  for (const ResidueVector& column : profile.emissions)
    for (const double p : column) result.emissions.push_back(static_cast<float>(p));
  for (const auto& row : profile.transitions)
    for (const double bits : row) result.transitions.push_back(static_cast<float>(bits));
  const ResidueVector composition = compositionOf(profile);
  for (size_t a = 0; a < composition.size(); ++a) result.composition[a] = static_cast<float>(composition[a]);
  for (size_t a = 0; a < composition.size(); ++a) result.background[a] = static_cast<float>(profile.background[a]);
  return result;
}

}  // namespace engine
