// The steps of a profile-profile alignment in their order.
#include "engine/hmm/AlignProfiles.h"

#include "engine/hmm/PathScore.h"

namespace engine {

EmissionPseudocounts presetPseudocounts(Preset preset) {
  EmissionPseudocounts pseudocounts;
  if (preset == Preset::guide) pseudocounts = {Admixture::byCount, 1.0, 10.0, 1.0};
  return pseudocounts;
}

ProfileAlignmentOptions alignmentOptions(Preset preset) {
  ProfileAlignmentOptions options;
  options.preset = preset;
  options.viterbi = viterbiOptions(preset);
  options.emissions = presetPseudocounts(preset);
  return options;
}

namespace {

PathScores scoresOf(const AlignmentPath& path, const ProfileAlignment& alignment,
                    const ProfileAlignmentOptions& options) {
  const ColumnScorer scorer(*alignment.query, *alignment.templ, options.viterbi.nullModel);
  PathScores scores;
  scores.viterbi = path.score;
  scores.correlation = correlationScore(path, scorer, options.correlation);
  scores.total = scores.viterbi - scores.secondaryStructure + scores.correlation;
  return scores;
}

}  // namespace

ProfileAlignment alignProfiles(const ProfileHmm& query, const ProfileHmm& templ, const ProfileAlignmentOptions& options,
                               Progress& progress) {
  const SubstitutionMatrix& matrix = presetMatrix(options.preset);
  const auto prepared = [&](const ProfileHmm& profile) {
    return std::make_shared<const ProfileHmm>(
        withTransitionPseudocounts(withEmissionPseudocounts(profile, matrix, options.emissions), options.transitions));
  };
  ProfileAlignment alignment;
  alignment.preset = presetName(options.preset);
  alignment.viterbi = options.viterbi;
  alignment.query = prepared(query);
  alignment.templ = prepared(templ);
  ViterbiResult viterbi = alignByViterbi(*alignment.query, *alignment.templ, options.viterbi, progress);
  alignment.matrices = std::move(viterbi.matrices);
  // HH-suite reports its best path even when it is worse than none at all.
  const bool isWorthless =
      viterbi.path.steps.empty() ||
      (options.viterbi.mode == AlignmentMode::local && viterbi.path.score <= 0 && options.preset != Preset::hhsuite33);
  if (isWorthless) return alignment;
  alignment.scores.push_back(scoresOf(viterbi.path, alignment, options));
  alignment.paths.push_back(std::move(viterbi.path));
  if (options.mac.isOn) realignByMac(alignment, options.preset, options.mac, progress);
  addPathSums(alignment, options.preset, options.sums, progress);
  return alignment;
}

}  // namespace engine
