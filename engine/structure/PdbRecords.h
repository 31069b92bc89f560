// The records of a PDB file that matter here, checked before the library sees them.
#pragma once

#include <string>
#include <string_view>

namespace engine {

/// The file with every other record emptied, so that line numbers stay: atoms, models, chain ends, helices, strands.
/// Throws Error naming `source`, the line and the columns when an atom record is cut short or a coordinate is no
/// number.
std::string relevantPdbRecords(std::string_view content, const std::string& source);

}  // namespace engine
