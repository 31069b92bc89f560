// How two profiles were aligned, as the note of a file says it (FileNote.h).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/hmm/pair/AlignmentOptions.h"

namespace engine {

/// Names of the null models in the order of the enumeration, as parameters call them.
const std::vector<std::string>& nullModelNames();

nlohmann::ordered_json alignmentOptionsNote(const AlignmentOptions& options);
/// Throws Error naming the key, what was found and what was expected, when one is missing or out of its range.
AlignmentOptions alignmentOptionsOf(const nlohmann::json& note);

}  // namespace engine
