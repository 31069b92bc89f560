#include "engine/operations/training/TrainingDatasets.h"

#include <cmath>
#include <numeric>

#include "engine/analysis/MapTransform.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"
#include "engine/datasets/FactText.h"
#include "engine/datasets/LetterArray.h"
#include "engine/operations/features/PlotArrays.h"
#include "engine/operations/heads/PairPrecision.h"
#include "engine/operations/training/PreparedTraining.h"

namespace engine {

namespace {

std::shared_ptr<AttentionMap> mapOf(const Array<double>& values, const std::string& label) {
  auto map = std::make_shared<AttentionMap>();
  map->weights = Array<float>(values.shape());
  std::transform(values.begin(), values.end(), map->weights.begin(), [](double value) { return float(value); });
  map->label = label;
  map->isStochastic = false;
  return map;
}

std::shared_ptr<HeadSet> setOf(const TrainingRows& rows) {
  auto set = std::make_shared<HeadSet>();
  set->numQueries = set->numKeys = rows.length();
  set->queryLetters = set->keyLetters = rows.letters;
  return set;
}

std::shared_ptr<const HeadSet> headsOf(const TrainingRows& rows, const Array<float>& maps) {
  auto set = setOf(rows);
  const Index cells = rows.length() * rows.length();
  for (Index head = 0; head < maps.length(0); ++head) {
    auto map = std::make_shared<AttentionMap>();
    map->weights = Array<float>({rows.length(), rows.length()}, Untouched{});
    std::copy_n(maps.data() + head * cells, cells, map->weights.begin());
    set->maps.push_back(std::move(map));
  }
  set->numHeads = maps.length(0);
  return set;
}

/// (L, L): A + A^T, summed over the heads.
Array<double> sumOfHeads(const Array<float>& maps) {
  const Index length = maps.length(1);
  Array<double> sum({length, length}, 0.0);
  for (Index head = 0; head < maps.length(0); ++head)
    for (Index i = 0; i < length; ++i)
      for (Index j = 0; j < length; ++j) {
        sum(i, j) += double(maps(head, i, j));
        sum(j, i) += double(maps(head, i, j));
      }
  for (double& value : sum) value /= 2 * double(maps.length(0));
  return sum;
}

/// Of couplings: with APC, and without.
std::shared_ptr<HeadSet> couplingMaps(PairTraining<float>& training, int threads, Progress& progress) {
  auto set = setOf(training.rows());
  const Array<double> sizes = couplingSizes(training.couplings(threads, progress), threads);
  set->maps = {mapOf(contactScores(sizes), "couplings with APC"), mapOf(sizes, "couplings")};
  set->areHeads = false;
  set->numHeads = 2;
  return set;
}

void add(std::vector<Dataset>& results, const std::string& word, const std::string& title, DatasetValue value) {
  Dataset dataset;
  if (!word.empty()) dataset.id = "." + word;
  dataset.title = title;
  dataset.value = std::move(value);
  results.push_back(std::move(dataset));
}

std::string titleOf(const TrainingInput& input, const PairTraining<float>& training) {
  const Index done = training.numSteps(), all = training.numPlanned();
  return input.title + (done < all ? ", step " + std::to_string(done) + " of " + std::to_string(all) : std::string());
}

/// What the axes of weights count; Adam's moments are alike.
void tellAxesOfWeights(ArrayBundle& arrays) {
  const std::string at = "residue at position", other = "residue at the other", position = "position";
  const std::vector<ArrayNote> known{
      {"query", {"head", position, "channel"}, "of positions that ask"},
      {"key", {"head", position, "channel"}, "of positions that are asked"},
      {"value", {"head", at, other}, "how much a residue at one position favours a residue at the other"},
      {"bias", {position, at}, "how much a position favours a residue by itself"},
      {"couplings", {"pair of positions", at, other}, "how much two residues at two positions favour each other"}};
  for (const auto& [prefix, what] : {std::pair{"", ""}, {"adam_m.", "mean gradient: "}, {"adam_v.", "mean square: "}})
    for (const ArrayNote& note : known)
      if (const std::string name = prefix + note.name; arrays.contains(name))
        tellOf(arrays, {name, note.axes, what + note.help});
  for (const ArrayNote& note : {ArrayNote{"columns", {position}, "columns of the alignment, from 0"},
                                ArrayNote{kLetterArray, {position}, "letters of the row that positions are counted by"},
                                ArrayNote{"rows", {"row"}, "rows of the alignment, from 0"},
                                ArrayNote{"row_weights", {"row"}, "what each row counts"},
                                ArrayNote{"losses", {"step"}, "the objective at every step"},
                                ArrayNote{"fits", {"step"}, "the part of it that is about the rows, nats per residue"},
                                ArrayNote{"steps_planned", {"number"}, "before changes added some"},
                                ArrayNote{"rate_changes", {"change", "step, rate, steps"}, "of the learning rate"},
                                ArrayNote{"adam_v", {"array"}, "mean square of the gradient of each array"}})
    if (arrays.contains(note.name)) tellOf(arrays, note);
}

/// What was learned, and which rows and columns of the alignment from.
ArrayBundle weightArrays(const TrainingInput& input, const PairTraining<float>& training,
                         const std::string& operation) {
  const TrainingRows& rows = training.rows();
  const auto numbers = [](const std::vector<Index>& values) {
    return Array<std::int64_t>({std::ssize(values)}, std::vector<std::int64_t>(values.begin(), values.end()));
  };
  ArrayBundle arrays = training.learned();
  arrays[kLetterArray] = letterArray(rows.letters);
  arrays["rows"] = numbers(rows.rows);
  arrays["columns"] = numbers(rows.columns);
  arrays["row_weights"] = column(rows.weights);
  tellAxesOfWeights(arrays);
  noteTraining(arrays, operation, input, training);
  return arrays;
}

Dataset lossPlot(const std::string& title, const PairTraining<float>& training) {
  const auto& losses = training.losses();
  const auto& fits = training.fits();
  std::vector<double> steps(losses.size());
  std::iota(steps.begin(), steps.end(), 1.0);
  ArrayBundle arrays{{"axis_step", column(steps)}, {"curve_objective", column(losses)}};
  say(arrays, "quantity_J, nats per effective sequence");
  const TrainingRows& rows = training.rows();
  const auto add = [&](const char* name, double value) { arrays[name] = Array<double>({1}, {value}, name); };
  add("positions", double(rows.length()));
  add("sequences", double(rows.count()));
  add("effective_sequences", rows.effective());
  add("steps", double(training.numSteps()));
  if (!fits.empty()) {
    add("nats_per_residue", fits.back());
    add("effective_letters", std::exp(fits.back()));
  }
  std::string text = title + ": objective";
  if (!fits.empty()) text.append(1, ' ').append(fixed(fits.back(), 3)).append(" nats per residue");
  return plotDataset("loss", text, std::move(arrays));
}

/// What both models have.
void addRest(std::vector<Dataset>& results, const TrainingInput& input, const PairTraining<float>& training,
             const HeadSet& maps, const std::string& operation, int threads, Progress& progress) {
  const std::string title = titleOf(input, training);
  add(results, "weights", title + ": weights",
      std::make_shared<const ArrayBundle>(weightArrays(input, training, operation)));
  results.push_back(lossPlot(title, training));
  if (input.chain)
    results.push_back(pairPrecision(
        maps, [](Index) { return true; }, *input.chain, input.structureTitle, threads, progress));
}

}  // namespace

Dataset factoredHeads(const TrainingInput& input, FactoredTraining<float>& training, int threads, Progress& progress) {
  Dataset heads;
  heads.title = titleOf(input, training) + ": learned heads";
  heads.value = headsOf(training.rows(), training.maps(threads, progress));
  return heads;
}

std::vector<Dataset> factoredResults(const TrainingInput& input, FactoredTraining<float>& training, int threads,
                                     Progress& progress) {
  std::vector<Dataset> results{factoredHeads(input, training, threads, progress)};
  const std::string title = titleOf(input, training);
  const Array<float>& maps = training.maps(threads, progress);
  const auto couplings = couplingMaps(training, threads, progress);
  couplings->maps.push_back(mapOf(contactScores(sumOfHeads(maps)), "mean head with APC"));
  couplings->numHeads = 3;
  add(results, "couplings", title + ": learned couplings", std::shared_ptr<const HeadSet>(couplings));
  addRest(results, input, training, *couplings, "train factored", threads, progress);
  return results;
}

std::vector<Dataset> pottsResults(const TrainingInput& input, PottsTraining<float>& training, int threads,
                                  Progress& progress) {
  std::vector<Dataset> results;
  const auto couplings = couplingMaps(training, threads, progress);
  add(results, "", titleOf(input, training) + ": couplings", std::shared_ptr<const HeadSet>(couplings));
  addRest(results, input, training, *couplings, "train potts", threads, progress);
  return results;
}

std::vector<Dataset> stoppedHere(const Operation& operation, std::vector<Dataset> results,
                                 const std::vector<DatasetPtr>& inputs, ParameterValues values, Index step) {
  values.set("stop", static_cast<std::int64_t>(step));
  Request request{operation.id(), {}, std::move(values), {}};
  for (const DatasetPtr& input : inputs) request.inputs.push_back(input ? input->id : DatasetId{});
  for (Dataset& result : results) result.provenance.request = request;
  return results;
}

}  // namespace engine
