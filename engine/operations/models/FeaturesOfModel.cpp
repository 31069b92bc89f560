// Operation "features": which features of a sparse autoencoder fire on a protein, and what the model makes of it when
// they are changed.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "engine/base/ParameterKinds.h"
#include "engine/base/PrintableText.h"
#include "engine/datasets/LetterArray.h"
#include "engine/io/FileContent.h"
#include "engine/models/LogitLens.h"
#include "engine/models/RunResidues.h"
#include "engine/models/autoencoder/FeatureSet.h"
#include "engine/models/autoencoder/ModelFeatures.h"
#include "engine/operations/Operation.h"
#include "engine/operations/models/FeatureWords.h"
#include "engine/operations/models/ModelInput.h"
#include "engine/operations/models/ModelResults.h"

namespace engine {

namespace {

constexpr std::int64_t kFromName = -1;
constexpr Index kMostAlike = 5;
/// Firing features whose most alike ones are looked for: those that are shown first.
constexpr std::size_t kComparedFeatures = 512;
constexpr std::size_t kMapMemory = std::size_t{1} << 30;

/// Weights that came as arrays count as well.
std::shared_ptr<const ModelWeights> weightsIn(const Dataset& dataset) {
  if (const auto weights = dataset.value.share<ModelWeights>()) return weights;
  ModelWeights weights;
  weights.source = weightsInMemory(*dataset.as<ArrayBundle>(), dataset.title);
  return std::make_shared<const ModelWeights>(std::move(weights));
}

/// NAME.tsv beside NAME.safetensors.
std::map<Index, std::string> namesBeside(const Dataset& autoencoder, Index numFeatures, Diagnostics& diagnostics) {
  const std::filesystem::path path = std::filesystem::path(autoencoder.source).replace_extension(".tsv");
  std::error_code problem;
  if (autoencoder.source.empty() || !std::filesystem::is_regular_file(path, problem)) return {};
  try {
    return featureNames(readFileWhole(path), path.string(), numFeatures);
  } catch (const Error& error) {
    diagnostics.warn(error.what(), "; the names are left out");
    return {};
  }
}

/// What the model predicts before and after, as curves along the sequence.
Dataset effectOf(const Array<float>& before, const Array<float>& after, const std::string& letters) {
  ArrayBundle bundle;
  std::vector<double> bits = divergence(before, after), numbers;
  for (Index i = 0; i < std::ssize(bits); ++i) numbers.push_back(double(i + 1));
  const Index L = std::ssize(bits);
  bundle["axis_residue"] = Array<double>({L}, std::move(numbers), "axis_residue");
  bundle["curve_change of the prediction in bits"] = Array<double>({L}, std::move(bits), "bits");
  bundle["probabilities"] = before;
  bundle["probabilities_changed"] = after;
  bundle[kLetterArray] = letterArray(letters);
  Dataset dataset;
  dataset.id = "features";
  dataset.title = "what the change does";
  dataset.value = std::make_shared<const ArrayBundle>(std::move(bundle));
  return dataset;
}

/// What is asked for, and what it is asked of.
struct FeatureTask {
  std::shared_ptr<const ModelWeights> weights;
  std::shared_ptr<const SparseAutoencoder> autoencoder;
  ModelInput taken;
  const ParameterValues& values;
  Index layer = 0;
};

class FeaturesOfModel : public Operation {
 public:
  std::string id() const override { return "features"; }
  std::string title() const override { return "Read features off a model"; }
  std::string help() const override {
    return "Reads the state behind one layer of a model through a sparse autoencoder (InterPLM, InterProt): which "
           "features fire on this protein, where, how strongly, and which others are alike. Features can be switched "
           "off or made stronger; the layers behind then run again, and what changes is told. Names are read from a "
           "table NAME.tsv (feature, text) beside the autoencoder.";
  }
  std::vector<std::string> headings() const override { return {"Models"}; }
  std::vector<std::string> resultParts() const override { return {"table"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"weights", "weights of a model", {DatasetKind::modelWeights}},
            {"autoencoder",
             "weights of a sparse autoencoder that was trained on its states",
             {DatasetKind::modelWeights, DatasetKind::arrays}},
            {"input",
             "what the model reads: sequences, an alignment or a structure, of which the letters are taken",
             {DatasetKind::sequences, DatasetKind::alignment, DatasetKind::structure},
             true,
             "the letters of the parameter sequence",
             {"alignment", "structure"}}};
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list;
    list.push_back(named(countParameter("layer", "Layer",
                                        "behind how many layers the state is read; the autoencoder's file does not say "
                                        "it, names such as layer_24 and l24 do",
                                        kFromName, double(kFromName), 100000),
                         {{kFromName, "from the file's name"}}));
    list.push_back(named(countParameter("k", "Features per residue",
                                        "of autoencoders that keep the largest: how many", 0, 0, 1000000),
                         {{0, "as the file says"}}));
    list.push_back(textParameter("change", "Change features",
                                 "FEATURE=FACTOR, features from 0: \"12=0\" switches one off, \"12=0 7=2.5\" makes "
                                 "another stronger as well; the layers behind run again, and the first result is what "
                                 "that does to the predictions"));
    for (Parameter& parameter : modelInputParameters()) list.push_back(std::move(parameter));
    list.push_back(modelHeadsParameter());
    return list;
  }
  void checkParameters(const ParameterValues& values) const override { parsedFactors(values.text("change")); }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const Dataset* const input = inputs.size() > 2 ? inputs[2].get() : nullptr;
    FeatureTask task{inputs[0]->value.share<ModelWeights>(), nullptr, {}, values, 0};
    task.taken = modelInputOf(architectureOf(*task.weights).takes(), input, values, diagnostics);
    task.autoencoder = std::make_shared<const SparseAutoencoder>(
        readAutoencoder(*weightsIn(*inputs[1]), static_cast<Index>(values.integer("k"))));
    task.layer = layerFor(*inputs[1], values);
    const auto model = modelFor<float>(task.weights, task.taken, values, diagnostics);
    PartProgress reading(progress, 0, 0.5), changing(progress, 0.5, 1);
    FeatureSet set = featuresOf(task, *model.run, {compute, diagnostics, reading});
    set.model = inputs[0]->title;
    set.autoencoder = inputs[1]->title + " (" + titleOf(task.autoencoder->facts.layout) + ")";
    set.names = namesBeside(*inputs[1], set.numFeatures, diagnostics);
    warnOfMisfit(set, diagnostics);
    const std::string about = modelInputTitle(input, task.taken, values) + ": " + inputs[0]->title;
    std::vector<Dataset> results = changedResults(task, model, {compute, diagnostics, changing});
    for (Dataset& result : results) result.title = about + ", " + values.text("change") + ": " + result.title;
    Dataset features;
    features.id = results.empty() ? "features" : "features.all";
    features.title = about + ", features of layer " + std::to_string(task.layer);
    features.value = std::make_shared<const FeatureSet>(std::move(set));
    results.push_back(std::move(features));
    return results;
  }

 private:
  static Index layerFor(const Dataset& autoencoder, const ParameterValues& values) {
    if (values.integer("layer") != kFromName) return static_cast<Index>(values.integer("layer"));
    const std::optional<Index> layer =
        layerInName(autoencoder.source.empty() ? autoencoder.title : autoencoder.source);
    if (!layer)
      fail(autoencoder.title, ": neither the file nor its name says of which layer it reads the state (layer=N)");
    return *layer;
  }

  static FeatureSet featuresOf(const FeatureTask& task, const ModelRun<float>& run, const ModelCall& call) {
    const SparseAutoencoder& autoencoder = *task.autoencoder;
    const PreparedStates states = preparedStates(autoencoder, residueStates(run, task.layer, call));
    FeatureSet set;
    set.letters = residuesOf(run).letters;
    set.layer = task.layer;
    set.numLayers = run.numLayers();
    set.numFeatures = autoencoder.facts.features;
    set.values = encoded(autoencoder, states, call.where.threads, call.progress);
    set.explained = explainedVariance(states.x, decoded(autoencoder, set.values, set.numResidues()));
    for (FeatureValue& one : set.values) one.value /= autoencoder.rescale[one.feature];
    std::erase_if(set.values, [](const FeatureValue& one) { return !(one.value > 0) || !std::isfinite(one.value); });
    summarise(set);
    std::vector<Index> firing;
    for (const FiringFeature& one : set.firing)
      if (firing.size() < kComparedFeatures) firing.push_back(one.feature);
    auto alike = mostAlike(autoencoder, firing, kMostAlike, call.where.threads, call.progress);
    for (std::size_t k = 0; k < alike.size(); ++k) set.firing[k].alike = std::move(alike[k]);
    return set;
  }

  /// An autoencoder of another layer, or of another model, cannot put states together again.
  static void warnOfMisfit(const FeatureSet& set, Diagnostics& diagnostics) {
    constexpr double kLeastExplained = 0.2;
    if (set.explained < kLeastExplained)
      diagnostics.warn(set.autoencoder, ": explains ", std::round(100 * std::max(set.explained, 0.0)),
                       " % of the variance of the states behind layer ", set.layer,
                       ": is it of this model and this layer?");
  }

  /// Nothing unless something is to be changed.
  static std::vector<Dataset> changedResults(const FeatureTask& task, const PreparedModel<float>& model,
                                             const ModelCall& call) {
    const FeatureFactors factors = parsedFactors(task.values.text("change"));
    if (factors.empty()) return {};
    if (factors.rbegin()->first >= task.autoencoder->facts.features)
      fail("parameter change: found the feature ", factors.rbegin()->first, ", expected one from 0 to ",
           task.autoencoder->facts.features - 1);
    const auto change = changeOfFeatures(*model.run, task.autoencoder, task.layer, factors, call.where.threads);
    ModelRunOptions<float> options;
    options.beforeLayer = change;
    std::vector<Dataset> results =
        modelResults(model, options, {.memory = kMapMemory, .wantsHidden = false}, call);
    for (std::size_t k = 0; k < results.size(); ++k) {
      results[k].id = "features.changed" + (k == 0 ? std::string() : "-" + std::to_string(k + 1));
      if (results[k].title.empty()) results[k].title = "attention";
    }
    if (model.run->vocabulary().empty()) return results;
    results.insert(results.begin(), effectOf(predictions(model, {}, call), predictions(model, change, call),
                                             residuesOf(*model.run).letters));
    return results;
  }

  /// (L, 20) behind the last layer.
  static Array<float> predictions(const PreparedModel<float>& model,
                                  const std::function<void(Index, ModelState<float>&)>& change,
                                  const ModelCall& call) {
    const ModelRun<float>& run = *model.run;
    ModelRunOptions<float> options;
    for (const std::string& name : run.mapNames()) options.unwanted.insert(name);
    options.beforeLayer = change;
    const auto outputs = runModel(run, options, call).outputs;
    return predictedLetters(run, outputs.at("logits"));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeFeaturesOfModel() { return std::make_unique<FeaturesOfModel>(); }

}  // namespace engine
