// Marks over maps: guides along the diagonals, the row and column of a cell.
#pragma once

#include <QColor>
#include <QPainter>
#include <vector>

#include "ui/views/maps/MapAxes.h"

namespace ui {

/// Dashed lines where |row - column| is one of the offsets, each with its number where it enters the picture.
void paintDiagonals(QPainter& painter, const Theme& theme, const MapFrame& frame, const std::vector<int>& offsets,
                    const QColor& color);
/// Outlines of the row and the column of a cell, which leave the colours of the values as they are; -1 leaves one out.
/// The cell itself has a strong outline when both are there.
void paintCrosshair(QPainter& painter, const Theme& theme, const MapFrame& frame, engine::Index row,
                    engine::Index column, const QColor& color);

}  // namespace ui
