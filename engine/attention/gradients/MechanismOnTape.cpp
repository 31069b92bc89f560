#include "engine/attention/gradients/MechanismOnTape.h"

#include <algorithm>

#include "engine/attention/Batch.h"
#include "engine/attention/KnownNames.h"

namespace engine {

TapeCall::TapeCall(Tape<double>& tape, const ArrayBundle& inputs, const ParameterValues& values)
    : m_tape(tape), m_inputs(inputs), m_values(values) {
  for (const auto& [name, array] : inputs)
    if (std::holds_alternative<Array<float>>(array) || std::holds_alternative<Array<double>>(array))
      m_variables.emplace(name, tape.variable(numbersOf<double>(inputs, name, NonFinite::allow)));
}

const Variable<double>* TapeCall::find(const std::string& name) const {
  const auto found = m_variables.find(name);
  return found == m_variables.end() ? nullptr : &found->second;
}

const Variable<double>& TapeCall::parameter(const std::string& key) {
  return m_variables.emplace(key, m_tape.variable(Array<double>(Shape{}, m_values.real(key), key))).first->second;
}

Variable<double> projected(const TapeCall& call, const Variable<double>& x, const std::string& W,
                           const std::string& b) {
  return linear(x, call.at(W), call.find(b));
}

namespace {

Variable<double> withoutFirstAxis(const Variable<double>& x) {
  return reshape(x, {x.shape().begin() + 1, x.shape().end()});
}
Variable<double> withFirstAxis(const Variable<double>& x) {
  Shape shape = x.shape();
  shape.insert(shape.begin(), 1);
  return reshape(x, shape);
}

/// The items one after the other: slices of what has a batch axis go in, outputs are put together again.
RecordedMechanism recordBatch(Tape<double>& tape, TapeForm form, const Batch& batch, const ArrayBundle& inputs,
                              const ParameterValues& values) {
  VariableBundle whole = TapeCall(tape, inputs, values).variables();
  std::map<std::string, std::vector<Variable<double>>> parts;
  for (Index index = 0; index < std::max<Index>(batch.size(), 1); ++index) {
    const ArrayBundle item = batch.item(index);
    VariableBundle own = whole;
    for (const std::string& name : batch.names())
      if (const auto found = own.find(name); found != own.end())
        found->second = batch.size() == 0
                            ? tape.variable(numbersOf<double>(item, name))
                            : withoutFirstAxis(slice(whole.at(name), 0, index, index + 1));
    TapeCall call(tape, item, values, std::move(own));
    for (const auto& [name, output] : form(call)) parts[name].push_back(withFirstAxis(output));
    for (const auto& named : call.variables()) whole.insert(named);  // parameters that the formula uses
  }
  RecordedMechanism recorded{std::move(whole), {}};
  for (const auto& [name, outputs] : parts)
    recorded.outputs.emplace(name, batch.size() == 0 ? slice(outputs.front(), 0, 0, 0) : concat(outputs, 0));
  return recorded;
}

}  // namespace

RecordedMechanism recordMechanism(Tape<double>& tape, const Mechanism& mechanism, const ArrayBundle& inputs,
                                  const ParameterValues& values, Progress& progress) {
  const TapeForm form = mechanism.tapeForm();
  if (form == nullptr) fail("attention ", mechanism.id(), ": gradients are not known");
  Diagnostics ignored;
  mechanism.run(inputs, values, Precision::float64, {nullptr, 1}, ignored, progress);
  const ParameterValues all = completed(mechanism.parameters(), values);
  const ArrayBundle named = underKnownNames(mechanism, inputs);
  const Batch batch = batchOfInputs(mechanism, named);
  if (batch.exists()) return recordBatch(tape, form, batch, named, all);
  TapeCall call(tape, named, all);
  VariableBundle outputs = form(call);
  return {call.variables(), std::move(outputs)};
}

}  // namespace engine
