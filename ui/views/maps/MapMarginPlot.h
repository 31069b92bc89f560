// Sums and entropies of rows and columns, painted beside the map they belong to.
#pragma once

#include <QPainter>
#include <QString>
#include <vector>

#include "ui/views/maps/MapAxes.h"

namespace ui {

struct MarginPlot {
  enum class Side { right, bottom };
  Side side = Side::right;
  std::vector<double> values;  ///< one per row or column
  QString title, unit;         ///< "entropy", "bits"
  engine::Index marked = -1;   ///< drawn in the colour of the selection
};

/// Pixels beside the map that a plot takes, with its title.
double marginExtent(const Theme& theme, MarginPlot::Side side);
/// Bars from the edge of the map outwards, one per cell or, where cells are smaller than a pixel, the largest of each
/// pixel. The scale is that of all values, not only of those in sight. `area`: right of or below the panel.
void paintMargin(QPainter& painter, const Theme& theme, const MapFrame& frame, const Rect& area,
                 const MarginPlot& plot);

}  // namespace ui
