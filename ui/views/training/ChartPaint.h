// A small chart: a few curves over one axis, with the last value of each.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <QStringList>
#include <limits>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/scenes/plot/PlotScene.h"

namespace ui {

struct ChartCurve {
  QString name;  ///< beside its end; empty: none
  QColor color;
  std::vector<double> x, y;
  bool isThin = false;
};

struct Chart {
  QString title;       ///< above, with the values of now
  QString shortTitle;  ///< where there is no room for it; empty: the title is cut off
  QString xTitle;      ///< below, at the right end
  PlotRange x, y;
  std::vector<ChartCurve> curves;
  double mark = std::numeric_limits<double>::quiet_NaN();  ///< a value of x; NaN: none
};

/// One line of the painter's font: the first of the texts that fits, else the last, cut off. Longest first; empty ones
/// are none.
void paintFitting(QPainter& painter, const Theme& theme, const QRectF& area, const QStringList& texts);

/// Room that the curves have in such an area.
QRectF chartPlot(const Theme& theme, const QRectF& area);
void paintChart(QPainter& painter, const Theme& theme, const QRectF& area, const Chart& chart);

}  // namespace ui
