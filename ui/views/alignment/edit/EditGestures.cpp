// Residues and names that are dragged in the edit mode.
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/edit/AlignmentEditor.h"

namespace ui {

using engine::Index;
using engine::IndexRange;
using engine::IndexRanges;

namespace {

/// -1: an insert, or nothing.
Index columnAt(const AlignmentPicture& picture, Index slot) {
  if (slot < 0 || slot >= picture.arrangement().numSlots()) return -1;
  const engine::SlotContent& content = picture.arrangement().slot(slot);
  return content.isInsert() ? -1 : content.column;
}

/// The selected columns side by side around one of them, where the cell is in the selection; else the residues around
/// it.
IndexRange grabbed(const AlignmentPicture& picture, const AlignmentSelection& selection, const IndexRanges& rows,
                   Index column) {
  if (selection.rows().isEmpty() || rows == selection.rows())
    for (const IndexRange& range : selection.columns().ranges())
      if (range.begin <= column && column < range.end) return range;
  return engine::residuesAround(picture.alignment(), rows, column);
}

/// From left to right: where the residues would stand, or the gaps that come or go.
std::pair<double, double> spanOf(const AlignmentPicture& block, const EditDrag& drag) {
  const double begin = block.xOfColumn(drag.columns.begin), width = block.viewport.columnWidth;
  if (drag.kind == EditDrag::Kind::gaps) {
    const double other = begin + static_cast<double>(drag.by) * width;
    return {std::min(begin, other), std::max(begin, other)};
  }
  return {block.xOfColumn(drag.columns.begin + drag.by), block.xOfColumn(drag.columns.end - 1 + drag.by) + width};
}

}  // namespace

bool AlignmentEditor::onPressed(const QMouseEvent& event) {
  m_drag = {};
  const bool isOnGaps = event.modifiers() == Qt::ShiftModifier;
  if (event.button() != Qt::LeftButton || (event.modifiers() != Qt::NoModifier && !isOnGaps)) return false;
  const AlignmentPicture picture = m_view.picture();
  if (picture.layout.isOnNamesEdge(event.position())) return false;
  EditDrag drag;
  drag.of = m_view.model().dataset().get();
  drag.from = hitAt(picture, event.position());
  drag.start = event.position();
  if (drag.from.place < 0) return false;
  const Index row = picture.arrangement().rowAt(drag.from.place);
  const IndexRanges& selected = m_view.selection().rows();
  drag.rows = selected.contains(row) ? selected : IndexRanges(row, row + 1);
  const Index column = columnAt(picture, drag.from.slot);
  if (drag.from.region == AlignmentHit::Region::names) {
    if (!isOnGaps) drag.kind = EditDrag::Kind::rows;
  } else if (column >= 0 && isOnGaps) {
    drag.columns = {column, column + 1};
    drag.kind = EditDrag::Kind::gaps;
  } else if (column >= 0) {
    drag.columns = grabbed(picture, m_view.selection(), drag.rows, column);
    // Gaps select as ever, but a click into selected rows keeps them: keys then edit the group.
    if (drag.columns.size() > 0 || selected.contains(row)) drag.kind = EditDrag::Kind::cells;
  }
  if (drag.kind == EditDrag::Kind::none) return false;
  m_drag = std::move(drag);
  m_view.canvas().setFocus(Qt::MouseFocusReason);
  return true;
}

bool AlignmentEditor::onMoved(QPointF position) {
  // What was grabbed is another alignment by now, when a job has ended meanwhile.
  if (m_drag.of != m_view.model().dataset().get()) m_drag = {};
  if (m_drag.kind == EditDrag::Kind::none) return false;
  m_drag.hasMoved = m_drag.hasMoved ||
                    (position - m_drag.start).manhattanLength() >= QApplication::startDragDistance();
  if (!m_drag.hasMoved) return true;
  const AlignmentPicture picture = m_view.picture();
  if (m_drag.kind == EditDrag::Kind::rows) {
    const AlignmentViewport& viewport = picture.viewport;
    const double place = viewport.firstRow + (position.y() - picture.layout.cells.y()) / viewport.rowHeight;
    m_drag.place = std::clamp<Index>(std::lround(place), 0, picture.arrangement().numPlaces());
  } else {
    const AlignmentHit hit = nearestHit(picture, position);
    const Index from = columnAt(picture, m_drag.from.slot), to = columnAt(picture, hit.slot);
    if (to < 0) return true;
    m_drag.by = to - from;
    // To the right there is always room for more gaps.
    if (m_drag.kind == EditDrag::Kind::cells || m_drag.by < 0)
      m_drag.by = engine::slideRoom(picture.alignment(), m_drag.rows, m_drag.columns, m_drag.by);
  }
  m_view.canvas().update();
  return true;
}

bool AlignmentEditor::onReleased() {
  if (m_drag.kind == EditDrag::Kind::none) return false;
  const EditDrag drag = std::exchange(m_drag, {});
  m_view.canvas().update();
  if (drag.of != m_view.model().dataset().get()) return true;
  if (!drag.hasMoved)
    clickAt(drag);
  else if (drag.kind == EditDrag::Kind::cells)
    dropCells(drag);
  else if (drag.kind == EditDrag::Kind::gaps)
    dropGaps(drag);
  else if (const auto& rows = m_view.model().arranger().arrangement()->rows(); !rows.empty())
    moveRowsBefore(drag.rows, drag.place < static_cast<Index>(rows.size()) ? rows[static_cast<size_t>(drag.place)]
                                                                             : rows.back() + 1);
  return true;
}

/// As without the edit mode, but for the lock that other views follow.
void AlignmentEditor::clickAt(const EditDrag& drag) {
  if (drag.kind == EditDrag::Kind::rows) return m_view.selection().pressRows(drag.from.place, SelectionMode::replace);
  if (drag.kind == EditDrag::Kind::gaps)
    return m_view.selection().moveCursorTo(drag.from.place, drag.from.slot, m_view.selection().cursorRow() >= 0);
  const bool isInGroup = m_view.selection().rows() == drag.rows && m_view.selection().columns().isEmpty();
  if (!isInGroup) m_view.selection().clear();
  m_view.selection().moveCursorTo(drag.from.place, drag.from.slot, false);
}

void AlignmentEditor::dropCells(const EditDrag& drag) {
  if (drag.by == 0) return;
  perform(
      tr("Slide residues"),
      [=](const engine::Alignment& alignment) {
        return engine::slideCells(alignment, drag.rows, drag.columns, drag.by);
      },
      [=, this] {
        const bool wasSelected = m_view.selection().columns().containsAll(drag.columns.begin, drag.columns.end);
        if (wasSelected)
          m_view.selection().select(m_view.selection().rows(),
                                    {drag.columns.begin + drag.by, drag.columns.end + drag.by});
      });
}

void AlignmentEditor::dropGaps(const EditDrag& drag) {
  const Index column = drag.columns.begin, by = drag.by;
  if (by > 0)
    perform(tr("Insert gaps"), [rows = drag.rows, column, by](const engine::Alignment& alignment) {
      return engine::insertGaps(alignment, rows, column, by);
    });
  if (by < 0)
    perform(tr("Delete gaps"), [rows = drag.rows, column, by](const engine::Alignment& alignment) {
      return engine::removeGaps(alignment, rows, {column + by, column});
    });
}

void paintDrag(QPainter& painter, const AlignmentPicture& picture, const EditDrag& drag) {
  if (!drag.hasMoved) return;
  const Theme& theme = picture.theme;
  painter.save();
  painter.setPen(QPen(theme.accent, 2));
  QColor shade = theme.accent;
  shade.setAlphaF(0.4F);
  for (const AlignmentPicture& block : blocksOf(picture)) {
    if (drag.kind == EditDrag::Kind::rows) {
      const double y = block.yOf(static_cast<double>(drag.place));
      painter.drawLine(QPointF(block.layout.names.left(), y), QPointF(block.layout.cells.right(), y));
      continue;
    }
    painter.setClipRect(block.visibleCells());
    const auto [left, right] = spanOf(block, drag);
    if (drag.kind == EditDrag::Kind::gaps) painter.setBrush(shade);
    for (Index place = block.firstPlace(); place < block.lastPlace(); ++place)
      if (drag.rows.contains(block.arrangement().rowAt(place)))
        painter.drawRect(QRectF(QPointF(left, block.yOf(static_cast<double>(place))),
                                QSizeF(right - left, block.viewport.rowHeight)));
  }
  painter.restore();
}

}  // namespace ui
