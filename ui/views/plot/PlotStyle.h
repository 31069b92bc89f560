// How the series of a plot look: colour, dashes and markers, told apart without colour as well.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <vector>

#include "ui/look/Theme.h"

namespace ui {

struct SeriesStyle {
  QColor color;
  std::vector<double> dashes;  ///< in line widths; empty: a whole line
  int marker = 0;              ///< circle, square, triangle up, diamond, cross, triangle down
};
inline constexpr int kNumMarkers = 6;
/// No two of the first 30 have the same dashes and marker.
SeriesStyle seriesStyle(int series, const Theme& theme);
QColor barColor();
QColor bandColor(const Theme& theme);

QPen seriesPen(const SeriesStyle& style, const Theme& theme);
/// A marker of this radius (logical pixels) about a point.
void paintMarker(QPainter& painter, const SeriesStyle& style, QPointF at, double radius);

/// A value for the eye: three digits, more where the range needs them.
QString plotNumber(double value);
/// At a tick; powers of ten as such.
QString plotTickText(double value);

}  // namespace ui
