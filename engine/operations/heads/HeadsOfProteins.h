// The operation "heads-of-proteins" for whoever runs the model on several machines, a protein here and another there.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/operations/Operation.h"
#include "engine/operations/heads/StructureFolder.h"
#include "engine/operations/heads/UnfinishedHeads.h"
#include "engine/sequence/Sequence.h"

namespace engine {

struct ModelWeights;

/// Hands what each protein gives over, one after the other in their order. `asked` is that of UnfinishedHeads.
using HeadsElsewhere =
    std::function<void(const std::map<std::string, std::string>& asked,
                       const std::function<void(const UnfinishedHeads& one)>& take, Progress& progress)>;

/// The operation, whose result is that of the one in the list to the byte. Its parameter "unfinished" is not used.
std::unique_ptr<const Operation> makeHeadsOfProteinsWith(HeadsElsewhere elsewhere);

/// The model on single proteins of the operation's inputs.
class ProteinHeads {
 public:
  /// `values`: complete parameters. Throws Error for a model that takes no sequences or lacks weights, and for a folder
  /// of structures that cannot be read.
  ProteinHeads(const std::vector<DatasetPtr>& inputs, ParameterValues values);

  Index count() const;
  Index residues(Index protein) const;
  /// What `protein` (from 0) gives, with nothing else in it. Throws Cancelled.
  UnfinishedHeads alone(Index protein, const Compute& compute, Progress& progress);

 private:
  std::shared_ptr<const ModelWeights> m_weights;
  std::vector<Sequence> m_sequences;
  std::optional<StructureFolder> m_structures;
  ParameterValues m_values;
};

}  // namespace engine
