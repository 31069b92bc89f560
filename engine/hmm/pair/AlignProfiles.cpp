// The steps of a profile-profile alignment in their order.
#include "engine/hmm/pair/AlignProfiles.h"

#include "engine/hmm/pair/AlignmentStatistics.h"
#include "engine/hmm/profile/TagColumns.h"
#include "engine/hmm/viterbi/CoOptimalPaths.h"
#include "engine/hmm/viterbi/FastViterbi.h"
#include "engine/hmm/viterbi/MatchScore.h"
#include "engine/hmm/viterbi/PathScore.h"

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

/// Bits by which the score of a co-optimal path may be behind: rounding only.
constexpr double kTie = 1e-6;

PathScores scoresOf(const AlignmentPath& path, const ProfileAlignment& alignment,
                    const AlignmentOptions& options) {
  const MatchScorer scorer(alignment.judge(), *alignment.templ, options.viterbi);
  PathScores scores;
  scores.viterbi = path.score;
  scores.secondaryStructure = structureScore(path, scorer.structure());
  scores.correlation = correlationScore(path, scorer.columns(), options.correlation);
  const double inside = isInside(options.viterbi.structure.mode) ? scores.secondaryStructure : 0;
  scores.total = scores.viterbi - inside + scores.correlation;
  const auto knowledge = scorer.structure().isAnnotated() ? StructureKnowledge::bothSides : StructureKnowledge::none;
  return withSignificance(scores, sizesOf(*alignment.query, *alignment.templ), options.viterbi.mode, knowledge,
                          options.numSearched);
}

/// HH-suite reports its best path even when it is worse than none at all.
bool isWorthShowing(const AlignmentPath& path, const AlignmentOptions& options) {
  if (path.steps.empty() || path.score == kImpossible) return false;
  return options.viterbi.mode == AlignmentMode::global || path.score > 0 || options.preset == Preset::hhsuite33;
}

void addPath(ProfileAlignment& alignment, AlignmentPath path, const AlignmentOptions& options) {
  alignment.scores.push_back(scoresOf(path, alignment, options));
  alignment.paths.push_back(std::move(path));
}

/// The query without the tags that HH-suite 3.3 sees, measured against the composition with them; null: it sees none.
std::shared_ptr<const ProfileHmm> judgedQuery(const ProfileHmm& query, const AlignmentOptions& options) {
  if (!options.neutralisesTags || options.preset != Preset::hhsuite33 || tagColumnsAsHhsuite(query).empty()) return {};
  ProfileHmm judged = withoutTagsAsHhsuite(query);
  judged.composition = compositionOf(query);
  return std::make_shared<const ProfileHmm>(std::move(judged));
}

}  // namespace

ProfileHmm templateEmissions(const ProfileHmm& templ, const ProfileAlignmentOptions& options) {
  return withEmissionPseudocounts(templ, presetMatrix(options.preset), options.emissions);
}

ProfileHmm queryEmissions(const ProfileHmm& query, const ProfileAlignmentOptions& options, Progress& progress) {
  if (options.neutralisesTags && options.preset != Preset::hhsuite33 && !tagColumns(query.masterLetters).empty()) {
    ProfileAlignmentOptions rest = options;
    rest.neutralisesTags = false;
    return queryEmissions(withoutTags(query), rest, progress);
  }
  if (!options.context) return templateEmissions(query, options);
  return withContextPseudocounts(query, *options.context, options.contextEmissions, 0, progress);
}

ProfileAlignment alignPrepared(std::shared_ptr<const ProfileHmm> query, std::shared_ptr<const ProfileHmm> templ,
                               const Array<float>& scores, const AlignmentOptions& options, Progress& progress) {
  ProfileAlignment alignment;
  alignment.options = options;
  alignment.query = std::move(query);
  alignment.templ = std::move(templ);
  alignment.judgedQuery = judgedQuery(*alignment.query, options);
  const ProfileHmm &q = *alignment.query, &t = *alignment.templ;
  ViterbiResult viterbi = alignFast(q, t, options.viterbi, scores, KeptMatrices::all, progress);
  alignment.matrices = std::move(viterbi.matrices);
  Array<Bool> allowed;
  const auto count = static_cast<size_t>(options.alternatives.count);
  while (isWorthShowing(viterbi.path, options)) {
    addPath(alignment, std::move(viterbi.path), options);
    if (alignment.paths.size() >= count || !(alignment.scores.back().total > options.alternatives.minimumScore)) break;
    excludeAround(allowed, q.length(), t.length(), alignment.paths.back(), options.alternatives.halfWidth);
    viterbi = alignFast(q, t, options.viterbi, scores, KeptMatrices::backPointers, progress, allowed);
  }
  if (alignment.paths.empty()) return alignment;
  alignment.coOptimalPaths = coOptimalPaths(q, t, options.viterbi, alignment.matrices, alignment.paths.front(),
                                            options.maxCoOptimal, kTie, progress);
  if (options.mac.isOn) realignByMac(alignment, options.preset, options.mac, progress);
  addPathSums(alignment, options.preset, options.sums, progress);
  return alignment;
}

ProfileAlignment alignProfiles(const ProfileHmm& query, const ProfileHmm& templ, const ProfileAlignmentOptions& options,
                               Progress& progress) {
  const auto prepared = [&options](ProfileHmm profile) {
    return std::make_shared<const ProfileHmm>(withTransitionPseudocounts(std::move(profile), options.transitions));
  };
  const auto q = prepared(queryEmissions(query, options, progress)), t = prepared(templateEmissions(templ, options));
  return alignPrepared(q, t, columnScores(*q, *t, options.viterbi.nullModel), options, progress);
}

}  // namespace engine
