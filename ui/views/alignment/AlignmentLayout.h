// Which part of the alignment view is where, and how cells and pixels correspond.
#pragma once

#include <QRectF>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/scenes/alignment/AlignmentScene.h"

namespace ui {

/// All in logical pixels. Names left of the cells, a tree left of these; ruler and column tracks above them; bars right
/// and below; the minimap at the right edge, the legend at the bottom. A part without room or need is a null rectangle.
struct AlignmentLayout {
  QRectF tree, names, ruler, cells, verticalBar, horizontalBar, minimap, legend;
  std::vector<QRectF> tracks;  ///< as many as were asked for; the last ones are null when there is no room

  Rect panel() const { return {cells.x(), cells.y(), cells.width(), cells.height()}; }
  double tracksTop() const { return ruler.bottom(); }
  /// Whether a point is on the border between names and cells, which can be dragged.
  bool isOnNamesEdge(QPointF point) const;
};

/// What asks for room.
struct AlignmentLayoutNeeds {
  double namesWidth = 100, treeWidth = 0;
  std::vector<double> trackHeights;  ///< at scale 1
  double legendHeight = 0;           ///< 0: none
  bool hasMinimap = false, hasBars = true;
};
AlignmentLayout alignmentLayout(QSizeF size, const AlignmentLayoutNeeds& needs, const Theme& theme);

/// Zoom as factors of the base cell, kept unrounded so that zooming in and out again comes back.
struct AlignmentZoom {
  double columns = 1, rows = 1;
  bool operator==(const AlignmentZoom&) const = default;
};
/// What fitting the whole alignment asks for: less than any alignment needs.
inline constexpr AlignmentZoom kWholeAlignment{0, 0};
inline constexpr double kBaseColumnWidth = 10, kBaseRowHeight = 15;  ///< logical pixels at zoom 1
inline constexpr double kLargestZoom = 4.8;

/// From where an alignment is looked at.
struct AlignmentCamera {
  AlignmentZoom zoom;
  AlignmentViewport viewport;
  double namesWidth = -1;  ///< logical pixels; -1: as wide as the names need
  bool operator==(const AlignmentCamera&) const = default;
};

/// Size of a cell. Cells of 3 pixels or more have whole pixels: equal widths, crisp letters.
double columnWidthOf(const AlignmentZoom& zoom, const Theme& theme);
double rowHeightOf(const AlignmentZoom& zoom, const Theme& theme);

/// How much can be scrolled, in cells: of the alignment, or of the page that wrapped blocks stand on.
struct AlignmentExtent {
  double rows = 0, columns = 0;
  double visibleRows = 0, visibleColumns = 0;
};

/// Blocks of columns below each other.
struct AlignmentWrapping {
  engine::Index slotsPerBlock = 0;  ///< 0: not wrapped
  engine::Index numBlocks = 1;
  double headHeight = 0, blockHeight = 0;  ///< logical pixels: ruler and tracks; with rows and the gap below
};
AlignmentWrapping alignmentWrapping(const AlignmentLayout& layout, double columnWidth, double rowHeight,
                                    engine::Index places, engine::Index slots, const Theme& theme);

/// The smallest zoom of each axis: the whole alignment fits, or zoom 1 when it fits at that.
AlignmentZoom zoomToFit(const AlignmentLayout& layout, engine::Index rows, engine::Index columns, const Theme& theme);

/// The viewport moved so that it does not look past the ends.
AlignmentViewport clamped(AlignmentViewport viewport, const AlignmentExtent& extent);

/// The handle of a scroll bar along an axis of `count` cells of which `visible` are seen from `first` on; empty when
/// all are.
struct BarHandle {
  double start = 0, length = 0;  ///< pixels from the start of the bar
  bool isEmpty() const { return length <= 0; }
};
BarHandle barHandle(double barLength, double first, double visible, double count);

}  // namespace ui
