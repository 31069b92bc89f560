// Operation "learned": heads or couplings out of weights that a training left, without training.
#include <algorithm>

#include "engine/base/MemoryNeed.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/LetterArray.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Operation.h"
#include "engine/operations/training/CourseRecorder.h"
#include "engine/operations/training/TrainingDatasets.h"

namespace engine {

namespace {

std::vector<Index> indicesIn(const ArrayBundle& arrays, const char* name) {
  const auto values = numbersOf<double>(arrays, name);
  requireShape(name, values.shape(), {-1});
  std::vector<Index> indices;
  for (const double value : values) {
    if (!(value >= 0 && value < 1e9)) fail("array ", name, ": found ", value, ", expected 0 to 1e9");
    indices.push_back(Index(value));
  }
  return indices;
}

/// What the weights tell of the rows they were learned from: all but the residues, which nothing is asked of.
TrainingRows rowsOf(const ArrayBundle& arrays) {
  constexpr Index kMostPositions = 1000;
  TrainingRows rows;
  rows.letters = lettersIn(arrays);
  rows.columns = indicesIn(arrays, "columns");
  rows.rows = indicesIn(arrays, "rows");
  const auto weights = numbersOf<double>(arrays, "row_weights");
  requireShape("row_weights", weights.shape(), {std::ssize(rows.rows)});
  rows.weights.assign(weights.begin(), weights.end());
  if (std::ssize(rows.letters) != rows.length() || rows.length() < 2 || rows.length() > kMostPositions)
    fail("learned weights: found ", rows.letters.size(), " letters and ", rows.length(),
         " columns, expected as many of both, 2 to ", kMostPositions);
  rows.codes = Array<std::uint8_t>({rows.count(), rows.length()}, std::uint8_t(kLearnedLetters));
  return rows;
}

/// Going on needs moments; looking does not, and files to look at leave them out.
ArrayBundle withMoments(const ArrayBundle& arrays, const std::vector<std::string>& names) {
  ArrayBundle all = arrays;
  for (const std::string& name : names)
    for (const char* moment : {"adam_m.", "adam_v."})
      if (!all.contains(moment + name) && all.contains(name)) all[moment + name] = Array<float>(shapeOf(all.at(name)));
  return all;
}

/// Weights are a dataset already: that they come from.
void dropWeights(std::vector<Dataset>& results) {
  std::erase_if(results, [](const Dataset& result) { return result.id.text() == ".weights"; });
}

class OpenLearned : public Operation {
 public:
  std::string id() const override { return "learned"; }
  std::string title() const override { return "Look at what was learned"; }
  std::vector<std::string> headings() const override { return {"Attention", "Learned from an alignment"}; }
  std::string help() const override {
    return "The heads or couplings of weights that train factored or train potts left (arrays query, "
           "key, value, bias or couplings, with rows, columns, row_weights and residue_letters), as "
           "that training gave them: maps, couplings, loss, with a structure the contacts. Nothing is trained. The "
           "alignment is not read: it says where the same training can be started.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"alignment", "that was learned from", {DatasetKind::alignment, DatasetKind::sequences}},
            {"trained", "weights that a training left", {DatasetKind::arrays}},
            {"structure", "a structure of one of the rows", {DatasetKind::structure}, true},
            {"groups",
             "arrays of whole numbers, each a group of residues as the structure numbers them: sectors, sites",
             {DatasetKind::arrays},
             true}};
  }
  std::vector<Parameter> parameters() const override {
    return {textParameter("chain", "Chain", "of the structure: author's id; empty: the first protein chain")};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    const auto& arrays = *inputs[1]->as<ArrayBundle>();
    TrainingInput input;
    input.rows = rowsOf(arrays);
    input.title = inputs[0]->title;
    if (inputs.size() > 2 && inputs[2]) {
      input.structure = inputs[2]->share<Structure>();
      input.structureTitle = inputs[2]->title;
      input.chain = &chosenChain(*input.structure, values.text("chain"), input.structureTitle);
    }
    const auto* groups = inputs.size() > 3 && inputs[3] ? inputs[3]->as<ArrayBundle>() : nullptr;
    if (groups && !input.chain) fail(inputs[3]->title, ": groups are numbers of residues, expected a structure too");
    TrainingPlan plan;
    plan.steps = std::max<Index>(1, numbersOf<double>(arrays, "losses").size());
    return arrays.contains("query") ? factored({arrays, input, groups}, plan, compute.threads, progress)
                                    : potts({arrays, input, groups}, plan, compute.threads, progress);
  }

 private:
  struct Learned {
    const ArrayBundle& arrays;
    const TrainingInput& input;
    const ArrayBundle* groups;
  };

  static std::vector<Dataset> factored(const Learned& learned, const TrainingPlan& plan, int threads,
                                       Progress& progress) {
    const auto& [arrays, input, groups] = learned;
    const Shape shape = shapeOf(arrays.at("query"));
    if (shape.size() != 3 || shape[0] < 1 || shape[2] < 1)
      fail("array query: found shape ", shapeText(shape), ", expected (heads, positions, width)");
    const FactoredSizes sizes{shape[0], shape[2]};
    requireMemory(FactoredTraining<float>::bytes(input.rows.length(), sizes), "looking at heads", "take fewer of them");
    FactoredTraining<float> training(input.rows, sizes, plan);
    training.goOnFrom(withMoments(arrays, {"query", "key", "value", "bias"}));
    std::vector<Dataset> results = factoredResults(input, training, threads, progress);
    return withCourse(std::move(results), learned, training, training.weights().value, threads, progress);
  }

  static std::vector<Dataset> potts(const Learned& learned, const TrainingPlan& plan, int threads, Progress& progress) {
    const auto& [arrays, input, groups] = learned;
    requireMemory(PottsTraining<float>::bytes(input.rows.length()), "looking at couplings", "take fewer columns");
    PottsTraining<float> training(input.rows, plan);
    ArrayBundle all = withMoments(arrays, {"couplings", "bias"});
    if (!arrays.contains("adam_v")) all["adam_v"] = Array<double>({2});
    training.goOnFrom(all);
    std::vector<Dataset> results = pottsResults(input, training, threads, progress);
    return withCourse(std::move(results), learned, training, Array<float>({0, kLearnedLetters, kLearnedLetters}),
                      threads, progress);
  }

  static std::vector<Dataset> withCourse(std::vector<Dataset> results, const Learned& learned,
                                         PairTraining<float>& training, const Array<float>& value, int threads,
                                         Progress& progress) {
    CourseRecorder recorder(learned.input, threads, progress);
    if (learned.input.chain) recorder.remember(judgedIn(learned.arrays));
    if (learned.groups) recorder.takeGroups(*learned.groups, *learned.input.chain);
    recorder.score(training, threads, progress);
    results.push_back(recorder.dataset(training, value));
    dropWeights(results);
    return results;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeOpenLearned() { return std::make_unique<OpenLearned>(); }

}  // namespace engine
