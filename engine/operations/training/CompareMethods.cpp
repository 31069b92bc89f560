// Operation "compare-couplings": factored attention, a Potts model and mutual information on the same rows.
#include <algorithm>

#include "engine/analysis/Coevolution.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/FactText.h"
#include "engine/operations/Operation.h"
#include "engine/operations/heads/PairPrecision.h"
#include "engine/operations/training/ContactJudge.h"
#include "engine/operations/training/TrainingCourse.h"
#include "engine/operations/training/TrainingDatasets.h"
#include "engine/training/PairObjective.h"

namespace engine {

namespace {

Array<float> floatsOf(const Array<double>& values) {
  Array<float> found(values.shape(), Untouched{});
  std::transform(values.begin(), values.end(), found.begin(), [](double value) { return float(value); });
  return found;
}

/// After all steps. Cancelled between and within them.
Array<float> learnedScores(PairTraining<float>& training, const std::string& what, int threads, Progress& progress) {
  while (!training.isDone()) {
    const double from = double(training.numSteps()) / double(training.numPlanned());
    progress.update(from, what);
    PartProgress step(progress, from, double(training.numSteps() + 1) / double(training.numPlanned()));
    training.step(threads, step);
  }
  return floatsOf(contactScores(couplingSizes(training.couplings(threads, progress), threads)));
}

/// Of the rows that are learned from, with the weights these have: rows with a gap in one of both columns do not count.
Array<float> informationScores(const TrainingRows& rows, int threads, Progress& progress) {
  Alignment alignment;
  alignment.name = "rows";
  alignment.rows.resize(std::size_t(rows.count()));
  alignment.numColumns = rows.length();
  alignment.codes.resize(std::size_t(rows.codes.size()));
  std::transform(rows.codes.begin(), rows.codes.end(), alignment.codes.begin(),
                 [](std::uint8_t code) { return code < kLearnedLetters ? ResidueCode(code) : alphabet::kGap; });
  CoevolutionOptions options;
  options.areGapsLetters = false;
  options.minOccupancy = 0;
  // Weights are scaled to the mean 1 there; the pseudocount is of rows that count as they do here.
  options.pseudocount *= double(rows.count()) / std::max(rows.effective(), 1e-9);
  const Coevolution found = coevolution(alignment, rows.weights, options, threads, progress);
  return found.corrected(found.information, threads, progress);
}

/// Scores that were learned before: the first map of pairs of this many positions. Throws Error.
Array<float> givenScores(const Dataset& dataset, Index length) {
  const auto& set = *dataset.as<HeadSet>();
  if (set.areHeads || set.count() < 1 || set.numQueries != length || set.numKeys != length)
    fail(dataset.title, ": found ", set.count(), " maps of ", set.numQueries, " × ", set.numKeys,
         set.areHeads ? " that are heads" : "", ", expected couplings of ", length, " positions");
  return set.map(0, 0)->weights;
}

class CompareMethods : public Operation {
 public:
  std::string id() const override { return "compare-couplings"; }
  std::string title() const override { return "Three ways to contacts"; }
  std::vector<std::string> headings() const override { return {"Attention", "Learned from an alignment"}; }
  std::string help() const override {
    return "Factored attention, a Potts model and mutual information (with APC) on the same rows of an alignment, side "
           "by side: which pairs each finds, with a structure how many of them touch, by range too, and how far the "
           "three agree. Says when the sequences are too few to rely on any of them. Couplings that were learned "
           "before are taken where they are given.";
  }
  std::vector<OperationInput> inputs() const override {
    std::vector<OperationInput> all = trainingInputs();
    all.erase(all.begin() + 2, all.end());  // nothing to go on from
    all.push_back({"factored",
                   "couplings that factored attention has learned of the same rows",
                   {DatasetKind::heads},
                   true,
                   "learned now"});
    all.push_back({"potts",
                   "couplings that a Potts model has learned of the same rows",
                   {DatasetKind::heads},
                   true,
                   "learned now"});
    all.push_back({"groups",
                   "arrays of whole numbers, each a group of residues as the structure numbers them: sectors, sites",
                   {DatasetKind::arrays},
                   true});
    return all;
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all{countParameter("heads", "Heads", "of factored attention", 64, 1, 512),
                               countParameter("steps", "Steps", "of factored attention", 150, 1, 1e5),
                               countParameter("potts-steps", "Steps of Potts", "each on all rows", 50, 1, 1e5)};
    for (Parameter& one : trainingInputParameters())
      if (one.key == "row" || one.key == "chain" || one.key == "seed") all.push_back(std::move(one));
    return all;
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    PartProgress reading(progress, 0, 0.03), first(progress, 0.03, 0.4), second(progress, 0.4, 0.95);
    PartProgress third(progress, 0.95, 1);
    const TrainingInput input = trainingInput(inputs, values, compute.threads, diagnostics, reading);
    const auto given = [&](std::size_t k) { return inputs.size() > k ? inputs[k].get() : nullptr; };
    TrainingCourse course;
    course.letters = input.rows.letters;
    course.numRows = input.rows.count();
    course.effective = input.rows.effective();
    const Index length = input.rows.length();
    course.maps.push_back({"factored attention", given(2) ? givenScores(*given(2), length)
                                                          : factored(input, values, compute.threads, first)});
    course.maps.push_back(
        {"Potts model", given(3) ? givenScores(*given(3), length) : potts(input, values, compute.threads, second)});
    course.maps.push_back({"mutual information", informationScores(input.rows, compute.threads, third)});
    course.value = Array<float>({0, kLearnedLetters, kLearnedLetters});
    if (given(4) && !input.chain) fail(given(4)->title, ": groups are numbers of residues, expected a structure too");
    if (input.chain) {
      const ContactJudge judge(course.letters, *input.chain, input.structureTitle, compute.threads, third);
      course.touches = judge.touches();
      if (given(4)) course.groups = judge.groups(*given(4)->as<ArrayBundle>(), *input.chain);
    }
    Dataset result;
    result.title = input.title + ": three ways to contacts";
    result.value = std::make_shared<const ArrayBundle>(arraysOf(course));
    std::vector<Dataset> results{std::move(result)};
    results.push_back(mapsOf(course, input));
    if (input.chain)
      results.push_back(pairPrecision(
          *results.back().as<HeadSet>(), [](Index) { return true; }, *input.chain, input.structureTitle,
          compute.threads, third));
    return results;
  }

 private:
  static Array<float> factored(const TrainingInput& input, const ParameterValues& values, int threads,
                               Progress& progress) {
    FactoredSizes sizes;
    sizes.heads = Index(values.integer("heads"));
    requireMemory(FactoredTraining<float>::bytes(input.rows.length(), sizes), "training",
                  "take fewer heads or columns");
    TrainingPlan plan;
    plan.steps = Index(values.integer("steps"));
    plan.seed = std::uint64_t(values.integer("seed"));
    FactoredTraining<float> training(input.rows, sizes, plan);
    return learnedScores(training, "factored attention", threads, progress);
  }

  static Array<float> potts(const TrainingInput& input, const ParameterValues& values, int threads,
                            Progress& progress) {
    requireMemory(PottsTraining<float>::bytes(input.rows.length()), "training", "take fewer columns");
    TrainingPlan plan = pottsPlan(input.rows);
    plan.steps = Index(values.integer("potts-steps"));
    PottsTraining<float> training(input.rows, plan);
    return learnedScores(training, "Potts model", threads, progress);
  }

  /// The three as maps of pairs, to be shown on a structure or compared with any other.
  static Dataset mapsOf(const TrainingCourse& course, const TrainingInput& input) {
    auto set = std::make_shared<HeadSet>();
    set->numQueries = set->numKeys = course.length();
    set->queryLetters = set->keyLetters = course.letters;
    set->areHeads = false;
    for (const PairMap& method : course.maps) {
      auto map = std::make_shared<AttentionMap>();
      map->weights = method.scores;
      map->label = method.title;
      map->isStochastic = false;
      set->maps.push_back(std::move(map));
    }
    set->numHeads = std::ssize(set->maps);
    Dataset dataset;
    dataset.id = ".maps";
    dataset.title = input.title + ": scores of pairs by three methods";
    dataset.value = std::shared_ptr<const HeadSet>(std::move(set));
    return dataset;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCompareMethods() { return std::make_unique<CompareMethods>(); }

}  // namespace engine
