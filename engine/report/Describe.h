// What a dataset is, in a few facts: for the command line, tooltips and messages.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/io/Dataset.h"

namespace engine {

/// {"kind", "title", "source", then sizes and names by kind, "provenance" when computed}. Keys are lower-case words.
nlohmann::ordered_json datasetJson(const Dataset& dataset);
/// {"operation", "inputs", "parameters", "given" (keys of those that were asked for), "device", "seconds", "warnings",
/// "version"}.
nlohmann::ordered_json provenanceJson(const Provenance& provenance);
/// [{"state", "i", "j", "score", "posterior" where it is known}], positions 1-based.
nlohmann::ordered_json pathJson(const AlignmentPath& path);
/// The same facts for people, one line each, "  columns: 141"; without provenance.
std::string datasetText(const Dataset& dataset);
/// One line: "alignment, 45 sequences x 214 columns".
std::string datasetLine(const Dataset& dataset);

}  // namespace engine
