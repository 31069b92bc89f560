// Which part of the alignment view is where, and how cells and pixels correspond.
#pragma once

#include <QRectF>

#include "ui/look/Theme.h"
#include "ui/scenes/AlignmentScene.h"

namespace ui {

/// All in logical pixels. Names left of the cells; ruler and column tracks above them; bars right and below.
struct AlignmentLayout {
  QRectF names, ruler, consensus, conservation, occupancy, cells, verticalBar, horizontalBar;

  Rect panel() const { return {cells.x(), cells.y(), cells.width(), cells.height()}; }
  /// Whether a point is on the border between names and cells, which can be dragged.
  bool isOnNamesEdge(QPointF point) const;
};
AlignmentLayout alignmentLayout(QSizeF size, double namesWidth, const Theme& theme);

/// Zoom as factors of the base cell, kept unrounded so that zooming in and out again comes back.
struct AlignmentZoom {
  double columns = 1, rows = 1;
  bool operator==(const AlignmentZoom&) const = default;
};
inline constexpr double kBaseColumnWidth = 10, kBaseRowHeight = 15;  ///< logical pixels at zoom 1
inline constexpr double kLargestZoom = 4.8;

/// Size of a cell. Cells of 3 pixels or more have whole pixels: equal widths, crisp letters.
double columnWidthOf(const AlignmentZoom& zoom, const Theme& theme);
double rowHeightOf(const AlignmentZoom& zoom, const Theme& theme);

/// The smallest zoom of each axis: the whole alignment fits, or zoom 1 when it fits at that.
AlignmentZoom zoomToFit(const AlignmentLayout& layout, engine::Index rows, engine::Index columns, const Theme& theme);

/// The viewport moved so that it does not look past the ends.
AlignmentViewport clamped(AlignmentViewport viewport, const AlignmentLayout& layout, engine::Index rows,
                          engine::Index columns);

/// The handle of a scroll bar along an axis of `count` cells of which `visible` are seen from `first` on; empty when
/// all are.
struct BarHandle {
  double start = 0, length = 0;  ///< pixels from the start of the bar
  bool isEmpty() const { return length <= 0; }
};
BarHandle barHandle(double barLength, double first, double visible, double count);

}  // namespace ui
