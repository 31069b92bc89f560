#include "engine/operations/AlignmentKnobs.h"

#include <algorithm>

#include "engine/operations/Operation.h"

namespace engine {

namespace {

constexpr const char* kOperation = "align";
constexpr double kMaxFactor = 10;  // of gapf and gapg

const ProfileAlignment& alignmentOf(const Dataset& dataset) {
  const auto* alignment = dataset.as<ProfileAlignment>();
  if (!alignment || !alignment->query || !alignment->templ || !alignment->matrices.plane(PairState::MM))
    fail("aligning again: found ", kindName(dataset.kind()), ", expected a profile alignment with five pair states");
  return *alignment;
}

/// Whoever turns to more alignments wants to see them, however little they score.
double leastScoreForMore(const AlternativeOptions& made, const AlignmentKnobs& knobs) {
  return knobs.alternatives > made.count ? std::min(made.minimumScore, 0.0) : made.minimumScore;
}

}  // namespace

AlignmentKnobs knobsOf(const Dataset& dataset) {
  const ProfileAlignment& alignment = alignmentOf(dataset);
  const AlignmentOptions& made = alignment.options;
  AlignmentKnobs knobs;
  knobs.shift = made.viterbi.shift;
  knobs.structureWeight = made.viterbi.structure.weight;
  knobs.correlation = made.correlation;
  knobs.alternatives = std::max(made.alternatives.count, static_cast<Index>(alignment.paths.size()));
  knobs.coOptimal = std::max(made.maxCoOptimal, alignment.coOptimalPaths.size());
  knobs.hasSums = !alignment.forward.planes.empty();
  return knobs;
}

AlignmentOptions optionsWith(const Dataset& dataset, const AlignmentKnobs& knobs) {
  const AlignmentOptions& made = alignmentOf(dataset).options;
  AlignmentOptions options = made;
  options.viterbi.shift = knobs.shift;
  options.viterbi.structure.weight = knobs.structureWeight;
  options.correlation = knobs.correlation;
  options.alternatives.count = knobs.alternatives;
  options.alternatives.minimumScore = leastScoreForMore(made.alternatives, knobs);
  options.maxCoOptimal = knobs.coOptimal;
  options.sums.keepPlanes = knobs.hasSums;
  return options;
}

LaneMatrices lanesBeside(const Dataset& dataset, const AlignmentKnobs& knobs, const ProfileAlignment& shown,
                         const std::vector<std::shared_ptr<const ProfileHmm>>& others, Progress& progress) {
  ProfileAlignmentOptions options{optionsWith(dataset, knobs), nullptr, {}};
  options.transitions.gapf *= knobs.gapOpening;
  options.transitions.gapg *= knobs.gapOpening;
  std::vector<std::shared_ptr<const ProfileHmm>> templates{shown.templ};
  for (const auto& other : others)
    if (static_cast<Index>(templates.size()) < kViewedLanes && other->length() > 0)
      templates.push_back(std::make_shared<const ProfileHmm>(
          withTransitionPseudocounts(templateEmissions(*other, options), options.transitions)));
  std::stable_sort(templates.begin(), templates.end(),
                   [](const auto& a, const auto& b) { return a->length() > b->length(); });
  return LaneMatrices(shown.query, std::move(templates), options.viterbi, progress);
}

Request requestWith(const Dataset& dataset, const AlignmentKnobs& knobs) {
  const AlternativeOptions& made = alignmentOf(dataset).options.alternatives;
  if (dataset.provenance.request.operation != kOperation)
    fail(dataset.title, " was not aligned here, so that it cannot be aligned again as a dataset");
  Request request = dataset.provenance.request;
  request.output.clear();
  request.parameters = completed(findOperation(kOperation).parameters(), request.parameters);
  ParameterValues& values = request.parameters;
  const auto turn = [&values](const char* key, ParameterValue value) {
    if (values.all().at(key) != value) values.set(key, std::move(value));
  };
  const auto times = [&](const char* key) {
    turn(key, std::clamp(values.real(key) * knobs.gapOpening, 0.0, kMaxFactor));
  };
  times("gapf");
  times("gapg");
  turn("smin", leastScoreForMore(made, knobs));
  turn("shift", knobs.shift);
  turn("ssw", knobs.structureWeight);
  turn("corr", knobs.correlation);
  turn("alternatives", static_cast<std::int64_t>(knobs.alternatives));
  turn("cooptimal", static_cast<std::int64_t>(knobs.coOptimal));
  turn("sums", std::string(knobs.hasSums ? "on" : "off"));
  return request;
}

}  // namespace engine
