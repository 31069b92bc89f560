#include "engine/operations/equivariant/GraphInput.h"

#include <algorithm>
#include <cstdio>

#include "engine/attention/Mechanism.h"
#include "engine/attention/equivariant/EquivariantParameters.h"
#include "engine/attention/equivariant/RandomNodes.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/equivariant/ChainGraph.h"

namespace engine {

namespace {

constexpr Index kGuideNodes = 20, kMostNodes = 2000;
constexpr double kGuideSpread = 1;  // positions are normal

const Structure* structureIn(const std::vector<DatasetPtr>& inputs) {
  return inputs.empty() || !inputs[0] ? nullptr : inputs[0]->as<Structure>();
}

}  // namespace

std::vector<std::string> GraphOperation::headings() const {
  return {"Attention", titleOf(MechanismGroup::structures), "Equivariant attention"};
}

std::vector<OperationInput> GraphOperation::inputs() const {
  return {{"graph",
           "a protein structure (PDB or mmCIF), whose alpha carbons are the nodes, or an array file (.npz) with pos, f "
           "and the weights that \"attention equivariant\" takes",
           {DatasetKind::arrays, DatasetKind::structure},
           true,
           "a random graph"}};
}

ParameterValues GraphOperation::completedFor(const std::vector<DatasetPtr>& inputs,
                                             const ParameterValues& given) const {
  ParameterValues all = Operation::completedFor(inputs, given);
  if (!structureIn(inputs)) return all;
  if (!given.isGiven("max_radius") && all.contains("max_radius")) all.set("max_radius", kRadiusOfResidues);
  if (!given.isGiven("seed")) all.set("seed", std::int64_t{0});
  return all;
}

std::vector<Parameter> layerParameters() {
  std::vector<Parameter> list = equivariantParameters();
  std::erase_if(list, [](const Parameter& parameter) { return parameter.key == "edge"; });
  return list;
}

std::vector<Parameter> withLayerParameters(std::vector<Parameter> own) {
  for (Parameter& parameter : layerParameters()) own.push_back(std::move(parameter));
  own.push_back(
      textParameter("chain", "Chain", "of a structure: author's id of the chain; empty: the first protein chain"));
  return own;
}

Parameter nodesParameter() {
  return countParameter("nodes", "Nodes", "of the random graph; of a graph that is given: all", kGuideNodes, 1,
                        double(kMostNodes));
}

Parameter seedParameter() {
  return countParameter("seed", "Seed", "of the random numbers: another one, another graph and other weights", 1, 0);
}

EquivariantSetting layerSetting(const ParameterValues& values) {
  ParameterValues all = values;
  all.fill("edge", std::string("soft"));
  return equivariantSetting(all);
}

EquivariantInput<double> graphOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, Index nodes) {
  const EquivariantSetting setting = layerSetting(values);
  const auto seed = static_cast<std::uint64_t>(values.integer("seed"));
  if (const Structure* const structure = structureIn(inputs)) {
    const Chain& chain = chosenChain(*structure, values.text("chain"), inputs[0]->title);
    return equivariantInput<double>(graphOfChain(chain, setting, seed).arrays, setting);
  }
  if (!inputs.empty() && inputs[0]) return equivariantInput<double>(*inputs[0]->as<ArrayBundle>(), setting);
  Random random(seed);
  return randomNodes<double>(setting, nodes, kGuideSpread, random);
}

std::string graphName(const std::vector<DatasetPtr>& inputs) {
  return !inputs.empty() && inputs[0] ? inputs[0]->title : "a random graph";
}

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value) >= 0.001 && std::abs(value) < 1000 ? "%.3g" : "%.1e", value);
  return value == 0 ? "0" : text;
}

Dataset arrayResult(std::string title, ArrayBundle arrays) {
  Dataset dataset;
  dataset.title = std::move(title);
  dataset.value = std::make_shared<const ArrayBundle>(std::move(arrays));
  return dataset;
}

Array<double> columnOf(const std::vector<double>& values) {
  return Array<double>({static_cast<Index>(values.size())}, values);
}

}  // namespace engine
