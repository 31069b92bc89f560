// The records of a PDB file that matter here, checked before the library sees them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/Progress.h"

namespace engine {

/// The file with every other record emptied, so that line numbers stay: atoms, models, chain ends, helices, strands.
/// Lines end with LF in it. Throws Error naming `source`, the line and the columns when an atom record is cut short or
/// a coordinate is none (coordinateOf), Cancelled.
std::string relevantPdbRecords(std::string_view content, const std::string& source, Progress& progress);

/// Å. What lies farther out is a mistake, and would leave nothing to be seen of the rest.
inline constexpr double kFarthestCoordinate = 1e6;
/// The number that `text` is, nothing when it is no finite one up to kFarthestCoordinate.
std::optional<double> coordinateOf(std::string_view text);
/// Throws Error: what stands at `where` is no coordinate of `axis` 0, 1 or 2.
[[noreturn]] void failAtCoordinate(const std::string& where, std::string_view text, size_t axis);

}  // namespace engine
