// Rows of an alignment realigned to the profile of the others.
#pragma once

#include "engine/alignment/AlignmentEdit.h"
#include "engine/base/Progress.h"

namespace engine {

/// The residues of `rows` in `columns`, inserts between them included, take the best path through the profile of the
/// other rows in these columns (alignSequence, semi-global); what the path inserts stands in columns that are no match
/// columns, new ones where there are too few. Other rows stay as they are, but for the gaps of new columns. With all
/// rows, or where the others have no residue there, rows are aligned to each other: to the longest one, then twice to
/// the profile of all. Annotations of rows move with the residues. Throws Error, Cancelled.
AlignmentEdit realignRows(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns,
                          Progress& progress);

}  // namespace engine
