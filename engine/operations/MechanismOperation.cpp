#include "engine/operations/MechanismOperation.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

bool wantsDouble(const ParameterValues& values) { return values.text("precision") == "float64"; }

}  // namespace

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
  const std::vector<NamedMaps> maps = m_mechanism.maps(outputs);
  std::vector<Dataset> results = {arraysDataset(std::move(outputs), values, title)};
  for (const NamedMaps& named : maps) {
    Dataset dataset;
    dataset.title = title + ", " + named.title;
    dataset.provenance.device = results.front().provenance.device;
    dataset.value = std::shared_ptr<const HeadSet>(named.heads);
    results.push_back(std::move(dataset));
  }
  return results;
}

}  // namespace engine
