// The subcommand that every operation of the engine gets from its own description.
#pragma once

#include "app/shell/Command.h"
#include "engine/operations/Operation.h"

namespace app {

/// "QUERY TEMPLATE [STRUCTURE]"
std::string operationSynopsis(const engine::Operation& operation);
/// The word that stands for an input: "QUERY".
std::string inputWord(const engine::OperationInput& input);
/// All options but those of its parameters.
std::vector<Option> operationOptions(const engine::Operation& operation);
/// Usage, help, inputs, parameters with units, ranges and defaults, arrays of attention mechanisms, output files.
std::string operationHelp(const engine::Operation& operation);
/// All parameters that these arguments stand for, checked. Throws UsageError.
engine::ParameterValues operationParameters(const engine::Operation& operation,
                                            const std::vector<std::string>& arguments);
/// The inputs that these arguments name, loaded. Throws UsageError, Error, Cancelled.
std::vector<engine::DatasetPtr> operationInputs(const engine::Operation& operation,
                                                const std::vector<std::string>& arguments);
/// Loads the inputs, runs, writes --out and its like, prints the result. Returns an exit code; throws UsageError,
/// Error, Cancelled.
int runOperation(const engine::Operation& operation, const std::vector<std::string>& arguments);

}  // namespace app
