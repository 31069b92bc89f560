// Where the parts of the strip of heads are, and its measures in logical pixels before the theme's scale.
#pragma once

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "ui/look/Theme.h"

namespace ui {

inline constexpr double kLeastThumbnail = 40, kMostThumbnail = 128;  ///< of a row
/// What a chip of a row has beside its thumbnail: nothing but room, a label that may be cut, a label.
inline constexpr double kNarrowChip = 10, kLabelledChip = 70, kWideChip = 190;
/// Chips that have less than this beside the thumbnail have their names below it, from this width on.
inline constexpr double kNamedChip = 100, kLeastNamedChip = 70;
/// Lines of what a head does: below the thumbnail, and at most beside it.
inline constexpr int kLinesBelow = 3, kLinesBeside = 2;
/// Of the grid; a clear cell still tells its pattern.
inline constexpr double kLeastCell = 14, kClearCell = 20, kGoodCell = 44, kMostCell = 128;
/// Height of title, axes, colour bar and notes of a map, about.
inline constexpr double kAroundMap = 140;
/// Shares of the view that the grid may take, and the row; more where the maps have no use for it.
inline constexpr double kMostHeight = 0.28, kMostWidth = 0.4, kRowHeight = 0.08, kNamedRowHeight = 0.2;

/// Room around the cells of the grid: numbers of layers and heads, and the name of the head below.
struct GridBands {
  double left = 0, top = 0, bottom = 0;

  GridBands(const Theme& theme, int numLayers) {
    const QFontMetricsF metrics(theme.labelFont());
    left = metrics.horizontalAdvance(QString::number(numLayers)) + theme.space(1);
    top = metrics.height();
    bottom = metrics.height() + theme.space(1);
  }
};

/// How many heads there are to place.
struct HeadCounts {
  int numLayers = 0, numHeads = 0, count = 0;  ///< heads of a layer, and of all that are there
  bool areNamed = false;                       ///< one of them at least
  bool isGrid() const { return numLayers > 1; }
};

/// Where the strip is and what it leaves to others, both inside the whole.
struct HeadStripPlace {
  QRectF strip, rest;
};

struct HeadStripLayout {
  bool isGrid = false;
  double cellWidth = 0, cellHeight = 0;
  double thumbnail = 0;           ///< side, in a row
  bool isTextBelow = false;       ///< of the thumbnails of a row
  QRectF cells;                   ///< where they are
  int firstRow = 0, numRows = 0;  ///< those in sight
  int firstColumn = 0, numColumns = 0;
};

/// As HeadStrip::placeIn().
HeadStripPlace headStripPlace(const HeadCounts& counts, const Theme& theme, const QRectF& whole, double aspect);
/// In the strip; scrolled to this row and column as far as it can be.
HeadStripLayout headStripLayout(const HeadCounts& counts, const Theme& theme, const QRectF& area, int firstRow,
                                int firstColumn);

}  // namespace ui
