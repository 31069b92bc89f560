// Which cells of a map are on the screen.
#pragma once

#include <QString>

#include "ui/views/maps/MapAxes.h"

namespace ui {

/// [firstRow, lastRow) x [firstColumn, lastColumn), with those that the border of the panel cuts.
struct CellsInSight {
  engine::Index firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0;
};
CellsInSight cellsInSight(const MapFrame& frame);
/// "rows 1–20 of 1000, columns 3–9 of 50"; what is whole is not told, nothing for all.
QString sightText(const MapFrame& frame);
/// The same as a sentence of a caption, with a blank before it.
QString sightSentence(const MapFrame& frame);

}  // namespace ui
