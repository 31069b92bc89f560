// Purification tags: stretches that say how a protein was made, not what it is (MATHEMATICS.md 3.6).
#pragma once

#include <string>
#include <vector>

#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// Columns of the master that belong to a tag, increasing: at least five His in a row with the eight columns on both
/// sides, c-Myc (EQKLISEEDL), FLAG (DYKDDDDK). Gaps of the master do not interrupt a tag.
std::vector<Index> tagColumns(const std::string& masterLetters);

/// The profile with the background in its tag columns, so that tags align with nothing.
ProfileHmm withoutTags(ProfileHmm profile);

/// Columns that HH-suite 3.3 takes for tags, increasing: of each kind the first, where the letters of the first
/// sequence, inserts and gaps among them, hold it without interruption; its place in these letters is taken for its
/// column, and all columns lie one too far to the right.
std::vector<Index> tagColumnsAsHhsuite(const ProfileHmm& profile);

/// The profile with the background in those columns.
ProfileHmm withoutTagsAsHhsuite(ProfileHmm profile);

}  // namespace engine
