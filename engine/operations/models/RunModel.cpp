// Operation "model": weights and an input to attention of all heads, states, predictions and contacts.
#include "engine/models/RunModel.h"

#include <algorithm>
#include <iterator>

#include "engine/attention/Cost.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/links/Links.h"
#include "engine/models/Mutations.h"
#include "engine/operations/Operation.h"
#include "engine/operations/models/ModelChanges.h"
#include "engine/operations/models/ModelInput.h"
#include "engine/operations/models/ModelResults.h"
#include "engine/structure/Structure.h"

namespace engine {

namespace {

/// Of the linear maps and of attention, for sequences and alignments; nothing for other inputs.
std::vector<std::string> costLines(const ModelSizes& sizes, const ModelInput& taken) {
  constexpr double kSpecialTokens = 2;
  const bool isAlignment = !taken.rows.empty();
  const double rows = isAlignment ? double(taken.rows.size()) : 1;
  const double T = double(isAlignment ? taken.rows.front().size() : taken.sequence.size()) + kSpecialTokens;
  if (T == kSpecialTokens) return {};
  const auto n = double(sizes.layers), H = double(sizes.heads), D = double(sizes.width), F = double(sizes.feedForward);
  const double attentions = isAlignment ? 2 : 1;  // along rows and along columns
  const double linear = 2 * rows * T * n * (attentions * 4 * D * D + 2 * D * F);
  const double products = 4 * n * D * rows * T * (T + (isAlignment ? rows : 0));
  return {"Operations: " + countText(linear + products, "flop"),
          "Maps: " + countText(n * H * T * T * sizeof(float), "B")};
}

/// What is kept, and what files do not say.
std::vector<Parameter> runParameters() {
  return {modelHeadsParameter(),
          flagParameter("hidden", "States of all layers",
                        "hidden (layers + 1, T, D); those of the last layer are given in any case", true),
          choiceParameter("columns", "Column maps",
                          "of models of alignments: the mean over the columns alone, or also one map per column and "
                          "head (column_attention), which are large",
                          {"mean", "all"}),
          numberParameter("memory", "Memory for maps", "MiB",
                          "of all that is run; maps beyond it are made again when they are looked at", 1024, 0),
          choiceParameter("precision", "Precision",
                          "float32 on the chosen device; float64 on the native CPU path, the definition",
                          {"float32", "float64"})};
}

class RunModelOperation : public Operation {
 public:
  std::string id() const override { return "model"; }
  std::string title() const override { return "Run a model"; }
  std::string help() const override {
    return "Runs a pretrained transformer on a sequence, an alignment or a structure: attention of all heads, states "
           "of all layers, logits and the most probable letters, contacts where the model has a head for them. The "
           "model is recognised by the names of its weights, which are read layer by layer. With mutations it runs on "
           "the sequence as it is, too, and gives the change of every head, of the letters and of the contacts. "
           "Several sequences are run one after another.";
  }
  std::vector<std::string> headings() const override { return {"Models"}; }
  std::vector<std::string> resultParts() const override { return {"arrays"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"weights", "weights of a model", {DatasetKind::modelWeights}},
            {"input",
             "what the model reads: sequences, an alignment, a structure, or arrays for blocks without a table of "
             "tokens",
             {DatasetKind::sequences, DatasetKind::alignment, DatasetKind::structure, DatasetKind::arrays},
             true,
             "the letters of the parameter sequence",
             {"alignment", "structure"}}};
  }
  bool isLive() const override { return true; }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list{
        textParameter("mutations", "Mutations",
                      "residues put in the place of others: \"H50A Y102_\" says what stands there, its number in the "
                      "sequence from 1, and what is to stand there; _ hides it"),
        textParameter("ablate", "Heads switched off",
                      "layer.head counted from 1, with what is put in place of the weights: \"3.1 4.2=uniform\"; zero "
                      "(the default), uniform, or mean of the rows")};
    for (const auto& others : {modelInputParameters(), grouped("Model", runParameters())})
      list.insert(list.end(), others.begin(), others.end());
    return list;
  }
  void checkParameters(const ParameterValues& values) const override {
    ablationOf(values.text("ablate"));
    parsedMutations(values.text("mutations"));
  }

  /// For the weights and the input that are given; of several sequences for the first.
  std::vector<std::string> estimate(const std::vector<DatasetPtr>& inputs,
                                    const ParameterValues& values) const override {
    const auto* weights = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<ModelWeights>();
    if (!weights) return {};
    try {
      Diagnostics unheard;
      ParameterValues complete = completed(parameters(), values);
      const Architecture& architecture = architectureOf(*weights);
      const Dataset* const input = inputs.size() > 1 ? inputs[1].get() : nullptr;
      complete.set("entry", chosenEntries(input, complete.text("entry")).front());
      const ModelInput taken = modelInputOf(architecture.takes(), input, complete, unheard);
      return costLines(architecture.sizes(*weights, static_cast<Index>(complete.integer("heads"))), taken);
    } catch (const Error&) {  // a run will say so
      return {};
    }
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    return computeShowing(inputs, values, compute, diagnostics, progress, {});
  }

  std::vector<Dataset> computeShowing(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                      const Compute& compute, Diagnostics& diagnostics, Progress& progress,
                                      const ResultsSoFar& soFar) const override {
    const Dataset* const input = inputs.size() > 1 ? inputs[1].get() : nullptr;
    const std::vector<std::string> entries = chosenEntries(input, values.text("entry"));
    std::vector<Dataset> all;
    const auto take = [&all](std::vector<Dataset> results, Index entry) {
      if (entry > 0) nameResults(results, all.front().id + "." + std::to_string(entry + 1));
      append(all, std::move(results));
    };
    for (Index k = 0; k < std::ssize(entries); ++k) {
      const double share = 1 / double(entries.size());
      PartProgress part(progress, double(k) * share, double(k + 1) * share);
      ParameterValues own = values;
      own.set("entry", nth(entries, k));
      HeadsSoFar tell;  // of the first alone: the others are behind what it has given by then
      if (soFar && k == 0) tell = [&soFar](Dataset heads) { soFar({std::move(heads)}); };
      take(resultsFor(*inputs[0], input, own, std::ssize(entries), tell, {compute, diagnostics, part}), k);
      if (soFar && k + 1 < std::ssize(entries)) soFar(all);
    }
    return all;
  }

 private:
  using HeadsSoFar = std::function<void(Dataset heads)>;

  /// Of one of `numEntries`, among which the memory is shared.
  static std::vector<Dataset> resultsFor(const Dataset& weights, const Dataset* input, const ParameterValues& values,
                                         Index numEntries, const HeadsSoFar& soFar, const ModelCall& call) {
    const auto model = weights.value.share<ModelWeights>();
    const ModelInput taken = modelInputOf(architectureOf(*model).takes(), input, values, call.diagnostics);
    const bool isDouble = values.text("precision") == "float64";
    const auto run = [&](const ModelInput& read, const ModelKeeps& keeps, const ModelCall& where) {
      return isDouble ? RunModelOperation::run<double>(model, read, values, keeps, where)
                      : RunModelOperation::run<float>(model, read, values, keeps, where);
    };
    const double runs = double(numEntries) * (values.text("mutations").empty() ? 1 : 2);
    const std::vector<Mutation> mutations = parsedMutations(values.text("mutations"));
    std::string title = modelInputTitle(input, taken, values);
    if (!mutations.empty()) title += ", " + mutationsText(mutations);
    title += ": " + weights.title;
    const auto complete = [&](Dataset& result) {
      result.title = result.title.empty() ? title : title + ", " + result.title;
      if (input && input->as<Structure>()) linkToChain(result, *input, taken, values);
    };
    ModelKeeps keeps{.memory = static_cast<std::size_t>(values.real("memory") * kMebibyte / runs),
                     .wantsHidden = values.flag("hidden"),
                     .areStatesBounded = numEntries > 1};
    if (soFar)
      keeps.layersSoFar = [&](Dataset heads) {
        complete(heads);
        soFar(std::move(heads));
      };
    std::vector<Dataset> results =
        mutations.empty() ? run(taken, keeps, call) : mutatedResults(taken, mutations, keeps, run, call);
    // Whoever has typed mutations and taken the last one back goes on seeing what changes: nothing.
    if (mutations.empty() && values.isGiven("mutations")) append(results, modelChanges(results, results));
    std::for_each(results.begin(), results.end(), complete);
    return results;
  }

  /// Those of the mutated input, and what is different from those without mutations.
  template <class Run>
  static std::vector<Dataset> mutatedResults(const ModelInput& taken, const std::vector<Mutation>& mutations,
                                             ModelKeeps keeps, const Run& run, const ModelCall& call) {
    const ModelInput changed = mutated(taken, mutations);  // before any work: it may be refused
    PartProgress own(call.progress, 0, 0.5), untouched(call.progress, 0.5, 1);
    std::vector<Dataset> results = run(changed, keeps, {call.where, call.diagnostics, own});
    Diagnostics said;  // the same once more
    keeps.wantsHidden = false;
    keeps.layersSoFar = {};
    append(results, modelChanges(results, run(taken, keeps, {call.where, said, untouched})));
    return results;
  }

  static void append(std::vector<Dataset>& results, std::vector<Dataset> others) {
    std::move(others.begin(), others.end(), std::back_inserter(results));
  }

  template <class T>
  static std::vector<Dataset> run(std::shared_ptr<const ModelWeights> weights, const ModelInput& taken,
                                  const ParameterValues& values, const ModelKeeps& keeps, const ModelCall& call) {
    const auto model = modelFor<T>(std::move(weights), taken, values, call.diagnostics);
    ModelRunOptions<T> options;
    options.ablation = ablationOf(values.text("ablate"));
    if (values.text("columns") != "all") options.unwanted = {"column_attention"};
    return modelResults(model, std::move(options), keeps, call);
  }

  /// Maps without special tokens, of all residues of the chain, are about the structure.
  static void linkToChain(Dataset& result, const Dataset& structure, const ModelInput& taken,
                          const ParameterValues& values) {
    const auto* heads = result.as<HeadSet>();
    const bool covers =
        heads && heads->numQueries == std::ssize(taken.sequence) && heads->queryLetters.find('-') == std::string::npos;
    if (covers && result.axes.empty()) result.axes = axesOfChain(structure, values.text("chain"));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeRunModel() { return std::make_unique<RunModelOperation>(); }

}  // namespace engine
