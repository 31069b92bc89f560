// What a dataset is, in a few facts: for the command line, tooltips and messages.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/datasets/Dataset.h"

namespace engine {

/// {"kind", "title", "source", then sizes and names by kind, "provenance" when computed}. Keys are lower-case words.
nlohmann::ordered_json datasetJson(const Dataset& dataset);
/// The same facts for people, one line each, "  columns: 141"; without provenance.
std::string datasetText(const Dataset& dataset);
/// One line: "alignment, 45 sequences x 214 columns".
std::string datasetLine(const Dataset& dataset);

}  // namespace engine
