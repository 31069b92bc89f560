#include "tests/engine/attention/gradients/GradientCase.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/attention/gradients/MechanismOnTape.h"
#include "tests/support/FiniteDifferences.h"

namespace test {

using namespace engine;

namespace {

bool isReal(const AnyArray& array) {
  return std::holds_alternative<Array<float>>(array) || std::holds_alternative<Array<double>>(array);
}

ArrayBundle run(const GradientCase& given) {
  Diagnostics ignored;
  Progress none;
  return given.mechanism.run(given.inputs, given.values, Precision::float64, {nullptr, 1}, ignored, none);
}

/// Weights of an output in the loss; 0 where it is not finite (log-sum-exp of nothing).
Array<double> weightsOf(const Array<double>& output) {
  Array<double> weights = lossWeights(output.shape());
  for (Index k = 0; k < output.size(); ++k)
    if (!std::isfinite(output[k])) weights[k] = 0;
  return weights;
}

double lossOf(const GradientCase& given, const std::vector<std::string>& names) {
  const ArrayBundle outputs = run(given);
  double loss = 0;
  for (const std::string& name : names) {
    const auto& output = std::get<Array<double>>(outputs.at(name));
    const Array<double> weights = weightsOf(output);
    for (Index k = 0; k < output.size(); ++k)
      if (weights[k] != 0) loss += weights[k] * output[k];
  }
  return loss;
}

Variable<double> lossOnTape(Tape<double>& tape, const VariableBundle& outputs, const std::vector<std::string>& names) {
  Variable<double> loss = tape.variable(Array<double>(Shape{}, 0.0));
  for (const std::string& name : names) {
    const Variable<double>& output = outputs.at(name);
    const Array<double> weights = weightsOf(output.value());
    Array<Bool> isIgnored(weights.shape());
    for (Index k = 0; k < weights.size(); ++k) isIgnored[k].value = weights[k] == 0;
    loss = loss + sum(tape.variable(weights) * replaced(output, isIgnored, 0));
  }
  return loss;
}

void expectOutputs(const GradientCase& given, const VariableBundle& found) {
  const ArrayBundle expected = run(given);
  for (const ArrayDescription& description : given.mechanism.outputs())
    EXPECT_TRUE(description.isOptional || description.type != ArrayType::real || found.count(description.name) != 0)
        << description.name << " is not on the tape";
  for (const auto& [name, variable] : found) {
    ASSERT_EQ(expected.count(name), 1u) << name;
    const auto& reference = std::get<Array<double>>(expected.at(name));
    ASSERT_EQ(variable.shape(), reference.shape()) << name;
    for (Index k = 0; k < reference.size(); ++k) {
      if (variable.value()[k] == reference[k]) continue;  // infinities too
      ASSERT_NEAR(variable.value()[k], reference[k], 1e-10 * (1 + std::abs(reference[k]))) << name << " " << k;
    }
  }
}

/// Values that mean "missing" have no neighbours to take differences with.
bool hasOnlyFinite(const Array<double>& array) {
  return std::all_of(array.begin(), array.end(), [](double value) { return std::isfinite(value); });
}

void expectParameterGradient(GradientCase given, const std::string& key, double gradient,
                             const std::vector<std::string>& names) {
  Array<double> value(Shape{1}, given.values.contains(key)
                                    ? given.values.real(key)
                                    : completed(given.mechanism.parameters(), given.values).real(key));
  expectGradient(
      Array<double>({1}, gradient), value,
      [&] {
        given.values.set(key, value[0]);
        return lossOf(given, names);
      },
      "parameter " + key);
}

}  // namespace

GradientCase::GradientCase(const std::string& id) : mechanism(findMechanism(id)) {
  for (const auto& [name, array] : mechanism.sampleInput()) with(name, array);
}

GradientCase& GradientCase::with(const std::string& name, AnyArray array) {
  inputs[name] = std::move(array);
  if (isReal(inputs[name])) inputs[name] = numbersOf<double>(inputs, name, NonFinite::allow);
  return *this;
}

GradientCase& GradientCase::without(const std::string& name) {
  inputs.erase(name);
  return *this;
}

GradientCase& GradientCase::set(const std::string& key, ParameterValue value) {
  values.set(key, std::move(value));
  return *this;
}

GradientCase& GradientCase::only(std::vector<std::string> names) {
  outputs = std::move(names);
  return *this;
}

void expectGradientsOfMechanism(GradientCase given, Index elementsOfAnArray) {
  Tape<double> tape;
  Progress none;
  const RecordedMechanism recorded = recordMechanism(tape, given.mechanism, given.inputs, given.values, none);
  expectOutputs(given, recorded.outputs);
  std::vector<std::string> names = given.outputs;
  if (names.empty())
    for (const auto& [name, output] : recorded.outputs) names.push_back(name);
  const Variable<double> loss = lossOnTape(tape, recorded.outputs, names);
  for (const auto& [name, variable] : recorded.inputs) {
    const Array<double> gradient = tape.gradients(loss, {variable})[0];
    EXPECT_TRUE(hasOnlyFinite(gradient)) << "gradient by " << name;
    if (given.inputs.count(name) == 0) {
      expectParameterGradient(given, name, gradient[0], names);
      continue;
    }
    auto& input = std::get<Array<double>>(given.inputs.at(name));
    if (!hasOnlyFinite(input)) continue;
    expectGradient(
        gradient, input, [&] { return lossOf(given, names); }, "gradient by " + name, 1e-6, elementsOfAnArray);
  }
}

}  // namespace test
