// How far the dynamic programming has been told: cells filled one after the other, then the path traced back.
#pragma once

#include <optional>

#include "engine/base/Array.h"

namespace ui {

/// What one step fills. Cells and rows are filled row by row, anti-diagonals from the upper left to the lower right.
enum class StepUnit { cell, row, antiDiagonal };

/// 0-based columns of query and template; -1 none.
struct DpCell {
  engine::Index i = -1, j = -1;
  bool operator==(const DpCell&) const = default;
};

/// A place on a tape: 0 nothing is filled, numCells() the matrix is full, numPositions() the path is traced to its
/// start.
class DpStepper {
 public:
  /// Keeps the cell in work as far as there is one, what is full stays full. Without rows or columns there are no
  /// positions.
  void setSize(engine::Index rows, engine::Index columns, engine::Index pathSteps);
  engine::Index numCells() const { return m_rows * m_columns; }
  engine::Index numPositions() const { return numCells() + m_pathSteps; }
  engine::Index position() const { return m_position; }
  void setPosition(engine::Index position);  ///< clamped
  /// Everything up to this cell is filled, in the order of the unit.
  void setCell(DpCell cell);
  StepUnit unit() const { return m_unit; }
  /// The cell in work stays the same.
  void setUnit(StepUnit unit);
  /// One step on or back; false at the end.
  bool forward();
  bool back();
  bool isAtEnd() const { return m_position == numPositions(); }
  bool isTracing() const { return m_position > numCells(); }
  /// Steps of the path that are shown, counted from its end.
  engine::Index numTraced() const { return isTracing() ? m_position - numCells() : 0; }
  /// The cell filled last; nothing before the first.
  std::optional<DpCell> current() const;
  /// First column of a row that is not filled yet; the number of columns when the row is full.
  engine::Index firstBlank(engine::Index row) const;
  bool isFilled(engine::Index i, engine::Index j) const { return j < firstBlank(i); }

 private:
  bool isDiagonal() const { return m_unit == StepUnit::antiDiagonal; }
  engine::Index cellsBefore(engine::Index diagonal) const;
  engine::Index diagonalOf(engine::Index cell) const;
  DpCell cellAt(engine::Index place) const;
  engine::Index placeOf(DpCell cell) const;

  engine::Index m_rows = 0, m_columns = 0, m_pathSteps = 0, m_position = 0;
  StepUnit m_unit = StepUnit::row;
};

}  // namespace ui
