// Operation "model": weights and an input to attention of all heads, states, predictions and contacts.
#include "engine/models/RunModel.h"
#include "engine/attention/Cost.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/ParameterKinds.h"
#include "engine/links/Links.h"
#include "engine/operations/Operation.h"
#include "engine/operations/models/ModelInput.h"
#include "engine/operations/models/ModelResults.h"
#include "engine/structure/Structure.h"

namespace engine {

namespace {

constexpr double kMebibyte = 1024.0 * 1024.0;

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

class RunModelOperation : public Operation {
 public:
  std::string id() const override { return "model"; }
  std::string title() const override { return "Run a model"; }
  std::string help() const override {
    return "Runs a pretrained transformer on a sequence, an alignment or a structure: attention of all heads, states "
           "of all layers, logits and the most probable letters, contacts where the model has a head for them. The "
           "model is recognised by the names of its weights, which are read layer by layer.";
  }
  std::vector<std::string> headings() const override { return {"Models"}; }
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
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = modelInputParameters();
    list.push_back(named(
        countParameter("heads", "Heads H", "attention heads per layer, where the file does not say it", 0, 0, 65536),
        {{0, "automatic"}}));
    list.push_back(flagParameter("hidden", "States of all layers",
                                 "hidden (layers + 1, T, D); those of the last layer are given in any case", true));
    list.push_back(choiceParameter("columns", "Column maps",
                                   "of models of alignments: the mean over the columns alone, or also one map per "
                                   "column and head (column_attention), which are large",
                                   {"mean", "all"}));
    list.push_back(textParameter("ablate", "Heads switched off",
                                 "layer.head counted from 1, with what is put in place of the weights: \"3.1 "
                                 "4.2=uniform\"; zero (the default), uniform, or mean of the rows"));
    list.push_back(numberParameter("memory", "Memory for maps", "MiB",
                                   "maps beyond it are made again when they are looked at", 1024, 0));
    list.push_back(choiceParameter("precision", "Precision",
                                   "float32 on the chosen device; float64 on the native CPU path, the definition",
                                   {"float32", "float64"}));
    return list;
  }
  void checkParameters(const ParameterValues& values) const override { ablationOf(values.text("ablate")); }

  /// For the weights and the input that are given.
  std::vector<std::string> estimate(const std::vector<DatasetPtr>& inputs,
                                    const ParameterValues& values) const override {
    const auto* weights = inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<ModelWeights>();
    if (!weights) return {};
    try {
      Diagnostics unheard;
      const ParameterValues complete = completed(parameters(), values);
      const Architecture& architecture = architectureOf(*weights);
      const Dataset* const input = inputs.size() > 1 ? inputs[1].get() : nullptr;
      const ModelInput taken = modelInputOf(architecture.takes(), input, complete, unheard);
      return costLines(architecture.sizes(*weights, static_cast<Index>(complete.integer("heads"))), taken);
    } catch (const Error&) {  // a run will say so
      return {};
    }
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto weights = inputs[0]->value.share<ModelWeights>();
    const Dataset* const input = inputs.size() > 1 ? inputs[1].get() : nullptr;
    const ModelInput taken = modelInputOf(architectureOf(*weights).takes(), input, values, diagnostics);
    const ModelCall call{compute, diagnostics, progress};
    std::vector<Dataset> results = values.text("precision") == "float64" ? run<double>(weights, taken, values, call)
                                                                         : run<float>(weights, taken, values, call);
    const std::string title = modelInputTitle(input, taken, values) + ": " + inputs[0]->title;
    for (Dataset& result : results) {
      result.title = result.title.empty() ? title : title + ", " + result.title;
      if (input && input->as<Structure>()) linkToChain(result, *input, taken, values);
    }
    return results;
  }

 private:
  template <class T>
  static std::vector<Dataset> run(std::shared_ptr<const ModelWeights> weights, const ModelInput& taken,
                                  const ParameterValues& values, const ModelCall& call) {
    const auto model =
        preparedModel<T>(std::move(weights), taken, static_cast<Index>(values.integer("heads")), call.diagnostics);
    warnOfAssumedHeads(model.sizes, call.diagnostics);
    ModelRunOptions<T> options;
    options.ablation = ablationOf(values.text("ablate"));
    if (values.text("columns") != "all") options.unwanted = {"column_attention"};
    const ModelKeeps keeps{.memory = static_cast<std::size_t>(values.real("memory") * kMebibyte),
                           .wantsHidden = values.flag("hidden")};
    return modelResults(model, std::move(options), keeps, call);
  }

  /// Maps without special tokens, of all residues of the chain, are about the structure.
  static void linkToChain(Dataset& result, const Dataset& structure, const ModelInput& taken,
                          const ParameterValues& values) {
    const auto* heads = result.as<HeadSet>();
    const bool covers =
        heads && heads->numQueries == std::ssize(taken.sequence) && heads->queryLetters.find('-') == std::string::npos;
    if (covers) result.axes = axesOfChain(structure, values.text("chain"));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeRunModel() { return std::make_unique<RunModelOperation>(); }

}  // namespace engine
