// Numbers of residues as biologists write them: counted without gaps, from the number that a name like seq/17-121 says.
#pragma once

#include <optional>
#include <string>

#include "engine/alignment/Alignment.h"

namespace engine {

/// First number of a row whose name ends in /first-last ("seq/17-121"), else 1.
Index firstResidueNumber(const std::string& name);
/// The name without such an end.
std::string nameWithoutRange(const std::string& name);
/// Number of the residue in a cell: its place in the row without gaps (inserts included), counted from
/// firstResidueNumber; nothing at a gap. O(columns before it).
std::optional<Index> residueNumber(const Alignment& alignment, Index row, Index column);
/// Column of the residue with this number, for a residue of an insert the column behind it (the last one at the end);
/// -1 when the row has no such residue.
Index columnOfResidueNumber(const Alignment& alignment, Index row, Index number);

}  // namespace engine
