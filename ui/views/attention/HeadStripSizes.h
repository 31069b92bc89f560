// Measures of the strip of heads, in logical pixels before the theme's scale.
#pragma once

#include <QFontMetricsF>
#include <QString>

#include "ui/look/Theme.h"

namespace ui {

inline constexpr double kThumbnail = 40, kNarrowChip = 50, kLabelledChip = 110, kWideChip = 230;
inline constexpr double kLeastCell = 14, kMostCell = 44;       ///< of the grid
inline constexpr double kMostHeight = 0.28, kMostWidth = 0.4;  ///< shares of the view that the grid may take

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
