#include "engine/operations/AlignmentKnobs.h"

#include <algorithm>

#include "engine/operations/AlignParameters.h"
#include "engine/operations/Operation.h"
#include "engine/operations/PosteriorParameters.h"

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

bool isAligned(const Dataset& dataset) { return dataset.provenance.request.operation == kOperation; }

/// Of the request that made it, or the defaults.
ParameterValues valuesOf(const Dataset& dataset) {
  const ParameterValues given = isAligned(dataset) ? dataset.provenance.request.parameters : ParameterValues();
  return completed(findOperation(kOperation).parameters(), given);
}

/// Whoever turns to more alignments wants to see them, however little they score.
double leastScoreForMore(const ParameterValues& values, const AlignmentKnobs& knobs) {
  const double asMade = values.real("smin");
  return knobs.alternatives > static_cast<Index>(values.integer("alternatives")) ? std::min(asMade, 0.0) : asMade;
}

}  // namespace

AlignmentKnobs knobsOf(const Dataset& dataset) {
  const ProfileAlignment& alignment = alignmentOf(dataset);
  const ParameterValues values = valuesOf(dataset);
  AlignmentKnobs knobs;
  knobs.shift = alignment.viterbi.shift;
  knobs.structureWeight = alignment.viterbi.structure.weight;
  knobs.correlation = values.real("corr");
  knobs.alternatives =
      std::max(static_cast<Index>(values.integer("alternatives")), static_cast<Index>(alignment.paths.size()));
  knobs.coOptimal = std::max(static_cast<size_t>(values.integer("cooptimal")), alignment.coOptimalPaths.size());
  knobs.hasSums = !alignment.forward.planes.empty();
  return knobs;
}

ProfileAlignmentOptions optionsWith(const Dataset& dataset, const AlignmentKnobs& knobs, Progress& progress) {
  const ProfileAlignment& alignment = alignmentOf(dataset);
  ParameterValues values = valuesOf(dataset);
  values.set("context", std::string());  // the profiles have their pseudocounts
  ProfileAlignmentOptions options = alignOptions(values, progress);
  options.preset = parsePreset(alignment.preset);
  options.viterbi = alignment.viterbi;
  readPosteriorParameters(values, options);
  options.viterbi.shift = knobs.shift;
  options.viterbi.structure.weight = knobs.structureWeight;
  options.correlation = knobs.correlation;
  options.alternatives.count = knobs.alternatives;
  options.alternatives.minimumScore = leastScoreForMore(values, knobs);
  options.maxCoOptimal = knobs.coOptimal;
  options.sums.keepPlanes = knobs.hasSums;
  return options;
}

LaneMatrices lanesBeside(const Dataset& dataset, const AlignmentKnobs& knobs, const ProfileAlignment& shown,
                         const std::vector<std::shared_ptr<const ProfileHmm>>& others, Progress& progress) {
  ProfileAlignmentOptions options = optionsWith(dataset, knobs, progress);
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
  alignmentOf(dataset);
  if (!isAligned(dataset))
    fail(dataset.title, " was not aligned here, so that it cannot be aligned again as a dataset");
  Request request = dataset.provenance.request;
  request.output.clear();
  request.parameters = valuesOf(dataset);
  ParameterValues& values = request.parameters;
  const auto turn = [&values](const char* key, ParameterValue value) {
    if (values.all().at(key) != value) values.set(key, std::move(value));
  };
  const auto times = [&](const char* key) {
    turn(key, std::clamp(values.real(key) * knobs.gapOpening, 0.0, kMaxFactor));
  };
  times("gapf");
  times("gapg");
  turn("smin", leastScoreForMore(values, knobs));
  turn("shift", knobs.shift);
  turn("ssw", knobs.structureWeight);
  turn("corr", knobs.correlation);
  turn("alternatives", static_cast<std::int64_t>(knobs.alternatives));
  turn("cooptimal", static_cast<std::int64_t>(knobs.coOptimal));
  turn("sums", std::string(knobs.hasSums ? "on" : "off"));
  return request;
}

}  // namespace engine
