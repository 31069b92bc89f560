// Edits as they are asked for: gaps, residues, rows and columns of an alignment. Each throws Error, in words for the
// user, when it cannot be done, and gives an edit without steps when there is nothing to do.
#pragma once

#include <string>

#include "engine/alignment/AlignmentEdit.h"

namespace engine {

/// `count` gaps before `column` (0..C) in these rows; what follows moves right. Columns at the end that hold gaps alone
/// in these rows give way; where there are too few the alignment becomes wider. All rows: new columns.
AlignmentEdit insertGaps(const Alignment& alignment, const IndexRanges& rows, Index column, Index count);
/// Takes the gaps of `columns` out of these rows; what follows moves left, and gaps come in at the end. All rows: the
/// columns go. Throws Error naming a row with a residue there.
AlignmentEdit removeGaps(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns);
/// How far these cells can slide: by at most `by` columns (negative: left), over columns that hold gaps alone in these
/// rows.
Index slideRoom(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns, Index by);
/// Slides them so far; the gaps that they slide over come in behind them.
AlignmentEdit slideCells(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns, Index by);
/// The columns around `column` in which each has a residue in one of these rows; empty when it is one of gaps.
IndexRange residuesAround(const Alignment& alignment, const IndexRanges& rows, Index column);

/// Another residue or gap.
AlignmentEdit setLetter(const Alignment& alignment, Index row, Index column, ResidueCode code);
/// Throws Error for a name that is empty, has blanks in it, or is that of another row.
AlignmentEdit renameRow(const Alignment& alignment, Index row, const std::string& name);
/// Throws Error when none would be left.
AlignmentEdit removeRows(const Alignment& alignment, const IndexRanges& rows);
AlignmentEdit removeColumns(const Alignment& alignment, const IndexRanges& columns);
/// Rows move together, in their order, to before the row that is `before` now; N: to the end.
AlignmentEdit moveRows(const Alignment& alignment, const IndexRanges& rows, Index before);
/// Columns of gaps alone.
IndexRanges columnsOfGaps(const Alignment& alignment);

}  // namespace engine
