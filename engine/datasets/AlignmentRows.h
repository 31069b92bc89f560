// Maps whose positions are rows of an alignment: which row each is. Rows are no positions of the links (Links.h), whose
// axis of an alignment are its columns.
#pragma once

#include <string>

#include "engine/base/Array.h"
#include "engine/datasets/Dataset.h"

namespace engine {

/// Of maps with an axis of sequences that have names and were computed of this alignment: the first row with the name
/// of this position; -1 when there is none.
Index alignmentRowOf(const Dataset& maps, Index position, const Dataset& alignment);
/// The other way round: the position of this row, -1 when the maps are of other rows or of something else.
Index positionOfAlignmentRow(const Dataset& maps, Index row, const Dataset& alignment);

}  // namespace engine
