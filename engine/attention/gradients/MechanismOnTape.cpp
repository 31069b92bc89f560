#include "engine/attention/gradients/MechanismOnTape.h"

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

RecordedMechanism recordMechanism(Tape<double>& tape, const Mechanism& mechanism, const ArrayBundle& inputs,
                                  const ParameterValues& values, Progress& progress) {
  const TapeForm form = mechanism.tapeForm();
  if (form == nullptr) fail("attention ", mechanism.id(), ": gradients are not known");
  Diagnostics ignored;
  mechanism.run(inputs, values, Precision::float64, {nullptr, 1}, ignored, progress);
  const ParameterValues all = completed(mechanism.parameters(), values);
  const ArrayBundle named = underKnownNames(mechanism, inputs);
  TapeCall call(tape, named, all);
  VariableBundle outputs = form(call);
  return {call.variables(), std::move(outputs)};
}

}  // namespace engine
