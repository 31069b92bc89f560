// What a result says of a hit besides its path and scores.
#pragma once

#include "engine/hmm/AlignProfiles.h"
#include "engine/search/Database.h"
#include "engine/search/SearchResult.h"

namespace engine {

/// A profile with the pseudocounts that it does not have yet, as it is aligned.
ProfileHmm preparedForAlignment(const ProfileHmm& profile, const ProfileAlignmentOptions& options);

/// The hit with names and the profile of the template, its path realigned when the options ask for it. `query` has its
/// pseudocounts. Throws Cancelled.
SearchHit detailedHit(const std::shared_ptr<const ProfileHmm>& query, const Database& database, Index templ,
                      AlignmentPath path, const PathScores& scores, const ProfileAlignmentOptions& options,
                      Progress& progress);

}  // namespace engine
