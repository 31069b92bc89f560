#include "engine/alignment/MakeEdits.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"

namespace engine {

namespace {

/// A row that has a residue in the column; -1: none of these rows.
Index rowWithResidue(const Alignment& alignment, const IndexRanges& rows, Index column) {
  for (const IndexRange& range : rows.ranges())
    for (Index row = range.begin; row < range.end; ++row)
      if (!alphabet::isGap(alignment.at(row, column))) return row;
  return -1;
}

bool isGaps(const Alignment& alignment, const IndexRanges& rows, Index column) {
  return rowWithResidue(alignment, rows, column) < 0;
}

bool isAll(const Alignment& alignment, const IndexRanges& rows) { return rows.count() == alignment.numRows(); }

void requireRows(const Alignment& alignment, const IndexRanges& rows) {
  if (rows != rows.within(alignment.numRows())) fail("There are rows 1 to ", alignment.numRows(), ".");
}

void requireRow(const Alignment& alignment, Index row) {
  if (row < 0 || row >= alignment.numRows()) fail("There are rows 1 to ", alignment.numRows(), ".");
}

void requireColumns(const Alignment& alignment, const IndexRange& columns) {
  if (columns.begin < 0 || columns.end > alignment.numColumns || columns.begin > columns.end)
    fail("There are columns 1 to ", alignment.numColumns, ".");
}

}  // namespace

AlignmentEdit insertGaps(const Alignment& alignment, const IndexRanges& rows, Index column, Index count) {
  requireRows(alignment, rows);
  requireColumns(alignment, {column, column});
  if (rows.isEmpty() || count <= 0) return {};
  if (isAll(alignment, rows)) return {{AddColumns{{column, column + count}}}};
  Index room = 0;
  for (Index last = alignment.numColumns - 1; room < count && last >= column && isGaps(alignment, rows, last); --last)
    ++room;
  AlignmentEdit edit;
  const Index end = alignment.numColumns + count - room;
  if (room < count) edit.steps.push_back(AddColumns{{alignment.numColumns, end}});
  edit.steps.push_back(ExchangeCells{rows, column, end - count, end});
  return edit;
}

AlignmentEdit removeGaps(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns) {
  requireRows(alignment, rows);
  requireColumns(alignment, columns);
  if (rows.isEmpty() || columns.size() == 0) return {};
  for (Index column = columns.begin; column < columns.end; ++column)
    if (const Index row = rowWithResidue(alignment, rows, column); row >= 0)
      fail(nth(alignment.rows, row).name, " has a residue in column ", column + 1, ": only gaps are taken out.");
  if (isAll(alignment, rows)) return {{RemoveColumns{{columns.begin, columns.end}}}};
  return {{ExchangeCells{rows, columns.begin, columns.end, alignment.numColumns}}};
}

Index slideRoom(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns, Index by) {
  requireRows(alignment, rows);
  requireColumns(alignment, columns);
  if (rows.isEmpty() || columns.size() == 0) return 0;
  Index room = 0;
  for (Index at = by < 0 ? columns.begin - 1 : columns.end; room < std::abs(by); ++room, at += by < 0 ? -1 : 1)
    if (at < 0 || at >= alignment.numColumns || !isGaps(alignment, rows, at)) break;
  return by < 0 ? -room : room;
}

AlignmentEdit slideCells(const Alignment& alignment, const IndexRanges& rows, const IndexRange& columns, Index by) {
  const Index room = slideRoom(alignment, rows, columns, by);
  if (room == 0) return {};
  if (room < 0) return {{ExchangeCells{rows, columns.begin + room, columns.begin, columns.end}}};
  return {{ExchangeCells{rows, columns.begin, columns.end, columns.end + room}}};
}

IndexRange residuesAround(const Alignment& alignment, const IndexRanges& rows, Index column) {
  requireRows(alignment, rows);
  requireColumns(alignment, {column, column + 1});
  if (isGaps(alignment, rows, column)) return {column, column};
  IndexRange range{column, column + 1};
  while (range.begin > 0 && !isGaps(alignment, rows, range.begin - 1)) --range.begin;
  while (range.end < alignment.numColumns && !isGaps(alignment, rows, range.end)) ++range.end;
  return range;
}

AlignmentEdit setLetter(const Alignment& alignment, Index row, Index column, ResidueCode code) {
  requireRow(alignment, row);
  requireColumns(alignment, {column, column + 1});
  if (!alphabet::isValid(code)) fail("That is no letter of a sequence.");
  if (alignment.at(row, column) == code) return {};
  ReplaceRows step{{row}, {{nth(alignment.rows, row), {alignment.row(row), alignment.row(row + 1)}}}};
  nth(step.contents.front().codes, column) = code;
  return {{step}};
}

AlignmentEdit renameRow(const Alignment& alignment, Index row, const std::string& name) {
  requireRow(alignment, row);
  if (name == nth(alignment.rows, row).name) return {};
  if (name.empty()) fail("A row needs a name.");
  if (name.find_first_of(" \t\r\n") != std::string::npos) fail("Names of rows have no blanks.");
  if (const Index other = alignment.findRow(name); other >= 0) fail("Row ", other + 1, " has this name already.");
  ReplaceRows step{{row}, {{nth(alignment.rows, row), {alignment.row(row), alignment.row(row + 1)}}}};
  step.contents.front().row.name = name;
  return {{step}};
}

AlignmentEdit removeRows(const Alignment& alignment, const IndexRanges& rows) {
  requireRows(alignment, rows);
  if (rows.isEmpty()) return {};
  if (isAll(alignment, rows)) fail("No row would be left.");
  return {{RemoveRows{rows}}};
}

AlignmentEdit removeColumns(const Alignment& alignment, const IndexRanges& columns) {
  if (columns.isEmpty()) return {};
  requireColumns(alignment, {columns.ranges().front().begin, columns.ranges().back().end});
  if (columns.count() == alignment.numColumns) fail("No column would be left.");
  return {{RemoveColumns{columns}}};
}

AlignmentEdit moveRows(const Alignment& alignment, const IndexRanges& rows, Index before) {
  requireRows(alignment, rows);
  const std::vector<Index> moved = rows.indices(std::numeric_limits<Index>::max());
  OrderRows step;
  step.order.reserve(alignment.rows.size());
  for (Index row = 0; row <= alignment.numRows(); ++row) {
    if (row == std::clamp<Index>(before, 0, alignment.numRows()))
      step.order.insert(step.order.end(), moved.begin(), moved.end());
    if (row < alignment.numRows() && !rows.contains(row)) step.order.push_back(row);
  }
  if (std::is_sorted(step.order.begin(), step.order.end())) return {};
  return {{step}};
}

IndexRanges columnsOfGaps(const Alignment& alignment) {
  std::vector<char> hasResidue(static_cast<size_t>(alignment.numColumns), 0);
  for (Index row = 0; row < alignment.numRows(); ++row)
    for (Index column = 0; column < alignment.numColumns; ++column)
      nth(hasResidue, column) |= static_cast<char>(!alphabet::isGap(alignment.at(row, column)));
  std::vector<Index> columns;
  for (Index column = 0; column < alignment.numColumns; ++column)
    if (!nth(hasResidue, column)) columns.push_back(column);
  return IndexRanges::of(std::move(columns));
}

}  // namespace engine
