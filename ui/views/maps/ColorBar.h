// Colour bars: what the colours of a map stand for.
#pragma once

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <QString>
#include <QStringList>
#include <limits>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MapViewport.h"

namespace ui {

/// Round values of a colour scale with at most `most` labels: multiples of 1, 2, 5 * 10^n, or powers of ten; of 0 to
/// 180 and -180 to 180, which are degrees, parts of the circle.
std::vector<double> scaleTicks(const MapLook& look, int most);
/// "0.05", "1e−6", "12": as many digits as neighbouring ticks need.
QString scaleText(double value);

/// "maximum of 4 × 4 cells": what a pixel shows of the cells that share it; empty where each has its own.
QString shrinkingText(Shrinking shrinking, engine::Index cellsPerPixel);

/// The caption with a note behind it in lines of whole words, `mostLines` at most. Where there is no room for both, the
/// note becomes shorter first, then the caption says "log" for "log scale", at last only what is shown. Nothing is cut
/// off: what has no room at all is left out.
QStringList captionLines(const QFontMetricsF& metrics, const QString& caption, const QString& note, double room,
                         int mostLines);
/// A colour bar where the page wants it. Below a map: ticks below the colours, then a caption (what, unit, scale) with a
/// note under them, which may be as wide as `captionWidth` where that is more than the bar, and take as many lines as
/// the bar is high for. At the right, in a bar of colorBarWidth(): low at the bottom, the numbers at its right, then
/// caption and note, which run upwards.
void paintColorBar(QPainter& painter, const Theme& theme, const Rect& bar, const MapLook& look, const QString& caption,
                   double captionWidth = 0, const QString& note = {});
/// Across the colours of such a bar, where they stand for a value within the range.
QLineF lineAcrossBar(const Theme& theme, const Rect& bar, const MapLook& look, double value);
/// Of a bar below, with a second line where this caption and a note are wider than `captionWidth`. 0 where figures have
/// none or have it at the right.
double colorBarHeight(const Theme& theme, const QString& caption = {},
                      double captionWidth = std::numeric_limits<double>::infinity());
/// Of an upright one and the space before it; 0 where bars are not at the right.
double colorBarWidth(const Theme& theme);

}  // namespace ui
