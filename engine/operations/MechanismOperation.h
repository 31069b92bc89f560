// Any attention mechanism as an operation: an array file in, arrays (and attention maps to look at) out. Without an
// array file the mechanism shows its sample.
#pragma once

#include "engine/attention/Mechanism.h"
#include "engine/operations/Operation.h"

namespace engine {

/// What a mechanism runs on, and what its maps are called by.
struct MechanismInput {
  std::shared_ptr<const ArrayBundle> arrays;
  std::string title;
  bool isMade = false;      ///< by the program: shown among the results
  ArrayBundle beside = {};  ///< what the arrays were made with, kept with them in files
  Sample names = {};        ///< of positions and heads; without arrays
};

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
  /// The arrays that a run on these inputs takes, with what they were made with: a file of them is an input again. They
  /// need not be complete values. Throws Error.
  ArrayBundle arraysFor(const std::vector<DatasetPtr>& inputs, const ParameterValues& values) const;

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override;

  /// What a run takes: the arrays that are given, else the sample. Derived classes make it of other datasets. Throws
  /// Error.
  virtual MechanismInput inputOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                 Progress& progress) const;
  /// Names positions and heads of maps of an input that was made.
  virtual void nameMapsOf(HeadSet& maps, const MechanismInput& input) const { nameMaps(maps, input.names); }
  /// The axes of such maps; empty: as their kind says.
  virtual std::vector<DatasetId> axesOf(const HeadSet&, const std::vector<DatasetPtr>&, const ParameterValues&) const {
    return {};
  }

  /// Runs the mechanism with those of `values` that are its own, in the precision that `values` asks for,
  /// and adds the gradients that they ask for.
  ArrayBundle runMechanism(const ArrayBundle& arrays, const ParameterValues& values, const Compute& compute,
                           Diagnostics& diagnostics, Progress& progress) const;
  const Mechanism& mechanism() const { return m_mechanism; }

 private:
  /// Those of `values` that are the mechanism's own.
  ParameterValues ownValues(const ParameterValues& values) const;

  const Mechanism& m_mechanism;
};

/// The operation of a mechanism that has none of its own: on arrays alone or, where a mechanism takes the cells of an
/// alignment and weights, also on alignments.
std::unique_ptr<const Operation> operationOf(const Mechanism& mechanism);

}  // namespace engine
