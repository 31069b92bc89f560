// Any attention mechanism as an operation: an array file in, arrays (and attention maps to look at) out. Without an
// array file the mechanism shows its sample.
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/operations/Operation.h"

namespace engine {

/// The operation "attention ID" of the mechanism ID, with its parameters, `precision` and `gradient`.
class MechanismOperation : public Operation {
 public:
  /// Throws Error when there is no such mechanism.
  explicit MechanismOperation(const std::string& mechanism) : m_mechanism(findMechanism(mechanism)) {}

  std::string id() const override { return "attention " + m_mechanism.id(); }
  std::string title() const override { return m_mechanism.title(); }
  std::string help() const override { return m_mechanism.help(); }
  std::vector<std::string> headings() const override { return {"Attention", titleOf(m_mechanism.group())}; }
  std::string formula() const override { return m_mechanism.formula(); }
  bool isLive() const override { return true; }
  std::vector<OperationInput> inputs() const override;
  std::vector<Parameter> parameters() const override;
  /// With the values that suit the sample, where it is shown and nobody gave others.
  ParameterValues completedFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& given) const override;
  /// Operations, traffic and memory: the formulae and, for arrays, what they come to.
  std::vector<std::string> estimate(const std::vector<DatasetPtr>& inputs,
                                    const ParameterValues& values) const override;

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override;

  /// Runs the mechanism with those of `values` that are its own, in the precision that `values` asks for,
  /// and adds the gradients that they ask for.
  ArrayBundle runMechanism(const ArrayBundle& arrays, const ParameterValues& values, const Compute& compute,
                           Diagnostics& diagnostics, Progress& progress) const;

 private:
  /// Those of `values` that are the mechanism's own.
  ParameterValues ownValues(const ParameterValues& values) const;

  const Mechanism& m_mechanism;
};

}  // namespace engine
