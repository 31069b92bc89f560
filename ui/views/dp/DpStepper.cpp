#include "ui/views/dp/DpStepper.h"

#include <algorithm>

namespace ui {

using engine::Index;

void DpStepper::setSize(Index rows, Index columns, Index pathSteps) {
  const std::optional<DpCell> cell = m_position < numCells() ? current() : std::nullopt;
  const bool isFull = numCells() > 0 && m_position >= numCells(), isSame = rows == m_rows && columns == m_columns;
  m_rows = std::max<Index>(rows, 0);
  m_columns = std::max<Index>(columns, 0);
  m_pathSteps = numCells() == 0 ? 0 : std::max<Index>(pathSteps, 0);
  if (cell && !isSame && numCells() > 0)
    setCell(*cell);
  else if (isFull && !isSame)
    m_position = numCells();
  setPosition(m_position);
}

void DpStepper::setPosition(Index position) { m_position = std::clamp<Index>(position, 0, numPositions()); }

/// Cells with i + j < diagonal.
Index DpStepper::cellsBefore(Index diagonal) const {
  const auto triangle = [](Index side) { return side * (side + 1) / 2; };
  const Index shorter = std::min(m_rows, m_columns), longer = std::max(m_rows, m_columns);
  if (diagonal <= shorter) return triangle(diagonal);
  if (diagonal <= longer) return triangle(shorter) + (diagonal - shorter) * shorter;
  return numCells() - triangle(std::max<Index>(m_rows + m_columns - 1 - diagonal, 0));
}

Index DpStepper::diagonalOf(Index cell) const {
  Index low = 0, high = m_rows + m_columns - 1;  // the diagonal is in [low, high)
  while (high - low > 1) {
    const Index middle = (low + high) / 2;
    (cellsBefore(middle) <= cell ? low : high) = middle;
  }
  return low;
}

DpCell DpStepper::cellAt(Index place) const {
  if (!isDiagonal()) return {place / m_columns, place % m_columns};
  const Index diagonal = diagonalOf(place);
  const Index i = std::max<Index>(0, diagonal - m_columns + 1) + place - cellsBefore(diagonal);
  return {i, diagonal - i};
}

Index DpStepper::placeOf(DpCell cell) const {
  if (!isDiagonal()) return cell.i * m_columns + cell.j;
  const Index diagonal = cell.i + cell.j;
  return cellsBefore(diagonal) + cell.i - std::max<Index>(0, diagonal - m_columns + 1);
}

void DpStepper::setCell(DpCell cell) {
  if (numCells() > 0)
    setPosition(placeOf({std::clamp<Index>(cell.i, 0, m_rows - 1), std::clamp<Index>(cell.j, 0, m_columns - 1)}) + 1);
}

void DpStepper::setUnit(StepUnit unit) {
  const std::optional<DpCell> cell = m_position < numCells() ? current() : std::nullopt;
  m_unit = unit;
  if (cell) m_position = placeOf(*cell) + 1;
}

bool DpStepper::forward() {
  if (isAtEnd()) return false;
  if (m_position >= numCells() || m_unit == StepUnit::cell)
    ++m_position;
  else if (m_unit == StepUnit::row)
    m_position = (m_position / m_columns + 1) * m_columns;
  else
    m_position = cellsBefore(diagonalOf(m_position) + 1);
  return true;
}

bool DpStepper::back() {
  if (m_position == 0) return false;
  if (m_position > numCells() || m_unit == StepUnit::cell)
    --m_position;
  else if (m_unit == StepUnit::row)
    m_position = (m_position - 1) / m_columns * m_columns;
  else
    m_position = cellsBefore(diagonalOf(m_position - 1));
  return true;
}

std::optional<DpCell> DpStepper::current() const {
  const Index filled = std::min(m_position, numCells());
  if (filled == 0) return std::nullopt;
  return cellAt(filled - 1);
}

Index DpStepper::firstBlank(Index row) const {
  if (m_position >= numCells()) return m_columns;
  if (!isDiagonal()) return std::clamp<Index>(m_position - row * m_columns, 0, m_columns);
  const DpCell next = cellAt(m_position);
  const Index diagonal = next.i + next.j;
  return std::clamp<Index>(diagonal - row + (row < next.i ? 1 : 0), 0, m_columns);
}

}  // namespace ui
