#include "engine/operations/MechanismOperation.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/Batch.h"
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
  if (takesBatches(m_mechanism.inputs()))
    names += "; any of them may have one axis more in front, a batch, which outputs then have, too, and arrays without "
             "it are shared by all items";
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
  ParameterValues all = completed(parameters(), values);
  MechanismInput input;
  if (!inputs.empty()) {
    try {
      Progress none;
      all = completedFor(inputs, values);
      input = inputOf(inputs, all, none);
    } catch (const Error&) {  // a run will say so
    }
  }
  const ArrayBundle* const arrays = input.arrays.get();
  const ParameterValues own = ownValues(all);
  const bool isBatch = arrays && batchOfInputs(m_mechanism, *arrays).exists();
  const CostFormulas formulas = isBatch ? costOfBatch(m_mechanism.cost(own)) : m_mechanism.cost(own);
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

ArrayBundle MechanismOperation::arraysFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& values) const {
  Progress none;
  MechanismInput input = inputOf(inputs, completedFor(inputs, values), none);
  input.beside.insert(input.arrays->begin(), input.arrays->end());
  return std::move(input.beside);
}

MechanismInput MechanismOperation::inputOf(const std::vector<DatasetPtr>& inputs, const ParameterValues&,
                                           Progress&) const {
  if (!inputs.empty() && inputs[0]) return {inputs[0]->share<ArrayBundle>(), inputs[0]->title};
  MechanismInput input{.arrays = nullptr, .title = {}, .isMade = true, .names = m_mechanism.sample()};
  input.arrays = std::make_shared<const ArrayBundle>(std::move(input.names.arrays));
  input.title = input.names.title;
  return input;
}

std::vector<Dataset> MechanismOperation::compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                                 const Compute& compute, Diagnostics& diagnostics,
                                                 Progress& progress) const {
  MechanismInput input = inputOf(inputs, values, progress);
  ArrayBundle outputs = runMechanism(*input.arrays, values, compute, diagnostics, progress);
  const std::string title = input.title + ": " + m_mechanism.title();
  std::vector<Dataset> results;  // the maps first: they are what one wants to see
  const auto add = [&](const std::string& part, const std::string& what, auto value) -> Dataset& {
    Dataset dataset;
    dataset.id = results.empty() ? kResult : kResult + "." + part;
    dataset.title = title + what;
    dataset.value = std::move(value);
    results.push_back(std::move(dataset));
    return results.back();
  };
  const std::vector<NamedMaps> maps = mapsOfOutputs(m_mechanism, outputs);
  for (const NamedMaps& named : maps) {
    if (input.isMade) nameMapsOf(*named.heads, input);
    Dataset& added = add("maps" + std::to_string(results.size() + 1), maps.size() == 1 ? "" : ", " + named.title,
                         std::shared_ptr<const HeadSet>(named.heads));
    if (input.isMade) added.axes = axesOf(*named.heads, inputs, values);
  }
  std::vector<NamedCurves> curves = curvesOfRun(m_mechanism, *input.arrays, outputs);
  const bool isSample = inputs.empty() || !inputs[0];
  if (isSample && !maps.empty()) outputs = withNames(std::move(outputs), input.names);
  add("arrays", results.empty() ? "" : ", matrices", std::make_shared<const ArrayBundle>(std::move(outputs)));
  for (size_t k = 0; k < curves.size(); ++k)
    add(k == 0 ? "curves" : "curves" + std::to_string(k + 1), ", " + curves[k].title,
        std::make_shared<const ArrayBundle>(std::move(curves[k].arrays)));
  if (input.isMade) {
    input.beside.insert(input.arrays->begin(), input.arrays->end());
    add("input", ", input", std::make_shared<const ArrayBundle>(std::move(input.beside)));
  }
  return results;
}

}  // namespace engine
