// Which cells of a map are on the screen.
#pragma once

#include "ui/views/maps/MapAxes.h"

namespace ui {

/// [firstRow, lastRow) x [firstColumn, lastColumn), with those that the border of the panel cuts.
struct CellsInSight {
  engine::Index firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0;
};
CellsInSight cellsInSight(const MapFrame& frame);

}  // namespace ui
