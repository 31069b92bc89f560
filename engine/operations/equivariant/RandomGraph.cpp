// Operation "equivariant graph": nodes, features and weights as the e3nn Transformer guide draws them.
#include "engine/attention/Mechanism.h"
#include "engine/attention/equivariant/RandomNodes.h"
#include "engine/operations/ArrayMeaning.h"
#include "engine/operations/equivariant/GraphInput.h"

namespace engine {

namespace {

class RandomGraph : public GraphOperation {
 public:
  std::string id() const override { return "equivariant graph"; }
  std::string title() const override { return "Random graph of nodes"; }
  std::string help() const override {
    return "Nodes with normal positions and features, and normal weights, all of mean 0 and variance 1, as the e3nn "
           "Transformer guide draws them: 20 nodes that see each other within 1.3. The result is what \"attention "
           "equivariant\" takes, with the same irreps and numbers of functions.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list{nodesParameter(), seedParameter()};
    for (Parameter& parameter : layerParameters())
      if (parameter.key.starts_with("irreps_") || parameter.key == "lmax" || parameter.key == "basis")
        list.push_back(std::move(parameter));
    return list;
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    ParameterValues all = values;
    for (const Parameter& parameter : layerParameters())
      if (!all.contains(parameter.key)) all.fill(parameter.key, parameter.standard);
    const Index nodes = static_cast<Index>(values.integer("nodes"));
    ArrayBundle graph = arraysOf(graphOf({}, all, nodes));
    tellAs(graph, findMechanism("equivariant"));
    return {arrayResult("Random graph of " + std::to_string(nodes) + " nodes", std::move(graph))};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeRandomGraph() { return std::make_unique<RandomGraph>(); }

}  // namespace engine
