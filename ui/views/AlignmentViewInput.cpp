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
constexpr double kLeastWrappedZoom = 0.1;

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

void AlignmentView::showColumn(Index column) {
  if (!hasAlignment()) return;
  AlignmentViewport viewport = m_viewport;
  const AlignmentPicture picture = pictureFor(currentSize());
  const Index slot = m_arrangement->nearestSlot(column);
  if (slot < 0) return;
  if (picture.isWrapped()) {
    const auto block = static_cast<double>(slot / picture.wrapping.slotsPerBlock);
    viewport.firstRow = block * picture.wrapping.blockHeight / picture.viewport.rowHeight;
    return setViewport(viewport);
  }
  const double visible = extentOf(picture).visibleColumns;
  const auto at = static_cast<double>(slot);
  viewport.firstColumn = std::clamp(viewport.firstColumn, at + 1 - visible, at);
  setViewport(viewport);
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
  session().selection().setHover(focus);
}

void AlignmentView::showTrackTip(QPointF position, Index track, Index column) {
  const AlignmentTrack& shown = m_tracks[static_cast<size_t>(track)];
  QToolTip::showText(canvas().mapToGlobal(position.toPoint()), column >= 0 ? shown.tip(column) : shown.help, &canvas());
}

void AlignmentView::showNameTip(QPointF position) {
  const auto& row = m_alignment->rows[static_cast<size_t>(m_arrangement->rowAt(m_namedPlace))];
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
  m_dragTarget = layout.minimap.contains(position)         ? DragTarget::minimap
                 : layout.isOnNamesEdge(position)          ? DragTarget::namesEdge
                 : layout.verticalBar.contains(position)   ? DragTarget::verticalBar
                 : layout.horizontalBar.contains(position) ? DragTarget::horizontalBar
                                                           : DragTarget::cells;
  if (m_dragTarget == DragTarget::minimap) setViewport(viewportAtMinimap(pictureFor(currentSize()), position));
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
  const AlignmentPicture picture = pictureFor(currentSize());
  AlignmentViewport next = picture.viewport;
  const AlignmentExtent extent = extentOf(picture);
  const double visibleRows = extent.visibleRows, visibleColumns = extent.visibleColumns;
  const bool isControl = modifiers.testFlag(Qt::ControlModifier);
  const double end = extent.rows, right = extent.columns;
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
