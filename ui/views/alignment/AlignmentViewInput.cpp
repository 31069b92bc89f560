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
  using Region = AlignmentHit::Region;
  const AlignmentPicture picture = pictureFor(currentSize());
  const AlignmentLayout& layout = picture.layout;
  const bool isLeft = m_gestures->button() == Qt::LeftButton;
  m_pressedAt = hitAt(picture, position);
  const bool isOnCell = m_pressedAt.region == Region::cells && m_pressedAt.place >= 0 && m_pressedAt.slot >= 0;
  m_dragTarget = layout.minimap.contains(position)         ? DragTarget::minimap
                 : layout.isOnNamesEdge(position)          ? DragTarget::namesEdge
                 : layout.verticalBar.contains(position)   ? DragTarget::verticalBar
                 : layout.horizontalBar.contains(position) ? DragTarget::horizontalBar
                 : !isLeft || m_gestures->isSpaceDown()    ? DragTarget::pan
                 : m_pressedAt.region == Region::names     ? DragTarget::rows
                 : m_pressedAt.region == Region::ruler     ? DragTarget::columns
                 : isOnCell                                ? DragTarget::block
                                                           : DragTarget::pan;
  if (m_dragTarget == DragTarget::minimap) setViewport(viewportAtMinimap(picture, position));
  const Qt::KeyboardModifiers modifiers = m_gestures->modifiers();
  const SelectionMode mode = modifiers.testFlag(Qt::ControlModifier) ? SelectionMode::toggle
                             : modifiers.testFlag(Qt::ShiftModifier) ? SelectionMode::extend
                                                                     : SelectionMode::replace;
  if (m_dragTarget == DragTarget::rows && m_pressedAt.place >= 0) m_choices->pressRows(m_pressedAt.place, mode);
  if (m_dragTarget == DragTarget::columns && m_pressedAt.slot >= 0) m_choices->pressColumns(m_pressedAt.slot, mode);
}

void AlignmentView::onClicked(QPointF position) {
  if (!hasAlignment() || m_dragTarget == DragTarget::rows || m_dragTarget == DragTarget::columns) return;
  if (m_dragTarget == DragTarget::block) {
    const bool extends = m_gestures->modifiers().testFlag(Qt::ShiftModifier) && m_choices->cursorRow() >= 0;
    if (!extends) m_choices->clearSelection();
    m_choices->moveCursorTo(m_pressedAt.place, m_pressedAt.slot, extends);
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
  if (m_dragTarget == DragTarget::rows && hit.place >= 0) m_choices->dragRows(hit.place);
  if (m_dragTarget == DragTarget::columns && hit.slot >= 0) m_choices->dragColumns(hit.slot);
  if (m_dragTarget == DragTarget::block && hit.place >= 0 && hit.slot >= 0)
    m_choices->selectBlock(m_pressedAt.place, m_pressedAt.slot, hit.place, hit.slot);
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

void AlignmentView::showCell(Index place, Index slot) {
  if (slot < 0 || place < 0) return;
  showColumn(m_arrangement->slot(slot).column);
  const AlignmentPicture picture = pictureFor(currentSize());
  AlignmentViewport next = picture.viewport;
  auto at = static_cast<double>(place);
  double visible = extentOf(picture).visibleRows;
  if (picture.isWrapped()) {
    const AlignmentWrapping& wrapping = picture.wrapping;
    const auto block = static_cast<double>(slot / wrapping.slotsPerBlock);
    at += (block * wrapping.blockHeight + wrapping.headHeight) / picture.viewport.rowHeight;
    visible = std::max(1.0, std::floor(visible));
  }
  next.firstRow = std::clamp(next.firstRow, at + 1 - visible, at);
  setViewport(next);
}

void AlignmentView::goToCell(Index row, Index column) {
  if (!hasAlignment() || m_arrangement->numPlaces() == 0) return;
  Index place = m_arrangement->placeOf(row >= 0 ? row : m_choices->cursorRow());
  if (place < 0) place = 0;
  const Index slot = m_arrangement->nearestSlot(column);
  m_choices->moveCursorTo(place, slot, false);
  showCell(place, slot);
}

/// Arrow keys, pages and ends move the cell cursor; with Shift they select from where it stood.
bool AlignmentView::onCursorKey(int key, Qt::KeyboardModifiers modifiers) {
  const AlignmentPicture picture = pictureFor(currentSize());
  const bool isControl = modifiers.testFlag(Qt::ControlModifier);
  Index place = m_arrangement->placeOf(m_choices->cursorRow());
  Index slot = place < 0 ? -1 : m_arrangement->nearestSlot(std::max<Index>(0, m_choices->cursorColumn()));
  if (slot < 0) {
    place = picture.isWrapped() ? 0 : picture.firstPlace();
    slot = picture.isWrapped() ? 0 : picture.firstSlot();
  }
  const auto page = [](double visible) { return std::max<Index>(1, static_cast<Index>(std::floor(visible))); };
  const Index rows = page(extentOf(picture).visibleRows), columns = page(extentOf(picture).visibleColumns);
  Index down = 0, right = 0;
  switch (key) {
    case Qt::Key_Left:
      right = isControl ? -columns : -1;
      break;
    case Qt::Key_Right:
      right = isControl ? columns : 1;
      break;
    case Qt::Key_Up:
      down = isControl ? -rows : -1;
      break;
    case Qt::Key_Down:
      down = isControl ? rows : 1;
      break;
    case Qt::Key_PageUp:
      down = -rows;
      break;
    case Qt::Key_PageDown:
      down = rows;
      break;
    case Qt::Key_Home:
      (isControl ? down : right) = -(isControl ? place : slot);
      break;
    case Qt::Key_End:
      (isControl ? down : right) = isControl ? m_arrangement->numPlaces() : m_arrangement->numSlots();
      break;
    default:
      return false;
  }
  // Steps to the left pass an expanded insert, which has no column of its own.
  Index wanted = std::clamp<Index>(slot + right, 0, std::max<Index>(0, m_arrangement->numSlots() - 1));
  while (right < 0 && wanted > 0 && m_arrangement->slot(wanted).isInsert()) --wanted;
  m_choices->moveCursorTo(place + down, wanted, modifiers.testFlag(Qt::ShiftModifier));
  if (std::abs(down) > 1 && !picture.isWrapped() && key != Qt::Key_Home && key != Qt::Key_End) {
    AlignmentViewport next = picture.viewport;
    next.firstRow += static_cast<double>(down);
    setViewport(next);
  }
  showCell(m_arrangement->placeOf(m_choices->cursorRow()), m_arrangement->slotOf(m_choices->cursorColumn()));
  return true;
}

bool AlignmentView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  if (!hasAlignment()) return View::onKey(key, modifiers);
  const AlignmentZoom zoom = m_zoom;
  switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      setZoom({zoom.columns * kZoomStep, zoom.rows * kZoomStep});
      return true;
    case Qt::Key_Minus:
      setZoom({zoom.columns / kZoomStep, zoom.rows / kZoomStep});
      return true;
    case Qt::Key_Escape:
      if (!m_choices->hasSelection()) return View::onKey(key, modifiers);
      m_choices->clearSelection();
      return true;
    default:
      return onCursorKey(key, modifiers) || View::onKey(key, modifiers);
  }
}

}  // namespace ui
