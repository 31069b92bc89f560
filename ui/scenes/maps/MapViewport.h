// Rows x columns of cells seen through a rectangle of the screen: where a cell is, and which cell is at a point.
#pragma once

#include "engine/base/Array.h"

namespace ui {

/// A rectangle in logical pixels, origin top left.
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  bool isEmpty() const { return width <= 0 || height <= 0; }
  bool contains(double px, double py) const { return px >= x && px < x + width && py >= y && py < y + height; }
  bool operator==(const Rect&) const = default;
};

struct CellPoint {
  double row = 0, column = 0;  ///< in cells; cell (r, c) covers [r, r + 1) x [c, c + 1)
  bool operator==(const CellPoint&) const = default;
};
struct PixelPoint {
  double x = 0, y = 0;  ///< logical pixels
  bool operator==(const PixelPoint&) const = default;
};

/// Cell (row 0, column 0) is top left. Cells are square.
struct MapViewport {
  double centerColumn = 0, centerRow = 0;  ///< in cells: what is in the middle of the panel
  double pixelsPerCell = 1;                ///< logical pixels
  bool operator==(const MapViewport&) const = default;

  /// Cell coordinates of a point of a panel and back (logical pixels).
  CellPoint toCell(const Rect& panel, double x, double y) const;
  PixelPoint toPixel(const Rect& panel, double row, double column) const;
  /// All of it in the middle of the panel; does nothing for an empty panel or matrix.
  void fit(const Rect& panel, engine::Index rows, engine::Index columns);
  /// Zooms about a point that stays where it is; cells stay between 1/64 and 256 pixels.
  void zoomAt(const Rect& panel, double x, double y, double factor);
  /// Moves the picture by logical pixels (positive: to the right and down).
  void panBy(double dx, double dy);
  /// Pans so that the middle of the panel lies on the matrix: a map can never be lost.
  void keepOnMap(engine::Index rows, engine::Index columns);
  /// Brings the zoom into its limits of 1/64 to 256 pixels per cell.
  void keepZoom();
  /// The same region in another panel: what fills the width or height of `from` fills that of `to`.
  MapViewport scaledTo(const Rect& from, const Rect& to) const;
};

/// The largest panel at the top left of `room` with the shape of the matrix, never flatter or steeper than 1 : 4.
Rect panelOfShape(const Rect& room, engine::Index rows, engine::Index columns);

}  // namespace ui
