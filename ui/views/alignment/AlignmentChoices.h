// What a person has chosen in an alignment, as plain values: order and filter of its rows, what is hidden, what is
// selected, the cell cursor. Rows and columns are always those of the alignment, so that choices survive another order.
#pragma once

#include <QJsonObject>
#include <QString>

#include "engine/alignment/IndexRanges.h"
#include "engine/alignment/RowOrder.h"
#include "engine/hmm/rows/RowFilter.h"

namespace ui {

using engine::RowOrder;

/// In %; the defaults keep every row.
struct AlignmentFilter {
  double minIdentity = 0, minCoverage = 0, maxGaps = 100, maxPairwiseIdentity = 100;
  QString name;  ///< what a name or its description holds; empty: anything
  bool isRegularExpression = false;
  bool operator==(const AlignmentFilter&) const = default;
  bool keepsAll() const { return *this == AlignmentFilter{0, 0, 100, 100, {}, isRegularExpression}; }
};

/// The filter as the engine computes it. A wrong expression accepts every name.
engine::RowFilter rowFilter(const AlignmentFilter& filter);
/// What is wrong with the expression; empty when nothing is.
QString filterProblem(const AlignmentFilter& filter);

/// What of the alignment is shown, in which order.
struct AlignmentChoices {
  RowOrder order = RowOrder::original;
  engine::Index reference = 0;  ///< the row that the others are compared with
  AlignmentFilter filter;
  engine::IndexRanges hiddenRows, hiddenColumns;  ///< by hand
  bool operator==(const AlignmentChoices&) const = default;
};

/// What is selected. Rows alone: whole rows; columns alone: whole columns; both: a block.
struct AlignmentSelected {
  engine::IndexRanges rows, columns;
  engine::Index cursorRow = -1, cursorColumn = -1;  ///< -1: no cursor
  bool operator==(const AlignmentSelected&) const = default;
};

/// Names as they stand in session files and controls: "original", "name", "identity", "weight", "length", "tree".
QString orderName(RowOrder order);

/// Rows and columns from 1 on, as ranges.
QJsonObject toJson(const AlignmentChoices& choices, const AlignmentSelected& selected);
/// Takes what is there and valid for an alignment of so many rows and columns; everything else stays.
void readJson(const QJsonObject& json, engine::Index numRows, engine::Index numColumns, AlignmentChoices& choices,
              AlignmentSelected& selected);

}  // namespace ui
