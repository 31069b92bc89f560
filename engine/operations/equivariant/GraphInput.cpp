#include "engine/operations/equivariant/GraphInput.h"

#include <algorithm>
#include <cstdio>

#include "engine/attention/Mechanism.h"
#include "engine/attention/equivariant/EquivariantParameters.h"
#include "engine/attention/equivariant/RandomNodes.h"
#include "engine/base/ParameterKinds.h"

namespace engine {

namespace {

constexpr Index kGuideNodes = 20, kMostNodes = 2000;
constexpr double kGuideSpread = 1;  // positions are normal

}  // namespace

std::vector<std::string> GraphOperation::headings() const {
  return {"Attention", titleOf(MechanismGroup::structures), "Equivariant attention"};
}

std::vector<OperationInput> GraphOperation::inputs() const {
  return {{"graph",
           "an array file (.npz) with pos, f and the weights that \"attention equivariant\" takes",
           {DatasetKind::arrays},
           true,
           "a random graph"}};
}

std::vector<Parameter> layerParameters() {
  std::vector<Parameter> list = equivariantParameters();
  std::erase_if(list, [](const Parameter& parameter) { return parameter.key == "edge"; });
  return list;
}

std::vector<Parameter> withLayerParameters(std::vector<Parameter> own) {
  for (Parameter& parameter : layerParameters()) own.push_back(std::move(parameter));
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
  if (!inputs.empty() && inputs[0]) return equivariantInput<double>(*inputs[0]->as<ArrayBundle>(), setting);
  Random random(static_cast<std::uint64_t>(values.integer("seed")));
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
