#include "engine/operations/MechanismOperation.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

bool wantsDouble(const ParameterValues& values) { return values.text("precision") == "float64"; }

/// One of `count` maps of a stack, or an empty array when the stack is empty.
Array<float> mapOf(const Array<float>& stack, Index number, Index rows, Index columns) {
  if (stack.empty()) return Array<float>(Shape{0, 0});
  const float* const first = stack.data() + number * rows * columns;
  return Array<float>({rows, columns}, std::vector<float>(first, first + rows * columns));
}

}  // namespace

std::shared_ptr<HeadSet> headsOf(const ArrayBundle& outputs) {
  if (outputs.count("A") == 0) return nullptr;
  const Array<float> weights = numbersOf<float>(outputs, "A");
  const Shape& shape = weights.shape();
  if (shape.size() < 2 || shape.size() > 4 || (shape.size() == 4 && shape[0] != 1)) return nullptr;
  auto heads = std::make_shared<HeadSet>();
  heads->numHeads = shape.size() == 2 ? 1 : shape[shape.size() - 3];
  heads->numQueries = shape[shape.size() - 2];
  heads->numKeys = shape[shape.size() - 1];
  Array<float> scores;
  if (outputs.count("S") != 0 && shapeOf(outputs.at("S")) == shape) scores = numbersOf<float>(outputs, "S");
  for (Index head = 0; head < heads->numHeads; ++head) {
    auto map = std::make_shared<AttentionMap>();
    map->weights = mapOf(weights, head, heads->numQueries, heads->numKeys);
    map->scores = mapOf(scores, head, heads->numQueries, heads->numKeys);
    heads->maps.push_back(std::move(map));
  }
  return heads;
}

std::vector<OperationInput> MechanismOperation::inputs() const {
  std::string names;
  for (const ArrayDescription& array : m_mechanism.inputs()) {
    names += names.empty() ? "" : ", ";
    names += array.isOptional ? "[" + array.name + "]" : array.name;
  }
  return {{"arrays", "an array file (.npz) with " + names, {DatasetKind::arrays}}};
}

std::vector<Parameter> MechanismOperation::parameters() const {
  std::vector<Parameter> list = m_mechanism.parameters();
  list.push_back({"precision",
                  "Precision",
                  "",
                  "float32 on the chosen device; float64 on the native CPU path, the definition",
                  std::string("float32"),
                  -1e300,
                  1e300,
                  {"float32", "float64"}});
  return list;
}

ArrayBundle MechanismOperation::runMechanism(const ArrayBundle& arrays, const ParameterValues& values,
                                             const Compute& compute, Diagnostics& diagnostics,
                                             Progress& progress) const {
  ParameterValues own;
  for (const Parameter& parameter : m_mechanism.parameters()) own.set(parameter.key, values.all().at(parameter.key));
  const Precision precision = wantsDouble(values) ? Precision::float64 : Precision::float32;
  return m_mechanism.run(arrays, own, precision, compute, diagnostics, progress);
}

Dataset MechanismOperation::arraysDataset(ArrayBundle arrays, const ParameterValues& values,
                                          const std::string& title) const {
  Dataset dataset;
  dataset.title = title;
  if (wantsDouble(values)) dataset.provenance.device = "native CPU";
  dataset.value = std::make_shared<const ArrayBundle>(std::move(arrays));
  return dataset;
}

std::vector<Dataset> MechanismOperation::compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                                 const Compute& compute, Diagnostics& diagnostics,
                                                 Progress& progress) const {
  ArrayBundle outputs = runMechanism(*inputs[0]->as<ArrayBundle>(), values, compute, diagnostics, progress);
  const std::string title = inputs[0]->title + ": " + m_mechanism.title();
  const std::shared_ptr<HeadSet> heads = headsOf(outputs);
  std::vector<Dataset> results = {arraysDataset(std::move(outputs), values, title)};
  if (heads) {
    Dataset maps;
    maps.title = title + ", maps";
    maps.provenance.device = results.front().provenance.device;
    maps.value = std::shared_ptr<const HeadSet>(heads);
    results.push_back(std::move(maps));
  }
  return results;
}

}  // namespace engine
