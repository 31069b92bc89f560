// Results of a run that were computed before and lie in files, so that a step works at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/operations/Operation.h"

namespace engine {

/// The datasets of a folder that "headlight OPERATION ... --out FOLDER/" has written, the main one first: ID.npz, then
/// by-products ID.WORD.npz, under these ids. Throws Error where there is none, or no main one.
std::vector<Dataset> storedResults(const std::filesystem::path& folder, Progress& progress);

/// Throws Error unless arrays among them say that this operation made them with these values; of parameters that they
/// do not know, nothing is expected.
void checkStored(const std::vector<Dataset>& results, const Operation& operation, const ParameterValues& values,
                 const std::filesystem::path& folder);

/// What changes when the files do: their names, sizes and times. Empty where they cannot be read.
std::string stateOf(const std::filesystem::path& folder);

}  // namespace engine
