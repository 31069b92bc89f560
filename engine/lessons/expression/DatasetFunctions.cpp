// Functions of structures, of alignment paths and of heads; residues, pairs and paths count from 1.
#include <cmath>
#include <mutex>

#include "engine/analysis/ContactPrecision.h"
#include "engine/analysis/MapTransform.h"
#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/lessons/expression/Functions.h"
#include "engine/operations/ChainChoice.h"
#include "engine/structure/Dssp.h"

namespace engine {

namespace {

using Arguments = FunctionArguments;

const ChainGeometry* geometryIn(const Arguments& arguments, std::size_t k) {
  const auto* dataset = std::get_if<DatasetPtr>(arguments.values.at(k));
  return dataset && *dataset ? (*dataset)->as<ChainGeometry>() : nullptr;
}

/// The first chain, or that of the last argument.
const Chain& chainIn(const Arguments& arguments, std::size_t k, std::size_t chain) {
  const auto& structure = arguments.dataset<Structure>(k, "a structure");
  return chosenChain(structure, arguments.size() > chain ? arguments.text(chain) : "", structure.name);
}

/// From 0.
Index residueOf(const Arguments& arguments, std::size_t k, Index count) {
  const Index residue = arguments.index(k);
  if (residue < 1 || residue > count) fail("residue ", residue, " is none of 1 to ", count);
  return residue - 1;
}

/// Å between C-beta atoms.
LessonValue distance(const Arguments& arguments) {
  if (const ChainGeometry* known = geometryIn(arguments, 0)) {
    const Array<float>& distances = known->geometry.distance;
    const Index i = residueOf(arguments, 1, distances.length(0)), j = residueOf(arguments, 2, distances.length(0));
    return numberValue(distances(i, j));
  }
  const Backbone backbone = backboneOf(chainIn(arguments, 0, 3));
  arguments.budget.spend(static_cast<double>(backbone.length()));
  const Index i = residueOf(arguments, 1, backbone.length()), j = residueOf(arguments, 2, backbone.length());
  return numberValue((nth(backbone.cb, i) - nth(backbone.cb, j)).norm());
}

/// States of all chains; those of the last structure are kept, because they take longer than all else here.
std::vector<std::string> statesOf(const DatasetPtr& dataset) {
  static std::mutex mutex;
  static std::weak_ptr<const Dataset> last;
  static std::vector<std::string> states;
  const std::lock_guard lock(mutex);
  if (last.lock() != dataset) {
    states = dsspStates(*dataset->as<Structure>());
    last = dataset;
  }
  return states;
}

/// The letter of DSSP, or all of a chain.
LessonValue secondaryStructure(const Arguments& arguments) {
  std::string states;
  if (const ChainGeometry* known = geometryIn(arguments, 0)) {
    states = known->geometry.dssp;
  } else {
    const Chain& chain = chainIn(arguments, 0, 2);
    const auto& structure = arguments.dataset<Structure>(0, "a structure");
    states = nth(statesOf(std::get<DatasetPtr>(*arguments.values[0])), &chain - structure.chains.data());
  }
  if (arguments.size() == 1) return states;
  return std::string(1, nth(states, residueOf(arguments, 1, static_cast<Index>(states.size()))));
}

const ProfileAlignment& alignedIn(const Arguments& arguments) {
  return arguments.dataset<ProfileAlignment>(0, "a profile alignment");
}

/// The best one, or that of argument 2; from 0.
Index pathNumber(const Arguments& arguments) {
  const auto count = static_cast<Index>(alignedIn(arguments).paths.size());
  const Index number = arguments.size() > 1 ? arguments.index(1) : 1;
  if (count == 0) fail("nothing aligned: there is no path");
  if (number < 1 || number > count) fail("path ", number, " is none of 1 to ", count);
  return number - 1;
}

LessonValue score(const Arguments& arguments) {
  return numberValue(nth(alignedIn(arguments).scores, pathNumber(arguments)).total);
}

LessonValue pathLength(const Arguments& arguments) {
  return numberValue(static_cast<double>(nth(alignedIn(arguments).paths, pathNumber(arguments)).steps.size()));
}

/// states(p): "MM MM MI"; states(p, "MI"): how many of them.
LessonValue states(const Arguments& arguments) {
  const auto& paths = alignedIn(arguments).paths;
  if (paths.empty()) fail("nothing aligned: there is no path");
  const std::vector<PathStep>& steps = paths[0].steps;
  if (arguments.size() == 1)
    return joined(
        steps, [](const PathStep& step) { return std::string(stateName(step.state)); }, " ");
  double found = 0;
  for (const PathStep& step : steps) found += stateName(step.state) == arguments.text(1) ? 1 : 0;
  return numberValue(found);
}

/// A row (i, j) for each pair of positions that the path matches.
LessonValue pairs(const Arguments& arguments) {
  std::vector<double> indices;
  for (const PathStep& step : nth(alignedIn(arguments).paths, pathNumber(arguments)).steps) {
    if (step.state != PairState::MM && step.state != PairState::M) continue;
    indices.push_back(static_cast<double>(step.i + 1));
    indices.push_back(static_cast<double>(step.j + 1));
  }
  arguments.budget.spend(static_cast<double>(indices.size()));
  return LessonArray({static_cast<Index>(indices.size() / 2), 2}, indices);
}

const LessonArray& squareMap(const Arguments& arguments) {
  const LessonArray& map = arguments.array(0);
  if (map.rank() != 2 || map.length(0) != map.length(1)) fail("expected a square map, found ", describeValue(map));
  arguments.budget.spend(static_cast<double>(map.size()));
  return map;
}

std::shared_ptr<const PairGeometry> pairGeometryIn(const Arguments& arguments) {
  if (const ChainGeometry* known = geometryIn(arguments, 1)) return {std::shared_ptr<void>(), &known->geometry};
  Progress progress;
  return std::make_shared<PairGeometry>(pairGeometryOf(chainIn(arguments, 1, arguments.size()), 1, progress));
}

/// Of A + A', ranked in double: the share of the `count` strongest pairs `from` to `to` residues apart that touch
/// (engine/analysis/MATHEMATICS.md 5.5). Default: 6 or more apart, as many pairs as residues. For a row of counts: as
/// many shares.
LessonValue precision(const Arguments& arguments) {
  const LessonArray& map = squareMap(arguments);
  const auto geometry = pairGeometryIn(arguments);
  const Index length = map.length(0);
  requireShape("the map", map.shape(), geometry->distance.shape());
  arguments.budget.spend(4 * static_cast<double>(map.size()));
  LessonArray both(map.shape(), Untouched{});
  std::vector<Index> residues;
  for (Index i = 0; i < length; ++i) {
    residues.push_back(i);
    for (Index j = 0; j < length; ++j) both(i, j) = map(i, j) + map(j, i);
  }
  const Index from = arguments.size() > 2 ? arguments.index(2) : kContactSeparation;
  const Index to = arguments.size() > 3 ? arguments.index(3) : length;
  const LessonArray counts = arguments.size() > 4 ? arguments.array(4) : LessonArray({}, static_cast<double>(length));
  const ContactPrecision found = contactPrecision(both, residues, *geometry, from, to);
  const auto ranks = static_cast<double>(found.precision.size());
  LessonArray shares(counts.shape(), 0.0);
  for (Index k = 0; k < counts.size(); ++k) {
    if (!(counts[k] >= 1)) fail("the number of pairs is ", counts[k], ", expected 1 or more");
    if (ranks > 0) shares[k] = nth(found.precision, static_cast<Index>(std::min(counts[k], ranks)) - 1);
  }
  return shares;
}

/// Average product correction (engine/analysis/MATHEMATICS.md 1.2).
LessonValue corrected(const Arguments& arguments) {
  Progress progress;
  return averageProductCorrected(squareMap(arguments), 1, progress);
}

}  // namespace

std::vector<LessonFunction> datasetFunctions() {
  return {{"distance", 3, 4, "distance(structure, residue, residue) or distance(structure, residue, residue, \"B\")",
           distance},
          {"ss", 1, 3, "ss(structure, residue)", secondaryStructure},
          {"score", 1, 2, "score(alignment) or score(alignment, path)", score},
          {"length", 1, 2, "length(alignment) or length(alignment, path)", pathLength},
          {"states", 1, 2, "states(alignment) or states(alignment, \"MM\")", states},
          {"pairs", 1, 2, "pairs(alignment) or pairs(alignment, path)", pairs},
          {"precision", 2, 5, "precision(map, structure, from, to, pairs)", precision},
          {"apc", 1, 1, "apc(map)", corrected}};
}

}  // namespace engine
