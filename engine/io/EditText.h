// Edits of alignments as text, for session files.
#pragma once

#include <string>

#include "engine/alignment/AlignmentEdit.h"

namespace engine {

/// JSON on one line.
std::string editText(const AlignmentEdit& edit);
/// Reads editText(). Throws Error that begins with `source` when the text is none; whether the edit fits an alignment
/// is found when it is applied.
AlignmentEdit editFromText(const std::string& text, const std::string& source);

}  // namespace engine
