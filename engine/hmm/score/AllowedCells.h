// Which cells of the dynamic programming paths may visit (MATHEMATICS.md 5.5, MATHEMATICS.md 6.5).
#pragma once

#include "engine/alignment/AlignmentPath.h"

namespace engine {

/// 0-based, half-open.
struct ColumnRange {
  Index begin = 0, end = 0;
  bool operator==(const ColumnRange&) const = default;
};

/// "20-40,55-60": 1-based, both ends included; empty text: none. Throws Error naming `what` and the part.
std::vector<ColumnRange> parseRanges(const std::string& text, const std::string& what);

/// Nq x Nt, 0 in the rows and columns of the ranges; empty when nothing is excluded. Ranges may reach beyond the ends.
Array<Bool> allowedCells(Index numRows, Index numColumns, const std::vector<ColumnRange>& excludedRows,
                         const std::vector<ColumnRange>& excludedColumns);

/// Nq x Nt, on up to `halfWidth` rows or columns from a step of the path, and in the open corners before its first and
/// behind its last step. A path without steps allows nothing. Throws Error for a step outside.
Array<Bool> bandAround(const AlignmentPath& path, Index numRows, Index numColumns, Index halfWidth);

/// Switches off all cells within `halfWidth` rows above or below and columns left or right of the path's steps after
/// the first match pair (that one too when it is alone), so that the next alignment keeps away from this one. An empty
/// mask becomes one of this size. Throws Error for a step outside.
void excludeAround(Array<Bool>& allowed, Index numRows, Index numColumns, const AlignmentPath& path, Index halfWidth);

}  // namespace engine
