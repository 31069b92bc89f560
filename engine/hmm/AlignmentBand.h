// Which cells an alignment may use: near an earlier path, or away from it (profile-hmm, B 6 and B 9).
#pragma once

#include "engine/alignment/AlignmentPath.h"

namespace engine {

/// Nq x Nt, true where allowed: up to `halfWidth` rows or columns from a step of the path, and the open corners before
/// its first and behind its last step. A path without steps allows nothing.
Array<Bool> bandAround(const AlignmentPath& path, Index numRows, Index numColumns, Index halfWidth);

/// Forbids the cells up to `halfWidth` rows or columns from a step of the path.
void excludeAround(Array<Bool>& allowed, const AlignmentPath& path, Index halfWidth);

}  // namespace engine
