// Pointer and wheel of the alignment view.
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/base/CanvasGestures.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kZoomStep = 1.2;
constexpr double kWheelPixels = 48;  ///< per notch
constexpr double kNarrowestNames = 24;
constexpr double kLeastWrappedZoom = 0.1;

/// Tips may be read as rich text: names are shown as they are. Very long ones would be wider than the screen.
QString tipText(const std::string& text) {
  constexpr qsizetype kMostLetters = 300;
  const QString whole = QString::fromStdString(text);
  return (whole.size() > kMostLetters ? whole.left(kMostLetters) + QStringLiteral("…") : whole).toHtmlEscaped();
}

}  // namespace

void AlignmentView::setViewport(AlignmentViewport viewport) {
  viewport.columnWidth = columnWidthOf(m_zoom, theme());
  viewport.rowHeight = rowHeightOf(m_zoom, theme());
  viewport = clamped(viewport, extentOf(pictureFor(currentSize())));
  if (viewport == m_viewport) return;
  m_viewport = viewport;
  Q_EMIT viewportChanged();
  refresh();
}

void AlignmentView::zoomAt(QPointF position, const AlignmentZoom& wanted) {
  if (!hasAlignment()) return;
  const AlignmentPicture before = pictureFor(canvas().size());
  const AlignmentLayout& layout = before.layout;
  AlignmentZoom least = zoomToFit(layout, m_arrangement->numPlaces(), m_arrangement->numSlots(), theme());
  // Wrapped blocks have always room for all columns.
  if (before.isWrapped()) least = {kLeastWrappedZoom, kLeastWrappedZoom};
  const double x = std::clamp(position.x(), layout.cells.left(), layout.cells.right()) - layout.cells.left();
  const double y = std::clamp(position.y(), layout.cells.top(), layout.cells.bottom()) - layout.cells.top();
  const double column = before.viewport.firstColumn + x / before.viewport.columnWidth;
  const double row = before.viewport.firstRow + y / before.viewport.rowHeight;
  m_zoom = {std::clamp(wanted.columns, least.columns, kLargestZoom), std::clamp(wanted.rows, least.rows, kLargestZoom)};
  setViewport({column - x / columnWidthOf(m_zoom, theme()), row - y / rowHeightOf(m_zoom, theme()), 0, 0});
}

void AlignmentView::setZoom(const AlignmentZoom& zoom) { zoomAt(currentLayout().cells.center(), zoom); }

void AlignmentView::fitAll() { setZoom({0, 0}); }

void AlignmentView::resetView() {
  m_zoom = {};
  m_chosenNamesWidth = -1;
  if (hasAlignment()) setViewport({});
  refresh();
}

void AlignmentView::onPointerMoved(QPointF position) {
  const AlignmentPicture picture = pictureFor(currentSize());
  const bool isOnEdge = picture.layout.isOnNamesEdge(position);
  canvas().setCursor(isOnEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
  const AlignmentHit hit = hitAt(picture, position);
  using Region = AlignmentHit::Region;
  const Index named = hit.region == Region::names && !isOnEdge ? hit.place : -1;
  if (named != m_namedPlace) {
    m_namedPlace = named;
    refresh();
  }
  if (named >= 0) showNameTip(position);
  Focus focus;
  const Index column = hit.slot >= 0 ? m_drawing.cells().columnOf(hit.slot) : -1;
  const bool isCell = hit.region == Region::cells && hit.place >= 0;
  if (column >= 0 && (isCell || hit.region == Region::ruler || hit.region == Region::track)) {
    focus.first = {m_dataset->id, column};
    if (isCell) focus.row = static_cast<int>(m_arrangement->rowAt(hit.place));
  }
  if (hit.region == Region::track && (column >= 0 || hit.slot < 0)) showTrackTip(position, hit.track, column);
  const bool isInsert = isCell && hit.slot >= 0 && column < 0;
  setPointedInsert(isInsert ? InsertResidue{m_arrangement->rowAt(hit.place), m_arrangement->slot(hit.slot)}
                            : InsertResidue{});
  session().selection().setHover(focus);
}

void AlignmentView::setPointedInsert(const InsertResidue& insert) {
  if (insert == m_pointedInsert) return;
  m_pointedInsert = insert;
  Q_EMIT readoutChanged();
}

void AlignmentView::showTrackTip(QPointF position, Index track, Index column) {
  const AlignmentTrack& shown = m_tracks[static_cast<size_t>(track)];
  QToolTip::showText(canvas().mapToGlobal(position.toPoint()), column >= 0 ? shown.tip(column) : shown.help, &canvas());
}

void AlignmentView::showNameTip(QPointF position) {
  const auto& row = m_alignment->rows[static_cast<size_t>(m_arrangement->rowAt(m_namedPlace))];
  QString text = QStringLiteral("<b>%1</b>").arg(tipText(row.name));
  if (!row.description.empty()) text += QStringLiteral("<br>") + tipText(row.description);
  QToolTip::showText(canvas().mapToGlobal(position.toPoint()), text, &canvas());
}

void AlignmentView::onPointerLeft() {
  m_namedPlace = -1;
  setPointedInsert({});
  View::onPointerLeft();
  refresh();
}

void AlignmentView::onPressed(QPointF position) {
  if (!hasAlignment()) return;
  using Region = AlignmentHit::Region;
  const AlignmentPicture picture = pictureFor(currentSize());
  const AlignmentLayout& layout = picture.layout;
  const bool isLeft = m_gestures->button() == Qt::LeftButton;
  m_pressedAt = hitAt(picture, position);
  const bool isOnCell = m_pressedAt.region == Region::cells && m_pressedAt.place >= 0 && m_pressedAt.slot >= 0;
  const bool isOnName = m_pressedAt.region == Region::names && m_pressedAt.place >= 0;
  const bool isOnNumber = m_pressedAt.region == Region::ruler && m_pressedAt.slot >= 0;
  m_dragTarget = layout.minimap.contains(position)         ? DragTarget::minimap
                 : layout.isOnNamesEdge(position)          ? DragTarget::namesEdge
                 : layout.verticalBar.contains(position)   ? DragTarget::verticalBar
                 : layout.horizontalBar.contains(position) ? DragTarget::horizontalBar
                 : !isLeft || m_gestures->isSpaceDown()    ? DragTarget::pan
                 : isOnName                                ? DragTarget::rows
                 : isOnNumber                              ? DragTarget::columns
                 : isOnCell                                ? DragTarget::block
                                                           : DragTarget::pan;
  if (m_dragTarget == DragTarget::minimap) setViewport(viewportAtMinimap(picture, position));
  if (m_dragTarget == DragTarget::verticalBar || m_dragTarget == DragTarget::horizontalBar)
    pageAlongBar(picture, position);
  const Qt::KeyboardModifiers modifiers = m_gestures->modifiers();
  const SelectionMode mode = modifiers.testFlag(Qt::ControlModifier) ? SelectionMode::toggle
                             : modifiers.testFlag(Qt::ShiftModifier) ? SelectionMode::extend
                                                                     : SelectionMode::replace;
  if (m_dragTarget == DragTarget::rows) m_selection->pressRows(m_pressedAt.place, mode);
  if (m_dragTarget == DragTarget::columns) m_selection->pressColumns(m_pressedAt.slot, mode);
}

/// A press beside the handle of a scroll bar turns a page.
void AlignmentView::pageAlongBar(const AlignmentPicture& picture, QPointF position) {
  const AlignmentExtent extent = extentOf(picture);
  const auto pages = [](double at, const BarHandle& handle) {
    return handle.isEmpty() ? 0 : (at > handle.start + handle.length) - (at < handle.start);
  };
  AlignmentViewport next = picture.viewport;
  const QRectF &vertical = picture.layout.verticalBar, &horizontal = picture.layout.horizontalBar;
  if (m_dragTarget == DragTarget::verticalBar)
    next.firstRow +=
        extent.visibleRows * pages(position.y() - vertical.y(),
                                   barHandle(vertical.height(), next.firstRow, extent.visibleRows, extent.rows));
  else
    next.firstColumn += extent.visibleColumns *
                        pages(position.x() - horizontal.x(),
                              barHandle(horizontal.width(), next.firstColumn, extent.visibleColumns, extent.columns));
  setViewport(next);
}

void AlignmentView::onClicked(QPointF position) {
  // Only what shows data locks and unlocks.
  if (!hasAlignment() || (m_dragTarget != DragTarget::block && m_dragTarget != DragTarget::pan)) return;
  if (m_dragTarget == DragTarget::block) {
    const bool extends = m_gestures->modifiers().testFlag(Qt::ShiftModifier) && m_selection->cursorRow() >= 0;
    if (!extends) m_selection->clear();
    m_selection->moveCursorTo(m_pressedAt.place, m_pressedAt.slot, extends);
    if (extends) return;
  }
  View::onClicked(position);
}

/// Outside of the cells the nearest one, so that a drag may leave them.
AlignmentHit AlignmentView::clampedHit(QPointF position) const {
  const AlignmentPicture picture = pictureFor(currentSize());
  const QRectF cells = picture.visibleCells();
  if (picture.isWrapped()) return hitAt(picture, position);
  const QPointF inside(std::clamp(position.x(), cells.left(), std::max(cells.left(), cells.right() - 1)),
                       std::clamp(position.y(), cells.top(), std::max(cells.top(), cells.bottom() - 1)));
  AlignmentHit hit = hitAt(picture, inside);
  if (hit.place < 0) hit.place = m_arrangement->numPlaces() - 1;
  if (hit.slot < 0) hit.slot = m_arrangement->numSlots() - 1;
  return hit;
}

void AlignmentView::dragSelection(QPointF to) {
  const AlignmentPicture picture = pictureFor(currentSize());
  const QRectF& cells = picture.layout.cells;
  if (!picture.isWrapped()) {
    // Beyond an edge the alignment comes along, a cell with each step of the pointer.
    AlignmentViewport next = picture.viewport;
    if (m_dragTarget != DragTarget::rows) next.firstColumn += (to.x() > cells.right()) - (to.x() < cells.left());
    if (m_dragTarget != DragTarget::columns) next.firstRow += (to.y() > cells.bottom()) - (to.y() < cells.top());
    setViewport(next);
  }
  const AlignmentHit hit = clampedHit(to);
  if (m_dragTarget == DragTarget::rows && hit.place >= 0) m_selection->dragRows(hit.place);
  if (m_dragTarget == DragTarget::columns && hit.slot >= 0) m_selection->dragColumns(hit.slot);
  if (m_dragTarget == DragTarget::block && hit.place >= 0 && hit.slot >= 0)
    m_selection->selectBlock(m_pressedAt.place, m_pressedAt.slot, hit.place, hit.slot);
}

void AlignmentView::onDragged(QPointF from, QPointF to) {
  if (!hasAlignment()) return;
  const AlignmentPicture picture = pictureFor(currentSize());
  const AlignmentLayout& layout = picture.layout;
  const AlignmentExtent extent = extentOf(picture);
  AlignmentViewport next = picture.viewport;
  const auto alongBar = [](double pixels, double barLength, double first, double visible, double count) {
    const BarHandle handle = barHandle(barLength, first, visible, count);
    const double way = barLength - handle.length;
    return handle.isEmpty() || way <= 0 ? 0.0 : pixels * (count - visible) / way;
  };
  switch (m_dragTarget) {
    case DragTarget::namesEdge:
      m_chosenNamesWidth = std::clamp(to.x(), kNarrowestNames, 0.6 * canvas().width());
      refresh();
      break;
    case DragTarget::verticalBar:
      next.firstRow +=
          alongBar(to.y() - from.y(), layout.verticalBar.height(), next.firstRow, extent.visibleRows, extent.rows);
      break;
    case DragTarget::horizontalBar:
      next.firstColumn += alongBar(to.x() - from.x(), layout.horizontalBar.width(), next.firstColumn,
                                   extent.visibleColumns, extent.columns);
      break;
    case DragTarget::minimap:
      next = viewportAtMinimap(picture, to);
      break;
    case DragTarget::rows:
    case DragTarget::columns:
    case DragTarget::block:
      return dragSelection(to);
    case DragTarget::pan:
      next.firstColumn -= (to.x() - from.x()) / next.columnWidth;
      next.firstRow -= (to.y() - from.y()) / next.rowHeight;
      break;
  }
  setViewport(next);
}

void AlignmentView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) {
  if (!hasAlignment()) return;
  if (modifiers.testFlag(Qt::ControlModifier)) {
    const double factor = std::pow(kZoomStep, steps);
    const double columns = modifiers.testFlag(Qt::AltModifier) ? 1 : factor;
    const double rows = modifiers.testFlag(Qt::ShiftModifier) ? 1 : factor;
    return zoomAt(position, {m_zoom.columns * columns, m_zoom.rows * rows});
  }
  AlignmentViewport next = pictureFor(canvas().size()).viewport;
  // At least one cell, so that large cells do not seem stuck.
  if (modifiers.testFlag(Qt::ShiftModifier)) {
    next.firstColumn -= steps * std::max(1.0, std::round(kWheelPixels / next.columnWidth));
  } else {
    next.firstRow -= steps * std::max(1.0, std::round(kWheelPixels / next.rowHeight));
  }
  setViewport(next);
  onPointerMoved(position);
}

}  // namespace ui
