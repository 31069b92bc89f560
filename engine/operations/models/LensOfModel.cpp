// Operation "lens": what a model would write at each place if it stopped after each of its layers.
#include <algorithm>

#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/datasets/LetterArray.h"
#include "engine/models/LogitLens.h"
#include "engine/operations/Operation.h"
#include "engine/operations/models/ModelInput.h"

namespace engine {

namespace {

class LensOfModel : public Operation {
 public:
  std::string id() const override { return "lens"; }
  std::string title() const override { return "Logit lens of a model"; }
  std::string help() const override {
    return "Runs a model and reads its predictions out of the state behind every layer, not only the last: where is a "
           "letter decided? Gives the probabilities of the 20 amino acids by layer and residue, their entropy, the "
           "probability of the letter that is there, and the layer from which on the most probable letter stays.";
  }
  std::vector<std::string> headings() const override { return {"Models"}; }
  std::string formula() const override { return "p_l = softmax(logits(x_l)),  l = 0..n"; }
  std::vector<OperationInput> inputs() const override {
    return lettersOfModelInputs("weights of a model that predicts letters");
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = modelInputParameters();
    list.push_back(modelHeadsParameter());
    list.push_back(choiceParameter("precision", "Precision",
                                   "float32 on the chosen device; float64 on the native CPU path, the definition",
                                   {"float32", "float64"}));
    return list;
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto weights = inputs[0]->value.share<ModelWeights>();
    const Dataset* const input = inputs.size() > 1 ? inputs[1].get() : nullptr;
    const ModelInput taken = modelInputOf(architectureOf(*weights).takes(), input, values, diagnostics);
    const ModelCall call{compute, diagnostics, progress};
    Dataset result;
    result.title = modelInputTitle(input, taken, values) + ": " + inputs[0]->title + ", logit lens";
    result.value = values.text("precision") == "float64" ? arrays<double>(weights, taken, values, call)
                                                         : arrays<float>(weights, taken, values, call);
    return {std::move(result)};
  }

 private:
  template <class T>
  static std::shared_ptr<const ArrayBundle> arrays(std::shared_ptr<const ModelWeights> weights,
                                                   const ModelInput& taken, const ParameterValues& values,
                                                   const ModelCall& call) {
    const auto model = modelFor<T>(std::move(weights), taken, values, call.diagnostics);
    LogitLens<T> lens = logitLens(*model.run, call);
    Array<float> single(lens.probabilities.shape(), Untouched{}, "lens");
    std::copy(lens.probabilities.begin(), lens.probabilities.end(), single.data());
    LensSummary summary = lensSummary(single, lens.letters);
    const std::string layer = "after layer", residue = "residue";
    ArrayBundle bundle;
    addArray(bundle, std::move(lens.probabilities), {"lens", {layer, residue, "letter"}, "probabilities"});
    addArray(bundle, std::move(summary.entropy), {"entropy", {layer, residue}, "of the letters, bit"});
    addArray(bundle, std::move(summary.trueLetter), {"true_letter", {layer, residue}, "probability of what is there"});
    addArray(bundle, std::move(summary.top), {"top_letter", {layer, residue}, "number of the likeliest one, from 0"});
    addArray(bundle, std::move(summary.settled), {"settled_layer", {residue}, "from which on the likeliest stays"});
    addArray(bundle, letterArray(lens.letters), {kLetterArray, {residue}, "code of the letter that is there"});
    return std::make_shared<const ArrayBundle>(std::move(bundle));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeLensOfModel() { return std::make_unique<LensOfModel>(); }

}  // namespace engine
