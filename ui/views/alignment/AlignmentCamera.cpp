#include "ui/views/alignment/AlignmentCamera.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "ui/views/base/JsonState.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kWheelPixels = 48;  ///< per notch
constexpr double kNarrowestNames = 24, kWidestNames = 2000;
constexpr double kLeastWrappedZoom = 0.1, kLeastZoom = 1e-6;
constexpr double kFarthest = 1e9;  ///< cells

/// The first cell in sight, moved just far enough for cell `at` to be seen. Of a cell larger than the window the start.
double brought(double first, double at, double visible) {
  return std::clamp(first, std::min(at, at + 1 - visible), at);
}

/// The first cell in sight, moved so that those from `from` to before `to` are in the middle, unless they are in sight.
/// Of more than the window holds the start.
double centred(double first, double from, double to, double visible) {
  if (from >= first && to <= first + visible) return first;
  return std::clamp(std::floor((from + to - visible) / 2), std::min(from, to - visible), from);
}

/// Of wrapped blocks: where a cell is, in heights of rows from the top of the first block.
double wrappedRow(const AlignmentPicture& picture, Index place, Index slot) {
  const AlignmentWrapping& wrapping = picture.wrapping;
  const double top = static_cast<double>(slot / wrapping.slotsPerBlock) * wrapping.blockHeight;
  return (top + wrapping.headHeight) / picture.viewport.rowHeight + static_cast<double>(place);
}

Index wholeCells(double visible) { return std::max<Index>(1, static_cast<Index>(std::floor(visible))); }

/// Places and slots that a page key moves the cursor by. Wrapped blocks that fit into the window are turned over as
/// pages; from taller ones one goes on to the next.
std::pair<Index, Index> pageStep(const AlignmentPicture& picture, Index place, Index slot, Index direction) {
  const Index rows = wholeCells(extentOf(picture).visibleRows), last = picture.arrangement().numPlaces() - 1;
  if (!picture.isWrapped()) return {direction * rows, 0};
  const AlignmentWrapping& wrapping = picture.wrapping;
  const auto blocks = static_cast<Index>(picture.area.height() / wrapping.blockHeight);
  if (blocks > 0) return {0, direction * blocks * wrapping.slotsPerBlock};
  const Index next = slot / wrapping.slotsPerBlock + direction;
  const bool isAtEnd = place == (direction > 0 ? last : 0), hasNext = next >= 0 && next < wrapping.numBlocks;
  if (isAtEnd && hasNext) return {-direction * last, direction * wrapping.slotsPerBlock};
  return {direction * rows, 0};
}

/// Cells that the handle of a scroll bar means when it moves by so many pixels.
double alongBar(double pixels, double barLength, double first, double visible, double count) {
  const BarHandle handle = barHandle(barLength, first, visible, count);
  const double way = barLength - handle.length;
  return handle.isEmpty() || way <= 0 ? 0.0 : pixels * (count - visible) / way;
}

/// -1, 0 or 1: before, on or behind the handle of a scroll bar.
int besideHandle(double at, const BarHandle& handle) {
  return handle.isEmpty() ? 0 : (at > handle.start + handle.length) - (at < handle.start);
}

}  // namespace

void writeJson(const AlignmentCamera& camera, QJsonObject& state) {
  state["columnZoom"] = camera.zoom.columns;
  state["rowZoom"] = camera.zoom.rows;
  state["firstColumn"] = camera.viewport.firstColumn;
  state["firstRow"] = camera.viewport.firstRow;
  state["namesWidth"] = camera.namesWidth;
}

void readJson(const QJsonObject& state, AlignmentCamera& camera) {
  const auto take = [&](const char* key, double least, double most, double& into) {
    takeNumber(state, key, [&](double number) { into = std::clamp(number, least, most); });
  };
  take("columnZoom", kLeastZoom, kLargestZoom, camera.zoom.columns);
  take("rowZoom", kLeastZoom, kLargestZoom, camera.zoom.rows);
  take("firstColumn", 0, kFarthest, camera.viewport.firstColumn);
  take("firstRow", 0, kFarthest, camera.viewport.firstRow);
  take("namesWidth", -1, kWidestNames, camera.namesWidth);
}

AlignmentCamera zoomed(const AlignmentPicture& picture, const AlignmentCamera& camera, QPointF point,
                       const AlignmentZoom& wanted) {
  const QRectF& cells = picture.layout.cells;
  const AlignmentViewport& before = picture.viewport;
  AlignmentZoom least = zoomToFit(picture.layout, picture.arrangement().numPlaces(), picture.arrangement().numSlots(),
                                  picture.theme);
  // Wrapped blocks have always room for all columns.
  if (picture.isWrapped()) least = {kLeastWrappedZoom, kLeastWrappedZoom};
  const double x = std::clamp(point.x(), cells.left(), cells.right()) - cells.left();
  const double y = std::clamp(point.y(), cells.top(), cells.bottom()) - cells.top();
  AlignmentCamera next = camera;
  next.zoom = {std::clamp(wanted.columns, least.columns, kLargestZoom),
               std::clamp(wanted.rows, least.rows, kLargestZoom)};
  const double columnWidth = columnWidthOf(next.zoom, picture.theme);
  const double rowHeight = rowHeightOf(next.zoom, picture.theme);
  next.viewport.firstColumn = before.firstColumn + x / before.columnWidth - x / columnWidth;
  next.viewport.firstRow = before.firstRow + y / before.rowHeight - y / rowHeight;
  return next;
}

AlignmentCamera wheeled(const AlignmentPicture& picture, const AlignmentCamera& camera, QPointF point, double steps,
                        Qt::KeyboardModifiers modifiers) {
  const bool isShift = modifiers.testFlag(Qt::ShiftModifier);
  if (modifiers.testFlag(Qt::ControlModifier)) {
    const double factor = std::pow(kZoomStep, steps);
    const double columns = modifiers.testFlag(Qt::AltModifier) ? 1 : factor;
    return zoomed(picture, camera, point, {camera.zoom.columns * columns, camera.zoom.rows * (isShift ? 1 : factor)});
  }
  AlignmentCamera moved = camera;
  moved.viewport = picture.viewport;
  // At least one cell, so that large cells do not seem stuck.
  const auto cells = [steps](double size) { return steps * std::max(1.0, std::round(kWheelPixels / size)); };
  if (isShift)
    moved.viewport.firstColumn -= cells(picture.viewport.columnWidth);
  else
    moved.viewport.firstRow -= cells(picture.viewport.rowHeight);
  return moved;
}

AlignmentDrag dragFrom(const AlignmentPicture& picture, QPointF point, bool maySelect) {
  using Region = AlignmentHit::Region;
  const AlignmentLayout& layout = picture.layout;
  const AlignmentHit hit = hitAt(picture, point);
  const bool isOnCell = hit.region == Region::cells && hit.place >= 0 && hit.slot >= 0;
  const bool isOnName = hit.region == Region::names && hit.place >= 0;
  const bool isOnNumber = hit.region == Region::ruler && hit.slot >= 0;
  const DragTarget target = layout.minimap.contains(point)         ? DragTarget::minimap
                            : layout.isOnNamesEdge(point)          ? DragTarget::namesEdge
                            : layout.verticalBar.contains(point)   ? DragTarget::verticalBar
                            : layout.horizontalBar.contains(point) ? DragTarget::horizontalBar
                            : !maySelect                           ? DragTarget::pan
                            : isOnName                             ? DragTarget::rows
                            : isOnNumber                           ? DragTarget::columns
                            : isOnCell                             ? DragTarget::block
                                                                   : DragTarget::pan;
  return {target, hit};
}

AlignmentCamera pressed(const AlignmentPicture& picture, const AlignmentCamera& camera, DragTarget target,
                        QPointF point) {
  const AlignmentExtent extent = extentOf(picture);
  const QRectF &vertical = picture.layout.verticalBar, &horizontal = picture.layout.horizontalBar;
  AlignmentCamera moved = camera;
  AlignmentViewport& next = moved.viewport;
  if (target == DragTarget::minimap) next = viewportAtMinimap(picture, point);
  if (target == DragTarget::verticalBar)
    next.firstRow += extent.visibleRows *
                     besideHandle(point.y() - vertical.y(),
                                  barHandle(vertical.height(), next.firstRow, extent.visibleRows, extent.rows));
  if (target == DragTarget::horizontalBar)
    next.firstColumn +=
        extent.visibleColumns *
        besideHandle(point.x() - horizontal.x(),
                     barHandle(horizontal.width(), next.firstColumn, extent.visibleColumns, extent.columns));
  return moved;
}

AlignmentCamera dragged(const AlignmentPicture& picture, const AlignmentCamera& camera, DragTarget target,
                        QPointF from, QPointF to) {
  const AlignmentLayout& layout = picture.layout;
  const QRectF& cells = layout.cells;
  const AlignmentExtent extent = extentOf(picture);
  AlignmentCamera moved = camera;
  AlignmentViewport& next = moved.viewport = picture.viewport;
  switch (target) {
    case DragTarget::namesEdge:
      moved.namesWidth = std::clamp(to.x(), kNarrowestNames, 0.6 * picture.area.width());
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
      if (picture.isWrapped()) break;
      if (target != DragTarget::rows) next.firstColumn += (to.x() > cells.right()) - (to.x() < cells.left());
      if (target != DragTarget::columns) next.firstRow += (to.y() > cells.bottom()) - (to.y() < cells.top());
      break;
    case DragTarget::pan:
      next.firstColumn -= (to.x() - from.x()) / next.columnWidth;
      next.firstRow -= (to.y() - from.y()) / next.rowHeight;
      break;
  }
  return moved;
}

AlignmentCamera showing(const AlignmentPicture& picture, const AlignmentCamera& camera, Index place, Index slot) {
  AlignmentCamera moved = camera;
  AlignmentViewport& next = moved.viewport = picture.viewport;
  if (slot < 0 || place < 0) return moved;
  const AlignmentExtent extent = extentOf(picture);
  if (!picture.isWrapped()) {
    next.firstColumn = brought(next.firstColumn, static_cast<double>(slot), extent.visibleColumns);
    next.firstRow = brought(next.firstRow, static_cast<double>(place), extent.visibleRows);
    return moved;
  }
  const double row = wrappedRow(picture, place, slot);
  // The first row comes with ruler and tracks.
  next.firstRow = brought(next.firstRow, row, extent.visibleRows);
  if (place == 0) next.firstRow = std::min(next.firstRow, row - picture.wrapping.headHeight / next.rowHeight);
  return moved;
}

AlignmentCamera centring(const AlignmentPicture& picture, const AlignmentCamera& camera, Index place, Index first,
                         Index last) {
  AlignmentCamera moved = camera;
  AlignmentViewport& next = moved.viewport = picture.viewport;
  if (first < 0 || place < 0) return moved;
  const AlignmentExtent extent = extentOf(picture);
  double top = static_cast<double>(place), bottom = top + 1;
  if (picture.isWrapped()) {
    top = wrappedRow(picture, place, first);
    bottom = wrappedRow(picture, place, last) + 1;
  } else {
    next.firstColumn = centred(next.firstColumn, static_cast<double>(first), static_cast<double>(last + 1),
                               extent.visibleColumns);
  }
  next.firstRow = centred(next.firstRow, top, bottom, extent.visibleRows);
  return moved;
}

std::optional<CursorMove> cursorMove(const AlignmentPicture& picture, int key, Qt::KeyboardModifiers modifiers,
                                     Index place, Index slot) {
  const engine::AlignmentArrangement& arrangement = picture.arrangement();
  const bool isControl = modifiers.testFlag(Qt::ControlModifier);
  if (place < 0 || slot < 0) {
    place = picture.isWrapped() ? 0 : picture.firstPlace();
    slot = picture.isWrapped() ? 0 : picture.firstSlot();
  }
  const AlignmentExtent extent = extentOf(picture);
  Index down = 0, right = 0;
  switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      right = (key == Qt::Key_Left ? -1 : 1) * (isControl ? wholeCells(extent.visibleColumns) : 1);
      break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      down = (key == Qt::Key_Up ? -1 : 1) * (isControl ? wholeCells(extent.visibleRows) : 1);
      break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      std::tie(down, right) = pageStep(picture, place, slot, key == Qt::Key_PageUp ? -1 : 1);
      break;
    case Qt::Key_Home:
      (isControl ? down : right) = -(isControl ? place : slot);
      break;
    case Qt::Key_End:
      (isControl ? down : right) = isControl ? arrangement.numPlaces() : arrangement.numSlots();
      break;
    default:
      return std::nullopt;
  }
  // Steps to the left pass an expanded insert, which has no column of its own.
  Index wanted = std::clamp<Index>(slot + right, 0, std::max<Index>(0, arrangement.numSlots() - 1));
  while (right < 0 && wanted > 0 && arrangement.slot(wanted).isInsert()) --wanted;
  const bool isStep = std::abs(down) <= 1;
  const bool scrolls = !isStep && !picture.isWrapped() && key != Qt::Key_Home && key != Qt::Key_End;
  return CursorMove{place + down, wanted, scrolls ? down : 0, isStep};
}

}  // namespace ui
