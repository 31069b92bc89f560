#include "engine/operations/MechanismOperation.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/KnownNames.h"
#include "engine/attention/gradients/GradientsOf.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/MapsOfArrays.h"

namespace engine {

namespace {

const std::string kResult = "result";  // by which by-products are named before the whole gets its id

Precision precisionOf(const ParameterValues& values) {
  return values.text("precision") == "float64" ? Precision::float64 : Precision::float32;
}

}  // namespace

std::vector<OperationInput> MechanismOperation::inputs() const {
  std::string names;
  for (const ArrayDescription& array : m_mechanism.inputs()) {
    names += names.empty() ? "" : ", ";
    names += array.isOptional ? "[" + array.name + "]" : array.name;
  }
  return {{"arrays", "an array file (.npz) with " + names, {DatasetKind::arrays}, true, "the sample arrays"}};
}

ParameterValues MechanismOperation::completedFor(const std::vector<DatasetPtr>& inputs,
                                                 const ParameterValues& given) const {
  ParameterValues all = completed(parameters(), given);
  if (!inputs.empty() && inputs[0]) return all;
  const Sample sample = m_mechanism.sample();
  for (const auto& [key, value] : sample.values.all())
    if (!given.isGiven(key)) all.set(key, value);
  return all;
}

std::vector<std::string> MechanismOperation::estimate(const std::vector<DatasetPtr>& inputs,
                                                      const ParameterValues& values) const {
  // No inputs at all: the formulae alone. An input left out: the sample.
  const ArrayBundle sample = !inputs.empty() && !inputs[0] ? m_mechanism.sample().arrays : ArrayBundle{};
  const auto* arrays = inputs.empty() ? nullptr : inputs[0] ? inputs[0]->as<ArrayBundle>() : &sample;
  const ParameterValues all = arrays ? completedFor(inputs, values) : completed(parameters(), values);
  const ParameterValues own = ownValues(all);
  const CostFormulas formulas = m_mechanism.cost(own);
  const Precision precision = precisionOf(all);
  const Cost cost = arrays ? m_mechanism.costOf(*arrays, own, precision) : Cost{};
  const auto line = [&](const char* what, const std::string& formula, double count, const char* unit) {
    return std::string(what) + formulaText(formula) + (arrays ? " = " + countText(count, unit) : "");
  };
  return {line("Operations: ", formulas.flops, cost.flops, "flop"), line("Traffic: ", formulas.bytes, cost.bytes, "B"),
          line("Memory: ", formulas.memory, cost.memory, "B")};
}

std::vector<Parameter> MechanismOperation::parameters() const {
  std::vector<Parameter> list = m_mechanism.parameters();
  list.push_back(choiceParameter("precision", "Precision",
                                 "float32 on the chosen device; float64 on the native CPU path, the definition",
                                 {"float32", "float64"}));
  if (hasGradients(m_mechanism))
    list.push_back(
        textParameter("gradient", "Gradient of",
                      "an output such as O (the sum of its numbers), or one number of it such as A[0, 2, 1], "
                      "counted from 0: also give gradient_NAME, how much every real input NAME moves it, in "
                      "float64"));
  return list;
}

ParameterValues MechanismOperation::ownValues(const ParameterValues& values) const {
  ParameterValues own;
  for (const Parameter& parameter : m_mechanism.parameters()) own.set(parameter.key, values.all().at(parameter.key));
  return own;
}

ArrayBundle MechanismOperation::runMechanism(const ArrayBundle& arrays, const ParameterValues& values,
                                             const Compute& compute, Diagnostics& diagnostics,
                                             Progress& progress) const {
  ArrayBundle outputs = m_mechanism.run(arrays, ownValues(values), precisionOf(values), compute, diagnostics, progress);
  if (hasGradients(m_mechanism) && !values.text("gradient").empty())
    outputs.merge(gradientsOf(values.text("gradient"), m_mechanism, arrays, ownValues(values), progress));
  return outputs;
}

std::vector<Dataset> MechanismOperation::compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                                 const Compute& compute, Diagnostics& diagnostics,
                                                 Progress& progress) const {
  const bool isSample = inputs.empty() || !inputs[0];
  const Sample sample = isSample ? m_mechanism.sample() : Sample{};
  const ArrayBundle& arrays = isSample ? sample.arrays : *inputs[0]->as<ArrayBundle>();
  ArrayBundle outputs = runMechanism(arrays, values, compute, diagnostics, progress);
  const std::string title = (isSample ? sample.title : inputs[0]->title) + ": " + m_mechanism.title();
  std::vector<Dataset> results;  // the maps first: they are what one wants to see
  const auto add = [&](const std::string& part, const std::string& what, auto value) {
    Dataset dataset;
    dataset.id = results.empty() ? kResult : kResult + "." + part;
    dataset.title = title + what;
    dataset.value = std::move(value);
    results.push_back(std::move(dataset));
  };
  const std::vector<NamedMaps> maps = m_mechanism.maps(outputs);
  for (const NamedMaps& named : maps) {
    if (isSample) nameMaps(*named.heads, sample);
    add("maps" + std::to_string(results.size() + 1), maps.size() == 1 ? "" : ", " + named.title,
        std::shared_ptr<const HeadSet>(named.heads));
  }
  ArrayBundle curves = m_mechanism.curves(underKnownNames(m_mechanism, arrays), outputs);
  if (isSample && !maps.empty()) outputs = withNames(std::move(outputs), sample);
  add("arrays", results.empty() ? "" : ", matrices", std::make_shared<const ArrayBundle>(std::move(outputs)));
  if (!curves.empty()) add("curves", ", curves", std::make_shared<const ArrayBundle>(std::move(curves)));
  if (isSample) add("input", ", input", std::make_shared<const ArrayBundle>(sample.arrays));
  return results;
}

}  // namespace engine
