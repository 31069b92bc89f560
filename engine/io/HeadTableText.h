// The head table out of the text that it is exported as: a line of keys, then a line per head.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/Progress.h"
#include "engine/heads/HeadTable.h"

namespace engine {

/// Whether the first line names the columns that every head table begins with: layer, head, label, tags.
bool isHeadTableText(std::string_view content);

/// The heads with told numbers: KEY_sd and KEY_n are spread and number of proteins of KEY. Nothing where the lines are
/// not those of all heads of all layers. Throws Error naming source and line for another number of fields, layers and
/// heads that are no positions, a head that is there twice; Cancelled.
std::optional<HeadTable> headTableFromText(std::string_view content, const std::string& source, Progress& progress);

}  // namespace engine
