// Purification tags: stretches that say how a protein was made, not what it is (profile-hmm, B 13, Q9).
#pragma once

#include <string>
#include <vector>

#include "engine/hmm/ProfileHmm.h"

namespace engine {

/// Columns of the master that belong to a tag, increasing: at least five His in a row with the eight columns on both
/// sides, c-Myc (EQKLISEEDL), FLAG (DYKDDDDK). Gaps of the master do not interrupt a tag.
std::vector<Index> tagColumns(const std::string& masterLetters);

/// The profile with the background in its tag columns, so that tags align with nothing.
ProfileHmm withoutTags(ProfileHmm profile);

}  // namespace engine
