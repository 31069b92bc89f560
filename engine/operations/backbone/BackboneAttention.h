// Attention between residue frames as an operation: on arrays, or on a chain of a structure with weights that have a
// meaning.
#pragma once

#include <string>
#include <vector>

#include "engine/operations/MechanismOperation.h"
#include "engine/structure/Structure.h"

namespace engine {

/// What is computed of a chain when a structure is given instead of arrays.
struct BackboneHeads {
  const char* mechanism;                   ///< id
  const char* title;                       ///< of results: "geometric attention"
  const char* help;                        ///< one sentence
  ArrayBundle (*inputOf)(const Chain&);    ///< of the mechanism
  std::vector<std::string> (*labels)();    ///< of its heads
};

class BackboneAttention : public MechanismOperation {
 public:
  explicit BackboneAttention(const BackboneHeads& heads) : MechanismOperation(heads.mechanism), m_heads(heads) {}

  std::string help() const override { return MechanismOperation::help() + " " + m_heads.help; }
  std::vector<OperationInput> inputs() const override;
  std::vector<Parameter> parameters() const override;
  /// For a structure, what its chain comes to.
  std::vector<std::string> estimate(const std::vector<DatasetPtr>& inputs,
                                    const ParameterValues& values) const override;

 protected:
  MechanismInput inputOf(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                         Progress& progress) const override;
  /// For a structure: the attention maps with their scores, unless dropped, then all arrays.
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override;

 private:
  BackboneHeads m_heads;
};

}  // namespace engine
