// Attention mechanisms recorded on a tape: the same named arrays in and out as Mechanism::run, and gradients of any
// output with respect to any real input. In float64: this is for checks, for teaching and for small problems; what is
// trained is built from the operations of TapeOperations.h, in either precision.
#pragma once

#include <string>

#include "engine/attention/Mechanism.h"
#include "engine/network/TapeOperations.h"

namespace engine {

/// What the form of a mechanism on a tape gets.
class TapeCall {
 public:
  /// `inputs` and `values` as Mechanism::run takes them, checked and complete; they must outlive the call.
  TapeCall(Tape<double>& tape, const ArrayBundle& inputs, const ParameterValues& values);
  /// The same with the real inputs, and the parameters that are there, as these variables.
  TapeCall(Tape<double>& tape, const ArrayBundle& inputs, const ParameterValues& values, VariableBundle variables)
      : m_tape(tape), m_inputs(inputs), m_values(values), m_variables(std::move(variables)) {}

  /// A real input; the optional ones may be null.
  const Variable<double>& at(const std::string& name) const { return m_variables.at(name); }
  const Variable<double>* find(const std::string& name) const;
  /// A parameter that is a real number, as a variable: gradients with respect to it can be asked for.
  const Variable<double>& parameter(const std::string& key);
  /// Numbers that nobody asks gradients for.
  Variable<double> constant(Array<double> array) { return m_tape.variable(std::move(array)); }

  const ArrayBundle& inputs() const { return m_inputs; }
  const ParameterValues& values() const { return m_values; }
  const VariableBundle& variables() const { return m_variables; }

 private:
  Tape<double>& m_tape;
  const ArrayBundle& m_inputs;
  const ParameterValues& m_values;
  VariableBundle m_variables;
};

/// linear(x, W, b) with the named inputs; the bias may be missing.
Variable<double> projected(const TapeCall& call, const Variable<double>& x, const std::string& W, const std::string& b);

/// Whether recordMechanism can do it.
inline bool hasGradients(const Mechanism& mechanism) { return mechanism.tapeForm() != nullptr; }

struct RecordedMechanism {
  VariableBundle inputs;   ///< real inputs, and the real parameters that the formula uses, by their keys
  VariableBundle outputs;  ///< real outputs that have gradients
};

/// Checks the input by running the mechanism, then records it. Masks, graphs and frames of missing residues are taken
/// as they are at this input: gradients do not see them change. The largest exponent of a stabiliser is constant.
/// Throws Error for input that the mechanism refuses, and when it has no form on a tape.
RecordedMechanism recordMechanism(Tape<double>& tape, const Mechanism& mechanism, const ArrayBundle& inputs,
                                  const ParameterValues& values, Progress& progress);

}  // namespace engine
