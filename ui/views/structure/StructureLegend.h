// The legend of a structure's colours, and text that is readable on every molecule.
#pragma once

#include <QPainter>

#include "ui/look/Theme.h"
#include "ui/scenes/structure/ResidueColors.h"

namespace ui {

/// With a rim of the background's colour, in the painter's font. The text itself stays text on pages.
void drawHaloText(QPainter& painter, QPointF baseline, const QString& text, const QColor& color, const Theme& theme);
/// At the lower left of a picture of this size. Returns its upper edge.
double paintLegend(QPainter& painter, QSize size, const ColorLegend& legend, const Theme& theme);

}  // namespace ui
