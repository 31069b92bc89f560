// The row of an alignment whose residues positions are called by.
#pragma once

#include <string>

#include "engine/alignment/Alignment.h"
#include "engine/structure/Structure.h"

namespace engine {

/// The row called `name`; where that is empty that of the chain, which may be null, else the first; -1 without rows.
/// Throws Error naming `title`, the alignment or structure, when there is no such row.
Index referenceRow(const Alignment& alignment, const std::string& name, const Chain* chain, const std::string& title);

}  // namespace engine
