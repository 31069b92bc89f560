#include "engine/attention/gradients/MechanismOnTape.h"

#include "engine/attention/KnownNames.h"
#include "engine/attention/gradients/FormsOnTape.h"

namespace engine {

namespace {

using Form = VariableBundle (*)(TapeCall&);

const std::map<std::string, Form>& forms() {
  static const std::map<std::string, Form> kForms = {
      {"dot", dotOnTape},
      {"multi-head", multiHeadOnTape},
      {"axial-row", axialRowOnTape},
      {"axial-column", axialColumnOnTape},
      {"tied-row", tiedRowOnTape},
      {"tied-column", tiedColumnOnTape},
      {"soft-tied", softTiedOnTape},
      {"direct", directOnTape},
      {"masked-direct", maskedDirectOnTape},
      {"additive", additiveOnTape},
      {"multiplicative", multiplicativeOnTape},
      {"nadaraya-watson", nadarayaWatsonOnTape},
      {"performer", performerOnTape},
      {"geometric", geometricOnTape},
      {"equivariant", equivariantOnTape},
      {"volume-preserving", volumePreservingOnTape},
      {"axial-encoder", axialEncoderOnTape},
      {"rosettafold-msa", roseTtaFoldMsaOnTape},
      {"bahdanau-decoder", bahdanauDecoderOnTape},
  };
  return kForms;
}

}  // namespace

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

bool hasGradients(const Mechanism& mechanism) { return forms().count(mechanism.id()) != 0; }

RecordedMechanism recordMechanism(Tape<double>& tape, const Mechanism& mechanism, const ArrayBundle& inputs,
                                  const ParameterValues& values, Progress& progress) {
  const auto form = forms().find(mechanism.id());
  if (form == forms().end()) fail("attention ", mechanism.id(), ": gradients are not known");
  Diagnostics ignored;
  mechanism.run(inputs, values, Precision::float64, {nullptr, 1}, ignored, progress);
  const ParameterValues all = completed(mechanism.parameters(), values);
  const ArrayBundle named = underKnownNames(mechanism, inputs);
  TapeCall call(tape, named, all);
  VariableBundle outputs = form->second(call);
  return {call.variables(), std::move(outputs)};
}

}  // namespace engine
