#include "engine/search/hits/HitDetails.h"

#include "engine/hmm/profile/TagColumns.h"
#include "engine/hmm/viterbi/FastViterbi.h"
#include "engine/search/hits/HitRows.h"

namespace engine {

ProfileHmm searchedQuery(const ProfileHmm& query, Preset preset, bool neutralisesTags) {
  return neutralisesTags && preset == Preset::hhsuite33 ? withoutTagsAsHhsuite(query) : query;
}

ProfileHmm preparedQuery(const ProfileHmm& query, const ProfileAlignmentOptions& options, Progress& progress) {
  const ProfileHmm searched = searchedQuery(query, options.preset, options.neutralisesTags);
  return withTransitionPseudocounts(queryEmissions(searched, options, progress), options.transitions);
}

ProfileHmm preparedTemplate(const ProfileHmm& templ, const ProfileAlignmentOptions& options) {
  return withTransitionPseudocounts(templateEmissions(templ, options), options.transitions);
}

std::vector<RankedHit> hitsOfTemplate(const std::shared_ptr<const ProfileHmm>& query, const Database& database,
                                      Index templ, const ProfileAlignmentOptions& options,
                                      const HitStatistics& statistics, Progress& progress) {
  const auto profile = std::make_shared<const ProfileHmm>(database.profile(templ));
  const auto prepared = std::make_shared<const ProfileHmm>(preparedTemplate(*profile, options));
  const NullModel nullModel = options.viterbi.nullModel;
  ProfileAlignment pair = alignPrepared(query, prepared, columnScores(*query, *prepared, nullModel), options, progress);
  const ColumnScorer scorer(*query, *prepared, nullModel);
  const bool isAnnotated = StructureScorer(*query, *prepared, options.viterbi.structure).isAnnotated();
  std::vector<RankedHit> hits;
  for (size_t k = 0; k < pair.paths.size(); ++k) {
    SearchHit hit;
    hit.name = profile->name;
    hit.description = profile->description;
    hit.family = profile->family;
    hit.entry = database.name(templ);
    hit.numColumns = profile->length();
    hit.neff = profile->neff;
    hit.scores = pair.scores[k];
    hit.path = std::move(pair.paths[k]);
    describeHit(hit, *query, *profile, scorer, options.preset);
    hit.templ = profile;
    const double rank = statistics.judge(hit.scores, hit.numColumns, hit.neff,
                                         isAnnotated ? StructureKnowledge::bothSides : StructureKnowledge::none);
    hits.push_back({std::move(hit), rank});
  }
  return hits;
}

}  // namespace engine
