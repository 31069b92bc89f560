// Measures of the strip of heads, in logical pixels before the theme's scale.
#pragma once

#include <QFontMetricsF>
#include <QString>

#include "ui/look/Theme.h"

namespace ui {

inline constexpr double kLeastThumbnail = 40, kMostThumbnail = 128;  ///< of a row
/// What a chip of a row has beside its thumbnail: nothing but room, a label that may be cut, a label.
inline constexpr double kNarrowChip = 10, kLabelledChip = 70, kWideChip = 190;
inline constexpr double kLeastCell = 14, kGoodCell = 44, kMostCell = 128;  ///< of the grid
/// Shares of the view that the grid may take, and the row; more where the maps have no use for it.
inline constexpr double kMostHeight = 0.28, kMostWidth = 0.4, kRowHeight = 0.08;

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

}  // namespace ui
