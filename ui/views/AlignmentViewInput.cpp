// Pointer, wheel and keys of the alignment view.
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/views/AlignmentView.h"
#include "ui/views/CanvasGestures.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kZoomStep = 1.2;
constexpr double kWheelPixels = 48;  ///< per notch
constexpr double kNarrowestNames = 24;

}  // namespace

void AlignmentView::setViewport(AlignmentViewport viewport) {
  viewport.columnWidth = columnWidthOf(m_zoom, theme());
  viewport.rowHeight = rowHeightOf(m_zoom, theme());
  viewport = clamped(viewport, currentLayout(), static_cast<Index>(m_order.size()), m_alignment->numColumns);
  if (viewport == m_viewport) return;
  m_viewport = viewport;
  Q_EMIT viewportChanged();
  refresh();
}

void AlignmentView::zoomAt(QPointF position, const AlignmentZoom& wanted) {
  if (!hasAlignment()) return;
  const AlignmentLayout layout = currentLayout();
  const AlignmentZoom least = zoomToFit(layout, static_cast<Index>(m_order.size()), m_alignment->numColumns, theme());
  const AlignmentPicture before = pictureFor(canvas().size());
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

void AlignmentView::showColumn(Index column) {
  if (!hasAlignment()) return;
  AlignmentViewport viewport = m_viewport;
  const double visible = currentLayout().cells.width() / columnWidthOf(m_zoom, theme());
  const auto at = static_cast<double>(column);
  viewport.firstColumn = std::clamp(viewport.firstColumn, at + 1 - visible, at);
  setViewport(viewport);
}

Index AlignmentView::columnAt(double x) const {
  const AlignmentPicture picture = pictureFor(currentSize());
  const double column = picture.viewport.firstColumn + (x - picture.layout.cells.left()) / picture.viewport.columnWidth;
  return column >= 0 && column < static_cast<double>(m_alignment->numColumns) ? static_cast<Index>(column) : -1;
}

Index AlignmentView::placeAt(double y) const {
  const AlignmentPicture picture = pictureFor(currentSize());
  const double place = picture.viewport.firstRow + (y - picture.layout.cells.top()) / picture.viewport.rowHeight;
  return place >= 0 && place < static_cast<double>(m_order.size()) ? static_cast<Index>(place) : -1;
}

void AlignmentView::onPointerMoved(QPointF position) {
  const AlignmentLayout layout = currentLayout();
  const bool isOnEdge = layout.isOnNamesEdge(position);
  canvas().setCursor(isOnEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
  const Index named = layout.names.contains(position) && !isOnEdge ? placeAt(position.y()) : -1;
  if (named != m_namedPlace) {
    m_namedPlace = named;
    refresh();
  }
  if (named >= 0) showNameTip(position);
  Focus focus;
  const bool isAboveCells =
      position.x() >= layout.cells.left() && position.x() < layout.cells.right() && position.y() < layout.cells.top();
  if (layout.cells.contains(position) || isAboveCells) {
    const Index column = columnAt(position.x());
    const Index place = isAboveCells ? -1 : placeAt(position.y());
    if (column >= 0 && (isAboveCells || place >= 0)) {
      focus.first = {m_dataset->id, column};
      if (place >= 0) focus.row = static_cast<int>(m_order[static_cast<size_t>(place)]);
    }
  }
  session().selection().setHover(focus);
}

void AlignmentView::showNameTip(QPointF position) {
  const auto& row = m_alignment->rows[static_cast<size_t>(m_order[static_cast<size_t>(m_namedPlace)])];
  const QString name = QString::fromStdString(row.name), description = QString::fromStdString(row.description);
  QToolTip::showText(canvas().mapToGlobal(position.toPoint()),
                     description.isEmpty() ? name : name + QStringLiteral("\n") + description, &canvas());
}

void AlignmentView::onPointerLeft() {
  m_namedPlace = -1;
  View::onPointerLeft();
  refresh();
}

void AlignmentView::onPressed(QPointF position) {
  if (!hasAlignment()) return;
  const AlignmentLayout layout = currentLayout();
  m_dragTarget = layout.isOnNamesEdge(position)            ? DragTarget::namesEdge
                 : layout.verticalBar.contains(position)   ? DragTarget::verticalBar
                 : layout.horizontalBar.contains(position) ? DragTarget::horizontalBar
                                                           : DragTarget::cells;
}

void AlignmentView::onDragged(QPointF from, QPointF to) {
  if (!hasAlignment()) return;
  const AlignmentLayout layout = currentLayout();
  AlignmentViewport next = pictureFor(canvas().size()).viewport;
  const double visibleColumns = layout.cells.width() / next.columnWidth,
               visibleRows = layout.cells.height() / next.rowHeight;
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
      next.firstRow += alongBar(to.y() - from.y(), layout.verticalBar.height(), next.firstRow, visibleRows,
                                static_cast<double>(m_order.size()));
      break;
    case DragTarget::horizontalBar:
      next.firstColumn += alongBar(to.x() - from.x(), layout.horizontalBar.width(), next.firstColumn, visibleColumns,
                                   static_cast<double>(m_alignment->numColumns));
      break;
    case DragTarget::cells:
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

bool AlignmentView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  if (!hasAlignment()) return View::onKey(key, modifiers);
  AlignmentViewport next = pictureFor(canvas().size()).viewport;
  const AlignmentLayout layout = currentLayout();
  const double visibleRows = layout.cells.height() / next.rowHeight,
               visibleColumns = layout.cells.width() / next.columnWidth;
  const bool isControl = modifiers.testFlag(Qt::ControlModifier);
  const auto end = static_cast<double>(m_order.size()), right = static_cast<double>(m_alignment->numColumns);
  const AlignmentZoom zoom = m_zoom;
  switch (key) {
    case Qt::Key_Left:
      next.firstColumn -= isControl ? visibleColumns : 1;
      break;
    case Qt::Key_Right:
      next.firstColumn += isControl ? visibleColumns : 1;
      break;
    case Qt::Key_Up:
      next.firstRow -= 1;
      break;
    case Qt::Key_Down:
      next.firstRow += 1;
      break;
    case Qt::Key_PageUp:
      next.firstRow -= std::max(1.0, std::floor(visibleRows));
      break;
    case Qt::Key_PageDown:
      next.firstRow += std::max(1.0, std::floor(visibleRows));
      break;
    case Qt::Key_Home:
      (isControl ? next.firstRow : next.firstColumn) = 0;
      break;
    case Qt::Key_End:
      (isControl ? next.firstRow : next.firstColumn) = isControl ? end : right;
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      setZoom({zoom.columns * kZoomStep, zoom.rows * kZoomStep});
      return true;
    case Qt::Key_Minus:
      setZoom({zoom.columns / kZoomStep, zoom.rows / kZoomStep});
      return true;
    default:
      return View::onKey(key, modifiers);
  }
  setViewport(next);
  return true;
}

}  // namespace ui
