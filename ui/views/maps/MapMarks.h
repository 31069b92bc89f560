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
/// Row and column bands through a cell; -1 leaves the band out. The cell itself is outlined when both are there.
void paintCrosshair(QPainter& painter, const Theme& theme, const MapFrame& frame, engine::Index row,
                    engine::Index column, const QColor& color);

}  // namespace ui
