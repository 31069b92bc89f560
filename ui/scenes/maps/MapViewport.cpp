// Arithmetic of the window onto a map.
#include "ui/scenes/maps/MapViewport.h"

#include <algorithm>

namespace ui {

namespace {
constexpr double kMinimumPixelsPerCell = 1.0 / 64.0;
constexpr double kMaximumPixelsPerCell = 256.0;
}  // namespace

CellPoint MapViewport::toCell(const Rect& panel, double x, double y) const {
  return {centerRow + (y - panel.y - panel.height / 2) / pixelsPerCell,
          centerColumn + (x - panel.x - panel.width / 2) / pixelsPerCell};
}

PixelPoint MapViewport::toPixel(const Rect& panel, double row, double column) const {
  return {panel.x + panel.width / 2 + (column - centerColumn) * pixelsPerCell,
          panel.y + panel.height / 2 + (row - centerRow) * pixelsPerCell};
}

void MapViewport::fit(const Rect& panel, engine::Index rows, engine::Index columns) {
  if (panel.isEmpty() || rows <= 0 || columns <= 0) return;
  centerColumn = static_cast<double>(columns) / 2;
  centerRow = static_cast<double>(rows) / 2;
  pixelsPerCell =
      std::clamp(std::min(panel.width / static_cast<double>(columns), panel.height / static_cast<double>(rows)),
                 kMinimumPixelsPerCell, kMaximumPixelsPerCell);
}

void MapViewport::zoomAt(const Rect& panel, double x, double y, double factor) {
  if (!(factor > 0)) return;
  const CellPoint before = toCell(panel, x, y);
  pixelsPerCell = std::clamp(pixelsPerCell * factor, kMinimumPixelsPerCell, kMaximumPixelsPerCell);
  const CellPoint after = toCell(panel, x, y);
  centerColumn += before.column - after.column;
  centerRow += before.row - after.row;
}

void MapViewport::panBy(double dx, double dy) {
  centerColumn -= dx / pixelsPerCell;
  centerRow -= dy / pixelsPerCell;
}

void MapViewport::keepOnMap(engine::Index rows, engine::Index columns) {
  centerColumn = std::clamp(centerColumn, 0.0, static_cast<double>(std::max<engine::Index>(columns, 0)));
  centerRow = std::clamp(centerRow, 0.0, static_cast<double>(std::max<engine::Index>(rows, 0)));
}

void MapViewport::keepZoom() {
  pixelsPerCell = std::clamp(pixelsPerCell, kMinimumPixelsPerCell, kMaximumPixelsPerCell);
}

MapViewport MapViewport::scaledTo(const Rect& from, const Rect& to) const {
  MapViewport scaled = *this;
  if (!from.isEmpty() && !to.isEmpty())
    scaled.pixelsPerCell *= std::min(to.width / from.width, to.height / from.height);
  return scaled;
}

Rect panelOfShape(const Rect& room, engine::Index rows, engine::Index columns) {
  constexpr double kSteepest = 4;
  if (rows < 1 || columns < 1) return room;
  const double aspect = std::clamp(static_cast<double>(columns) / static_cast<double>(rows), 1 / kSteepest, kSteepest);
  return {room.x, room.y, std::min(room.width, room.height * aspect), std::min(room.height, room.width / aspect)};
}

}  // namespace ui
