#include "engine/datasets/files/ProfileAlignmentFile.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FileNote.h"
#include "engine/datasets/files/AlignmentOptionsNote.h"
#include "engine/datasets/files/FileArray.h"
#include "engine/datasets/files/ProfileFile.h"
#include "engine/hmm/posterior/PathSampling.h"
#include "engine/hmm/viterbi/BackPointers.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;
using States = std::vector<PairState>;

constexpr const char *kViterbi = "viterbi", *kForward = "forward", *kBackward = "backward", *kPosterior = "posterior";
constexpr const char *kQuery = "query", *kTemplate = "template", *kJudged = "judged";
const States kFiveStates{PairState::MM, PairState::MI, PairState::IM, PairState::DG, PairState::GD};
const States kThreeStates{PairState::M, PairState::I, PairState::D};
/// In the order of the enumeration, by which steps count them.
const States kAllStates{PairState::MM, PairState::MI, PairState::IM, PairState::DG,
                        PairState::GD, PairState::M,  PairState::I,  PairState::D};

/// Columns of `steps`: path, state, i, j.
constexpr Index kStepNumbers = 4;
/// Columns of `path_scores`.
constexpr std::array<double PathScores::*, 8> kScores{&PathScores::viterbi,     &PathScores::secondaryStructure,
                                                      &PathScores::correlation, &PathScores::total,
                                                      &PathScores::pValue,      &PathScores::eValue,
                                                      &PathScores::probability, &PathScores::sumProbabilities};

/// Of the plane's array: "MM", "forward_MI", "posterior" (of the match pairs).
std::string planeName(const std::string& kind, PairState state) {
  std::string name(stateName(state));
  if (kind == kViterbi) return name;
  return kind == kPosterior && state == PairState::MM ? kind : kind + "_" + name;
}

std::string prefixOf(const char* side) { return std::string(side) + "_"; }
std::string borderName(const std::string& kind) { return kind + "_border"; }

/// (rows + 1) x (columns + 1) without row 0 and column 0.
template <class To, class From>
Array<To> withoutBorder(const Array<From>& plane, const std::string& name) {
  const Index rows = std::max<Index>(plane.length(0) - 1, 0), columns = std::max<Index>(plane.length(1) - 1, 0);
  Array<To> inner({rows, columns}, Untouched{}, name);
  for (Index row = 0; row < rows; ++row) {
    const From* const from = plane.data() + (row + 1) * (columns + 1) + 1;
    std::copy(from, from + columns, inner.data() + row * columns);
  }
  return inner;
}

/// Row 0 from left to right, then column 0 from row 1 on.
template <class Value>
std::vector<Value> borderOf(const Array<Value>& plane) {
  std::vector<Value> border(plane.begin(), plane.begin() + plane.length(1));
  for (Index row = 1; row < plane.length(0); ++row) border.push_back(plane(row, 0));
  return border;
}

/// The whole plane again; `border` as borderOf gives it.
template <class Value, class From>
Array<Value> withBorder(const Array<From>& inner, const From* border, const std::string& name) {
  const Index rows = inner.length(0), columns = inner.length(1);
  Array<Value> plane({rows + 1, columns + 1}, Value{}, name);
  for (Index col = 0; col <= columns; ++col) plane(0, col) = static_cast<Value>(border[col]);
  for (Index row = 0; row < rows; ++row) {
    plane(row + 1, 0) = static_cast<Value>(border[columns + 1 + row]);
    for (Index col = 0; col < columns; ++col) plane(row + 1, col + 1) = static_cast<Value>(inner(row, col));
  }
  return plane;
}

}  // namespace

ArrayBundle matrixArrays(const DpMatrices& matrices) {
  ArrayBundle bundle;
  for (size_t k = 0; k < matrices.states.size() && k < matrices.planes.size(); ++k) {
    const std::string name(stateName(matrices.states[k]));
    bundle.emplace(name, withoutBorder<float>(matrices.planes[k], name));
  }
  if (matrices.backtrace.rank() == 2)
    bundle.emplace("backtrace", withoutBorder<std::int32_t>(matrices.backtrace, "backtrace"));
  if (bundle.empty()) fail("the alignment keeps no matrices");
  return bundle;
}

ArrayBundle alignmentArrays(const ProfileAlignment& alignment) {
  ArrayBundle bundle = matrixArrays(alignment.matrices);
  const auto add = [&bundle](const DpMatrices& matrices, const std::string& kind) {
    for (size_t k = 0; k < matrices.states.size(); ++k) {
      const std::string name = planeName(kind, matrices.states[k]);
      bundle.emplace(name, withoutBorder<float>(matrices.planes[k], name));
    }
  };
  if (alignment.options.preset == Preset::guide && alignment.matrices.states.size() == 5) {
    Array<std::int32_t> bytes = withoutBorder<std::int32_t>(alignment.matrices.backtrace, "backtrace_guide");
    for (std::int32_t& byte : bytes) byte = textbookByte(static_cast<std::uint8_t>(byte));
    bundle.emplace("backtrace_guide", std::move(bytes));
  }
  add(alignment.forward, kForward);
  add(alignment.backward, kBackward);
  add(alignment.posterior, kPosterior);
  if (!alignment.sampledPaths.empty())
    bundle.emplace("visits", visitsOf(alignment.sampledPaths, alignment.query->length(), alignment.templ->length()));
  return bundle;
}

namespace {

void addBorders(ArrayBundle& arrays, const DpMatrices& matrices, const char* kind) {
  if (matrices.planes.empty()) return;
  std::vector<float> borders;
  for (const Array<float>& plane : matrices.planes) {
    const std::vector<float> border = borderOf(plane);
    borders.insert(borders.end(), border.begin(), border.end());
  }
  const auto numPlanes = static_cast<Index>(matrices.planes.size());
  const Index length = static_cast<Index>(borders.size()) / numPlanes;
  arrays.emplace(borderName(kind), Array<float>({numPlanes, length}, borders, borderName(kind)));
}

void addBacktraceBorder(ArrayBundle& arrays, const Array<std::uint8_t>& backtrace) {
  if (backtrace.rank() != 2) return;
  const std::vector<std::uint8_t> bytes = borderOf(backtrace);
  const std::string name = borderName("backtrace");
  const std::vector<std::int32_t> border(bytes.begin(), bytes.end());
  arrays.emplace(name, Array<std::int32_t>({static_cast<Index>(border.size())}, border, name));
}

/// Those of the alignment, the co-optimal and the sampled ones.
std::vector<const AlignmentPath*> pathsIn(const ProfileAlignment& alignment) {
  std::vector<const AlignmentPath*> all;
  for (const auto* list : {&alignment.paths, &alignment.coOptimalPaths, &alignment.sampledPaths})
    for (const AlignmentPath& path : *list) all.push_back(&path);
  return all;
}

void addPaths(ArrayBundle& arrays, const ProfileAlignment& alignment) {
  std::vector<std::int32_t> steps;
  std::vector<double> scores, posteriors, bits;
  for (const AlignmentPath* path : pathsIn(alignment)) {
    for (const PathStep& step : path->steps) {
      for (const Index value : {static_cast<Index>(bits.size()), static_cast<Index>(step.state), step.i, step.j})
        steps.push_back(static_cast<std::int32_t>(value));
      scores.push_back(step.score);
      posteriors.push_back(step.posterior);
    }
    bits.push_back(path->score);
  }
  const auto numSteps = static_cast<Index>(scores.size()), numPaths = static_cast<Index>(bits.size());
  arrays.emplace("steps", Array<std::int32_t>({numSteps, kStepNumbers}, steps, "steps"));
  arrays.emplace("step_scores", Array<double>({numSteps}, scores, "step_scores"));
  arrays.emplace("step_posteriors", Array<double>({numSteps}, posteriors, "step_posteriors"));
  arrays.emplace("path_bits", Array<double>({numPaths}, bits, "path_bits"));
}

void addScores(ArrayBundle& arrays, const std::vector<PathScores>& scores) {
  Array<double> table({static_cast<Index>(scores.size()), static_cast<Index>(kScores.size())}, 0.0, "path_scores");
  for (Index path = 0; path < table.length(0); ++path)
    for (size_t k = 0; k < kScores.size(); ++k) table(path, static_cast<Index>(k)) = nth(scores, path).*kScores[k];
  arrays.emplace("path_scores", std::move(table));
}

Json namesOf(const States& states) {
  Json names = Json::array();
  for (const PairState state : states) names.push_back(stateName(state));
  return names;
}

Json noteOf(const ProfileAlignment& alignment) {
  Json note{{"kind", "profile alignment"},
            {"options", alignmentOptionsNote(alignment.options)},
            {"step_states", namesOf(kAllStates)},
            {"paths", alignment.paths.size()},
            {"cooptimal", alignment.coOptimalPaths.size()},
            {"sampled", alignment.sampledPaths.size()},
            {"opened", alignment.opened},
            {kViterbi, namesOf(alignment.matrices.states)},
            {kForward, namesOf(alignment.forward.states)},
            {kBackward, namesOf(alignment.backward.states)},
            {kPosterior, namesOf(alignment.posterior.states)},
            {kQuery, profileNote(*alignment.query)},
            {kTemplate, profileNote(*alignment.templ)}};
  if (alignment.judgedQuery) note[kJudged] = profileNote(*alignment.judgedQuery);
  return note;
}

}  // namespace

ArrayBundle profileAlignmentFileArrays(const ProfileAlignment& alignment) {
  if (!alignment.query || !alignment.templ) fail("the alignment keeps no profiles");
  ArrayBundle arrays = alignmentArrays(alignment);
  addBorders(arrays, alignment.matrices, kViterbi);
  addBorders(arrays, alignment.forward, kForward);
  addBorders(arrays, alignment.backward, kBackward);
  addBorders(arrays, alignment.posterior, kPosterior);
  addBacktraceBorder(arrays, alignment.matrices.backtrace);
  addPaths(arrays, alignment);
  addScores(arrays, alignment.scores);
  arrays.merge(exactProfileArrays(*alignment.query, prefixOf(kQuery)));
  arrays.merge(exactProfileArrays(*alignment.templ, prefixOf(kTemplate)));
  if (alignment.judgedQuery) arrays.merge(exactProfileArrays(*alignment.judgedQuery, prefixOf(kJudged)));
  return withNote(std::move(arrays), noteOf(alignment));
}

namespace {

std::shared_ptr<const ProfileHmm> profileIn(const ArrayBundle& arrays, const nlohmann::json& note, const char* side) {
  return std::make_shared<const ProfileHmm>(profileOfFile(arrays, note.at(side), prefixOf(side)));
}

States statesIn(const nlohmann::json& note, const char* key, const std::vector<States>& known) {
  const auto names = note.at(key).get<std::vector<std::string>>();
  for (const States& states : known)
    if (std::equal(states.begin(), states.end(), names.begin(), names.end(),
                   [](PairState state, const std::string& name) { return stateName(state) == name; }))
      return states;
  fail("the note of a profile alignment, \"", key, "\": found the states ", joined(names), ", expected ",
       joined(
           known, [](const States& states) { return states.empty() ? "none" : joined(states, stateName); }, " or "));
}

/// Planes of Nq x Nt inner cells.
DpMatrices matricesIn(const ArrayBundle& arrays, const nlohmann::json& note, const char* kind, const Shape& inner) {
  DpMatrices matrices;
  matrices.kind = kind == kViterbi    ? DpKind::viterbi
                  : kind == kForward  ? DpKind::forward
                  : kind == kBackward ? DpKind::backward
                                      : DpKind::posterior;
  const bool isOfSums = matrices.kind != DpKind::viterbi;
  matrices.states = statesIn(note, kind,
                             isOfSums ? std::vector<States>{kFiveStates, {PairState::MM}, {}}
                                      : std::vector<States>{kFiveStates, kThreeStates});
  if (matrices.states.empty()) return matrices;
  const Index length = inner[1] + 1 + inner[0];
  const auto& borders = arrayOf<float>(arrays, borderName(kind), {static_cast<Index>(matrices.states.size()), length});
  for (size_t k = 0; k < matrices.states.size(); ++k) {
    const auto& plane = arrayOf<float>(arrays, planeName(kind, matrices.states[k]), inner);
    matrices.planes.push_back(withBorder<float>(plane, borders.begin() + static_cast<Index>(k) * length,
                                                std::string(stateName(matrices.states[k]))));
  }
  return matrices;
}

Array<std::uint8_t> backtraceIn(const ArrayBundle& arrays, const Shape& inner) {
  const auto& cells = arrayOf<std::int32_t>(arrays, "backtrace", inner);
  const auto& border = arrayOf<std::int32_t>(arrays, borderName("backtrace"), {inner[1] + 1 + inner[0]});
  for (const auto* array : {&cells, &border})
    for (const std::int32_t byte : *array)
      if (byte < 0 || byte > 255) fail("array ", array->name, ": found ", byte, ", expected bytes, 0 to 255");
  return withBorder<std::uint8_t>(cells, border.begin(), "backtrace");
}

/// Steps of paths as the file has them, each checked when it is taken.
class StepReader {
 public:
  StepReader(const ArrayBundle& arrays, const ProfileAlignment& alignment, Index numPaths)
      : m_alignment(alignment),
        m_steps(arrayOf<std::int32_t>(arrays, "steps", {-1, kStepNumbers})),
        m_scores(arrayOf<double>(arrays, "step_scores", {m_steps.length(0)})),
        m_posteriors(arrayOf<double>(arrays, "step_posteriors", {m_steps.length(0)})),
        m_bits(arrayOf<double>(arrays, "path_bits", {numPaths})) {
    for (Index k = 0; k < m_steps.length(0); ++k) {
      const std::int32_t path = m_steps(k, 0), before = k > 0 ? m_steps(k - 1, 0) : 0;
      if (path < before || path >= numPaths)
        failAt(k, "path " + std::to_string(path), "paths in their order, each below " + std::to_string(numPaths));
    }
  }

  /// The next of them.
  std::vector<AlignmentPath> take(Index count) {
    std::vector<AlignmentPath> paths(static_cast<size_t>(count));
    for (AlignmentPath& path : paths) {
      path.score = m_bits[m_path];
      for (; m_step < m_steps.length(0) && m_steps(m_step, 0) == m_path; ++m_step) {
        path.steps.push_back(stepAt(m_step));
        requireNeighbours(path);
      }
      ++m_path;
    }
    return paths;
  }

 private:
  PathStep stepAt(Index k) const {
    const States& states = m_alignment.matrices.states;
    const std::int32_t number = m_steps(k, 1);
    const bool isKnown = number >= 0 && number < static_cast<std::int32_t>(kAllStates.size());
    if (!isKnown || std::find(states.begin(), states.end(), nth(kAllStates, number)) == states.end())
      failAt(k, "state " + std::to_string(number), "the number of one of " + joined(states, stateName));
    PathStep step{nth(kAllStates, number), m_steps(k, 2), m_steps(k, 3), m_scores[k], m_posteriors[k]};
    requirePosition(k, "query", step.i, consumesQuery(step.state), m_alignment.query->length());
    requirePosition(k, "template", step.j, consumesTemplate(step.state), m_alignment.templ->length());
    return step;
  }
  /// A gap in front of the first column stands at -1.
  static void requirePosition(Index k, const char* side, Index position, bool isConsumed, Index length) {
    const Index low = isConsumed ? 0 : -1;
    if (position < low || position >= length)
      failAt(k, std::string(side) + " column " + std::to_string(position),
             std::to_string(low) + " to " + std::to_string(length - 1));
  }
  /// A step goes on by what its state consumes.
  void requireNeighbours(const AlignmentPath& path) const {
    if (path.steps.size() < 2) return;
    const PathStep &before = path.steps[path.steps.size() - 2], &step = path.steps.back();
    const Index i = before.i + (consumesQuery(step.state) ? 1 : 0);
    const Index j = before.j + (consumesTemplate(step.state) ? 1 : 0);
    if (step.i != i || step.j != j)
      failAt(m_step, "columns " + std::to_string(step.i) + ", " + std::to_string(step.j),
             std::to_string(i) + ", " + std::to_string(j) + " behind the step before");
  }
  [[noreturn]] static void failAt(Index k, const std::string& found, const std::string& expected) {
    fail("array steps, row ", k, ": found ", found, ", expected ", expected);
  }

  const ProfileAlignment& m_alignment;
  const Array<std::int32_t>& m_steps;
  const Array<double>&m_scores, &m_posteriors, &m_bits;
  Index m_step = 0, m_path = 0;
};

Index countIn(const nlohmann::json& note, const char* key) {
  const nlohmann::json& told = note.at(key);
  constexpr double kMost = 1e9;
  if (!told.is_number_integer() || told.get<double>() < 0 || told.get<double>() > kMost)
    fail("the note of a profile alignment, \"", key, "\": found ", told.dump(), ", expected a count");
  return told.get<Index>();
}

void takePaths(ProfileAlignment& alignment, const ArrayBundle& arrays, const nlohmann::json& note) {
  const Index numPaths = countIn(note, "paths"), numCoOptimal = countIn(note, "cooptimal"),
              numSampled = countIn(note, "sampled");
  StepReader reader(arrays, alignment, numPaths + numCoOptimal + numSampled);
  alignment.paths = reader.take(numPaths);
  alignment.coOptimalPaths = reader.take(numCoOptimal);
  alignment.sampledPaths = reader.take(numSampled);
  alignment.opened = countIn(note, "opened");
  if (alignment.opened >= std::max<Index>(numPaths, 1))
    fail("the note of a profile alignment, \"opened\": found ", alignment.opened, ", expected one of ", numPaths,
         " paths, from 0");
  const auto& table = arrayOf<double>(arrays, "path_scores", {numPaths, static_cast<Index>(kScores.size())});
  alignment.scores.resize(alignment.paths.size());
  for (Index path = 0; path < numPaths; ++path)
    for (size_t k = 0; k < kScores.size(); ++k)
      nth(alignment.scores, path).*kScores[k] = table(path, static_cast<Index>(k));
}

}  // namespace

ProfileAlignment profileAlignmentOfFile(const ArrayBundle& arrays, const nlohmann::json& note) {
  ProfileAlignment alignment;
  alignment.options = alignmentOptionsOf(note.at("options"));
  alignment.query = profileIn(arrays, note, kQuery);
  alignment.templ = profileIn(arrays, note, kTemplate);
  if (note.contains(kJudged)) alignment.judgedQuery = profileIn(arrays, note, kJudged);
  if (alignment.judge().length() != alignment.query->length())
    fail("array judged_emissions: found ", alignment.judge().length(), " columns, expected ", alignment.query->length(),
         " as in query_emissions");
  const Shape inner{alignment.query->length(), alignment.templ->length()};
  alignment.matrices = matricesIn(arrays, note, kViterbi, inner);
  alignment.forward = matricesIn(arrays, note, kForward, inner);
  alignment.backward = matricesIn(arrays, note, kBackward, inner);
  alignment.posterior = matricesIn(arrays, note, kPosterior, inner);
  alignment.matrices.backtrace = backtraceIn(arrays, inner);
  takePaths(alignment, arrays, note);
  return alignment;
}

}  // namespace engine
