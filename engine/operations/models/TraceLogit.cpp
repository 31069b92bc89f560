// Operation "gradient": on which weights of attention the logit of a letter rests.
#include <algorithm>
#include <cmath>

#include "engine/attention/HeadSet.h"
#include "engine/base/MemoryNeed.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/models/AttentionGradient.h"
#include "engine/models/ModelHeads.h"
#include "engine/operations/Operation.h"
#include "engine/operations/models/ModelInput.h"
#include "engine/operations/models/ModelResults.h"

namespace engine {

namespace {

/// Where a letter is predicted, and in which column of the logits.
struct TracedLogit {
  Index residue = 0, position = 0, column = 0;
  std::string letter;
};

TracedLogit tracedLogit(const ModelRun<float>& run, const ParameterValues& values) {
  const std::string maps = run.mapNames().front();
  const std::vector<bool> isSpecial = run.specialPositions(maps);
  std::vector<Index> residues;
  for (std::size_t k = 0; k < isSpecial.size(); ++k)
    if (!isSpecial[k]) residues.push_back(static_cast<Index>(k));
  TracedLogit traced;
  traced.residue = static_cast<Index>(values.integer("position"));
  if (traced.residue > std::ssize(residues))
    fail("parameter position: found ", traced.residue, ", expected 1 to ", residues.size());
  traced.position = nth(residues, traced.residue - 1);
  traced.letter = values.text("letter").empty() ? nth(run.positions(maps), traced.position) : values.text("letter");
  const std::vector<std::string> vocabulary = run.vocabulary();
  const auto found = std::find(vocabulary.begin(), vocabulary.end(), traced.letter);
  if (found == vocabulary.end())
    fail("parameter letter: found \"", traced.letter, "\", expected one of the ", vocabulary.size(),
         " tokens that the model predicts");
  traced.column = found - vocabulary.begin();
  return traced;
}

class TraceLogit : public Operation {
 public:
  std::string id() const override { return "gradient"; }
  std::string title() const override { return "Gradient × attention of a logit"; }
  std::string help() const override {
    return "On which weights of attention the logit of one letter at one residue rests: every weight times the "
           "gradient of the logit with respect to it, to first order what the logit would lose without that weight. "
           "For ESM-2, ESM-1b, ESM-1v, BERT and RoBERTa.";
  }
  std::vector<std::string> headings() const override { return {"Models"}; }
  std::string formula() const override { return "G_ij = A_ij ∂z / ∂A_ij"; }
  std::vector<OperationInput> inputs() const override {
    return lettersOfModelInputs("weights of a model of sequences");
  }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list = modelInputParameters();
    list.push_back(countParameter("position", "Position", "of the residue whose logit it is, counted from 1", 1, 1));
    list.push_back(textParameter("letter", "Letter", "whose logit it is; empty: the one that stands there"));
    list.push_back(modelHeadsParameter());
    return list;
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto weights = inputs[0]->value.share<ModelWeights>();
    const Dataset* const input = inputs.size() > 1 ? inputs[1].get() : nullptr;
    const ModelInput taken = modelInputOf(architectureOf(*weights).takes(), input, values, diagnostics);
    const auto model = modelFor<float>(weights, taken, values, diagnostics);
    const TracedLogit traced = tracedLogit(*model.run, values);
    auto heads = emptyHeads(model);
    Array<double> sums({heads->numLayers, heads->numHeads}, 0.0), magnitudes(sums.shape(), 0.0);
    const TakeGradients<float> take = [&](Index layer, const Array<float>& maps, const Array<float>& gradients) {
      for (Index head = 0; head < heads->numHeads; ++head) {
        auto map = productOf(maps, gradients, head);
        for (const float value : map->weights) {
          sums(layer, head) += double(value);
          magnitudes(layer, head) += std::abs(double(value));
        }
        nth(heads->maps, layer * heads->numHeads + head) = std::move(map);
      }
    };
    attentionGradients(*model.run, traced.position, traced.column, take, {compute, diagnostics, progress});
    Dataset maps, shares;
    maps.title = modelInputTitle(input, taken, values) + ": " + inputs[0]->title + ", gradient × attention of " +
                 traced.letter + " at " + std::to_string(traced.residue);
    shares.id = ".sums";
    shares.title = maps.title + ", by head";
    shares.value = std::make_shared<const ArrayBundle>(
        ArrayBundle{{"head_sum", sums}, {"head_sum of magnitudes", magnitudes}});
    heads->beside = std::make_shared<const ArrayBundle>(ArrayBundle{{"sum", sums}, {"sum_of_magnitudes", magnitudes}});
    maps.value = std::shared_ptr<const HeadSet>(std::move(heads));
    return {std::move(maps), std::move(shares)};
  }

 private:
  /// Room for all maps, and what their positions are.
  static std::shared_ptr<HeadSet> emptyHeads(const PreparedModel<float>& model) {
    auto heads = std::make_shared<HeadSet>();
    const std::string name = model.run->mapNames().front();
    heads->numLayers = model.run->numLayers();
    heads->numHeads = model.run->numHeads();
    heads->numQueries = heads->numKeys = std::ssize(model.run->positions(name));
    requireMemory(4.0 * double(heads->numLayers * heads->numHeads) * double(heads->numQueries * heads->numKeys),
                  "gradients of all heads", "take a shorter sequence");
    heads->maps.resize(static_cast<std::size_t>(heads->numLayers * heads->numHeads));
    nameModelPositions(*heads, *model.run, name);
    heads->arrayName = "gradient_x_attention";
    heads->unit = "logit";
    return heads;
  }

  static std::shared_ptr<AttentionMap> productOf(const Array<float>& maps, const Array<float>& gradients, Index head) {
    const Index rows = maps.length(1), columns = maps.length(2), begin = head * rows * columns;
    auto map = std::make_shared<AttentionMap>();
    map->weights = Array<float>({rows, columns}, Untouched{}, "gradient x attention");
    for (Index k = 0; k < map->weights.size(); ++k) map->weights[k] = maps[begin + k] * gradients[begin + k];
    map->isStochastic = false;
    map->label = "gradient × attention";
    return map;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeTraceLogit() { return std::make_unique<TraceLogit>(); }

}  // namespace engine
