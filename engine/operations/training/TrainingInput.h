// What the operations that train on an alignment begin with.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/datasets/Dataset.h"
#include "engine/operations/Operation.h"
#include "engine/structure/Structure.h"
#include "engine/training/TrainingRows.h"

namespace engine {

struct TrainingInput {
  TrainingRows rows;
  std::string title;                           ///< of the alignment
  std::shared_ptr<const Structure> structure;  ///< null: none is given
  const Chain* chain = nullptr;                ///< of the structure
  std::string structureTitle;
};

/// An alignment, and a structure that need not be given.
std::vector<OperationInput> trainingInputs();
/// "row" and "chain", "seed", "unfinished".
std::vector<Parameter> trainingInputParameters();

/// The rows, checked: throws Error when fewer than 2 stay, when there are not 8 to 1000 columns, or when no column has two
/// different letters. Warns of few sequences.
TrainingInput trainingInput(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, int threads,
                            Diagnostics& diagnostics, Progress& progress);

/// SHA-256 of codes and weights: the same for the same rows.
std::string fingerprintOf(const TrainingRows& rows);

}  // namespace engine
