// From a template that is worth reporting to its hits, complete with rows, alternatives and posteriors.
#pragma once

#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/search/database/Database.h"
#include "engine/search/hits/HitStatistics.h"
#include "engine/search/hits/SearchResult.h"

namespace engine {

/// The query as a search sees it: where tags are neutralised, the preset hhsuite-3.3 takes them out first.
ProfileHmm searchedQuery(const ProfileHmm& query, Preset preset, bool neutralisesTags);

/// Profiles with all their pseudocounts, as they are aligned. The query's may come from a library of contexts, which
/// takes a while: throws Cancelled.
ProfileHmm preparedQuery(const ProfileHmm& query, const ProfileAlignmentOptions& options, Progress& progress);
ProfileHmm preparedTemplate(const ProfileHmm& templ, const ProfileAlignmentOptions& options);

struct RankedHit {
  SearchHit hit;
  double rank = 0;  ///< HitStatistics::judge
};

/// The best alignment and the alternatives that the options ask for, realigned when they ask for that. `query` has its
/// pseudocounts. Throws Cancelled.
std::vector<RankedHit> hitsOfTemplate(const std::shared_ptr<const ProfileHmm>& query, const Database& database,
                                      Index templ, const ProfileAlignmentOptions& options,
                                      const HitStatistics& statistics, Progress& progress);

}  // namespace engine
