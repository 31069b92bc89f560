#include "engine/search/HitDetails.h"

namespace engine {

ProfileHmm preparedForAlignment(const ProfileHmm& profile, const ProfileAlignmentOptions& options) {
  return withTransitionPseudocounts(withEmissionPseudocounts(profile, presetMatrix(options.preset), options.emissions),
                                    options.transitions);
}

SearchHit detailedHit(const std::shared_ptr<const ProfileHmm>& query, const Database& database, Index templ,
                      AlignmentPath path, const PathScores& scores, const ProfileAlignmentOptions& options,
                      Progress& progress) {
  auto profile = std::make_shared<const ProfileHmm>(database.profile(templ));
  ProfileAlignment pair;
  pair.query = query;
  pair.paths.push_back(std::move(path));
  pair.scores.push_back(scores);
  pair.viterbi = options.viterbi;
  if (options.mac.isOn) {
    pair.templ = std::make_shared<const ProfileHmm>(preparedForAlignment(*profile, options));
    realignByMac(pair, options.preset, options.mac, progress);
  }
  SearchHit hit;
  hit.name = profile->name;
  hit.description = profile->description;
  hit.family = profile->family;
  hit.entry = database.entry(templ).name;
  hit.numColumns = profile->length();
  hit.neff = profile->neff;
  hit.scores = pair.scores.front();
  hit.path = std::move(pair.paths.front());
  for (const PathStep& step : hit.path.steps) hit.numPairs += step.state == PairState::MM ? 1 : 0;
  hit.templ = std::move(profile);
  return hit;
}

}  // namespace engine
