// What moves over one plane: selected cells, the cell in work and where it comes from, cells that are not filled yet,
// what has just changed.
#pragma once

#include <QPainter>

#include "ui/views/dp/DpMoment.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

/// From a cell towards its predecessor, in the colour of that one's state. `size`: logical pixels of the cell, or of
/// the cells that share the arrow.
void paintArrow(QPainter& painter, const Theme& theme, const MapFrame& frame, DpCell cell, const Predecessor& origin,
                double size);
/// Hides what is not filled yet.
void paintBlank(QPainter& painter, const Theme& theme, const MapFrame& frame, const DpStepper& stepper);
void paintMarks(QPainter& painter, const Theme& theme, const MapFrame& frame, const DpPicture& picture,
                const DpMoment& moment, int plane);

}  // namespace ui
