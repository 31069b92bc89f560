// Arrays out of a file become what the file says they are.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Progress.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// The note among the arrays (FileNote.h); null when there is none, or none that can be read.
nlohmann::json noteIn(const ArrayBundle& arrays);

/// The value that the note of these arrays tells of, by Kind::restored or as the text that it holds; without a note, or
/// where it says no more, the arrays themselves. A note that does not fit them is a warning that names `source`. Throws
/// Cancelled.
DatasetValue notedValue(ArrayBundle arrays, const std::string& source, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
