// Where titles, legend and panel of a plot stand in a picture.
#pragma once

#include <QRectF>
#include <QSize>
#include <QStringList>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/plot/ShownPlot.h"

namespace ui {

struct LegendEntry {
  QString name;
  QRectF box;
  bool isHidden = false;
  int series = -1;  ///< -1: the bars
};

struct PlotLayout {
  QStringList title, xTitle, yTitle;  ///< in lines; a figure without a legend has no title
  std::vector<LegendEntry> legend;  ///< first to last; none for a single series without a name
  PlotPanel panel;                  ///< with the ranges in sight
};
PlotLayout plotLayout(const Theme& theme, const ShownPlot& shown, const PlotOptions& options, QSize size);

}  // namespace ui
