// What a model runs on, out of the datasets and words of a request.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/datasets/Dataset.h"
#include "engine/models/RunModel.h"
#include "engine/operations/Operation.h"

namespace engine {

/// The parameters that say what is taken of an input: sequence, entry, chain, rows, choice,
/// breaks.
std::vector<Parameter> modelInputParameters();

/// The inputs of what runs a model on letters: the weights, and what the letters are taken of.
std::vector<OperationInput> lettersOfModelInputs(const std::string& weightsHelp);
/// The same and a structure that the results are judged by, which is the input too where there is no other.
std::vector<OperationInput> judgedModelInputs(const std::string& weightsHelp);
struct JudgedInput {
  const Dataset* input;      ///< null: the letters of the parameter sequence
  const Dataset* structure;  ///< null: there is none
};
/// Out of the datasets that were given for judgedModelInputs().
JudgedInput judgedInput(const std::vector<DatasetPtr>& inputs, const ParameterValues& values);

/// `input`: sequences, an alignment, a structure or arrays ("backbone" (L, 3, 3), "input" (T, D)); null: the parameter
/// `sequence` is all there is. Throws Error that says what the model takes and what was found.
ModelInput modelInputOf(ModelTakes takes, const Dataset* input, const ParameterValues& values,
                        Diagnostics& diagnostics);

/// Names of the sequences that the parameter `entry` asks for: "all", or several with commas between them; the text as
/// it is where it is one name. Throws Error naming one that is not there, or, for all, twice.
std::vector<std::string> chosenEntries(const Dataset* input, const std::string& entry);
/// The parameter `heads`: how many there are in a layer, where the file does not say it.
Parameter modelHeadsParameter();
/// Says so when the number of heads is a guess.
void warnOfAssumedHeads(const ModelSizes& sizes, Diagnostics& diagnostics);
/// The model on this input, with as many heads as that parameter says; warns where their number is assumed. Throws
/// Error.
template <class T>
PreparedModel<T> modelFor(std::shared_ptr<const ModelWeights> weights, const ModelInput& taken,
                          const ParameterValues& values, Diagnostics& diagnostics);

/// "1IGT chain A", "query": what the input is called in titles.
std::string modelInputTitle(const Dataset* input, const ModelInput& taken, const ParameterValues& values);

}  // namespace engine
