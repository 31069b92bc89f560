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
  std::shared_ptr<const ArrayBundle> before;  ///< weights to go on from; null: none are given
  std::string titleOfBefore;
  ParameterValues values;  ///< of the run
};

/// An alignment; a structure and weights to go on from, which need not be given.
std::vector<OperationInput> trainingInputs();
/// "row" and "chain", "seed", "unfinished", "time", "changes", "more".
std::vector<Parameter> trainingInputParameters();

/// The rows, checked: throws Error when fewer than 2 stay, when there are not 8 to 1000 columns, or when no column has
/// two different letters. Warns of few sequences. The row of the positions is, where nothing else says so, that of
/// weights that are given.
TrainingInput trainingInput(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, int threads,
                            Diagnostics& diagnostics, Progress& progress);

/// SHA-256 of codes and weights: the same for the same rows.
std::string fingerprintOf(const TrainingRows& rows);
/// What two runs have in common that may go on with each other's unfinished work: rows, weights that were given, and
/// the values of parameters.
std::string askedText(const TrainingInput& input, const ParameterValues& values);

}  // namespace engine
