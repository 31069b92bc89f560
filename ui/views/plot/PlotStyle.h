// How the series of a plot look: colour, dashes and markers, told apart without colour as well.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/scenes/plot/PlotScene.h"

namespace ui {

struct SeriesStyle {
  QColor color;
  std::vector<double> dashes;  ///< in line widths; empty: a whole line
  double width = 1;            ///< of lines, in usual widths
  int marker = 0;       ///< circle, square, triangle up, diamond, cross, triangle down, plus, bow tie
  bool isOpen = false;  ///< of a marker: its outline alone
};
inline constexpr int kNumMarkers = 8;
/// No two of the first 14 have the same colour, no two of the first 40 the same dashes and marker.
SeriesStyle seriesStyle(int series, const Theme& theme);
/// Of the series of a plot: rules are thin and grey, told apart by their dashes.
SeriesStyle styleOf(const Plot& plot, size_t series, const Theme& theme);
QColor barColor(const Theme& theme);
QColor bandColor(const Theme& theme);
/// Of the spread about a series.
QColor spreadColor(const SeriesStyle& style);

QPen seriesPen(const SeriesStyle& style, const Theme& theme);
/// The head of an arrow that ends at `to`; nothing where both are one.
void paintArrowHead(QPainter& painter, const SeriesStyle& style, QPointF from, QPointF to, double length);
/// A marker of this radius (logical pixels) about a point.
void paintMarker(QPainter& painter, const SeriesStyle& style, QPointF at, double radius);

/// A value for the eye: three digits, more where the range needs them.
QString plotNumber(double value);
/// At a tick; powers of ten as such.
QString plotTickText(double value);

}  // namespace ui
