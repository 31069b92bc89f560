// Numbers of residues as biologists write them: counted without gaps, from the number that a name like seq/17-121 says.
#pragma once

#include <optional>
#include <string>

#include "engine/alignment/AlignmentArrangement.h"

namespace engine {

/// Number of a residue (0-based, gaps not counted) of a row with this name: from the first of /first-last on
/// ("seq/17-121"), downwards when the last is smaller (the other strand, "seq/121-17"); without such an end from 1 on.
Index numberOfResidue(const std::string& name, Index residue);
/// The name without such an end.
std::string nameWithoutRange(const std::string& name);
/// numberOfResidue() of the residue in a cell, residues of inserts counted; nothing at a gap. O(columns before it).
std::optional<Index> residueNumber(const Alignment& alignment, Index row, Index column);
/// The same for a slot, which may be one of an expanded insert; nothing where the row's insert is shorter.
std::optional<Index> residueNumber(const Alignment& alignment, Index row, const SlotContent& slot);
/// Column of the residue with this number, for a residue of an insert the column behind it (the last one at the end);
/// -1 when the row has no such residue.
Index columnOfResidueNumber(const Alignment& alignment, Index row, Index number);

}  // namespace engine
