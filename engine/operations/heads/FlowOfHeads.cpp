// Operation "flow": what of the input can reach each position through the layers, as rollout and as maximum flow.
#include "engine/analysis/AttentionRollout.h"
#include "engine/base/ParameterKinds.h"
#include "engine/heads/AttentionFlow.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

std::shared_ptr<const AttentionMap> mapOf(Array<float> weights, const char* label) {
  auto map = std::make_shared<AttentionMap>();
  map->weights = std::move(weights);
  map->isStochastic = false;
  map->label = label;
  return map;
}

class FlowOfHeads : public Operation {
 public:
  std::string id() const override { return "flow"; }
  std::string title() const override { return "Rollout and flow"; }
  std::string help() const override {
    return "Follows attention through all layers, with the residual connection as half of each: rollout multiplies the "
           "layers, flow asks how much could reach a position at most when every connection carries no more than its "
           "weight. Flow is computed for one position, or for all, where the layers have up to 2000 positions "
           "together.";
  }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::vector<OperationInput> inputs() const override {
    return {{"attention", "heads of several layers", {DatasetKind::heads}}};
  }
  std::vector<Parameter> parameters() const override {
    const char* const help = "from which flow is asked for, counted from 1; all take as many times as long";
    return {named(countParameter("position", "Position", help, 1), {{0, "all"}})};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    const auto& heads = *inputs[0]->as<HeadSet>();
    if (!hasRollout(heads))
      fail(inputs[0]->title, ": found ", heads.numLayers, " layers of ", heads.numQueries, " x ", heads.numKeys,
           ", expected several with as many rows as columns");
    PartProgress rolling(progress, 0, 0.1), flowing(progress, 0.1, 1);
    auto both = std::make_shared<HeadSet>();
    both->numHeads = 2;
    both->numQueries = heads.numQueries;
    both->numKeys = heads.numKeys;
    both->maps = {mapOf(attentionRollout(heads, heads.numLayers - 1, compute.threads, rolling), "rollout"),
                  mapOf(flowOf(heads, values.integer("position"), compute.threads, flowing), "flow")};
    both->queryLetters = heads.queryLetters;
    both->keyLetters = heads.keyLetters;
    both->queryTokens = heads.queryTokens;
    both->keyTokens = heads.keyTokens;
    both->queryUnit = heads.queryUnit;
    both->keyUnit = heads.keyUnit;
    Dataset result;
    result.title = inputs[0]->title + ": rollout and flow";
    result.value = std::shared_ptr<const HeadSet>(std::move(both));
    result.axes = inputs[0]->axes;
    return {result};
  }

 private:
  /// Rows that were not asked for are 0.
  static Array<float> flowOf(const HeadSet& heads, std::int64_t position, int threads, Progress& progress) {
    Array<float> weights({heads.numQueries, heads.numKeys}, 0.0F, "flow");
    if (position > 0) {
      const std::vector<double> row = attentionFlowFrom(heads, static_cast<Index>(position - 1), threads, progress);
      for (size_t j = 0; j < row.size(); ++j)
        weights(static_cast<Index>(position - 1), static_cast<Index>(j)) = static_cast<float>(row[j]);
      return weights;
    }
    const Array<double> flow = attentionFlow(heads, threads, progress);
    for (Index k = 0; k < flow.size(); ++k) weights[k] = static_cast<float>(flow[k]);
    return weights;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeFlowOfHeads() { return std::make_unique<FlowOfHeads>(); }

}  // namespace engine
