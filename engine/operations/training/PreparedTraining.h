// What stands between a training and its first step: where it computes, what it goes on from, how many steps it does.
#pragma once

#include <functional>

#include "engine/operations/training/TrainingInput.h"
#include "engine/training/PairTraining.h"

namespace engine {

/// The values of a run, those of weights that it goes on from where none are given. Throws Error when weights of
/// another operation are given, or parameters that they were not learned with.
ParameterValues completedAsBefore(const Operation& operation, const std::vector<DatasetPtr>& inputs,
                                  const ParameterValues& given);

/// Says by `progress` what learning from batches of so many rows needs, `bytes` for the weights with all that goes with
/// them. Throws Error that names both numbers when that is more than half of the memory of the machine.
void requireTrainingMemory(double bytes, const TrainingRows& rows, Index batch, Progress& progress);

/// The memory that learning will need, for Operation::estimate; nothing without an alignment. `bytes` of so many
/// columns.
std::vector<std::string> trainingEstimate(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                          const std::function<double(Index length)>& bytes);

/// Goes on from weights that are given, plans changes of the rate and, where a time is given, steps that fit it: gives
/// the values with their number. Throws Error when the weights were learned from other rows; Cancelled.
ParameterValues prepareTraining(const Operation& operation, const TrainingInput& input, PairTraining<float>& training,
                                const Compute& compute, Diagnostics& diagnostics, Progress& progress);

/// Says in the note of weights what they were learned of and how: all that going on asks for.
void noteTraining(ArrayBundle& arrays, const std::string& operation, const TrainingInput& input,
                  const PairTraining<float>& training);

/// Results that tell their request with these values instead of `asked`.
std::vector<Dataset> toldAs(const Operation& operation, std::vector<Dataset> results,
                            const std::vector<DatasetPtr>& inputs, const ParameterValues& asked,
                            const ParameterValues& values);

}  // namespace engine
