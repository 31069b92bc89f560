// What is painted around and over a map: axes with 1-based ticks and letters, grid, numbers in cells.
#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MapScene.h"
#include "ui/scenes/maps/MapViewport.h"
#include "ui/views/maps/ColorBar.h"

namespace ui {

/// A cell has letters from this size on, grid lines above, and a number inside.
inline constexpr double kLetterCellPixels = 10, kGridCellPixels = 24, kNumberCellPixels = 44;

QRectF toRectF(const Rect& rect);
QColor toColor(const Rgb& color);
Rgb toRgb(const QColor& color);

/// Numbers (1-based) that label an axis of `count` cells of which [firstCell, lastCell) is seen: 1 and the multiples of
/// 1, 2, 5, 10, 20, ... chosen so that neighbours are at least `spacing` pixels apart. Number n stands at cell n - 0.5.
std::vector<engine::Index> tickNumbers(engine::Index count, double firstCell, double lastCell, double pixelsPerCell,
                                       double spacing);
/// The first text that fits into `width`; the last one, elided, when none does.
QString fittingText(const QFontMetricsF& metrics, const std::vector<QString>& texts, double width);

/// Words that stand where letters do, one per row and column; empty: none.
struct AxisWords {
  std::vector<QString> rows, columns;
};

/// One panel of a map with what its axes say.
struct MapFrame {
  Rect panel;
  MapViewport viewport;
  engine::Index rows = 0, columns = 0;
  std::string rowLetters, columnLetters;  ///< one per row and column; empty: no letters
  QString rowTitle, columnTitle;          ///< "query residue", ...; empty: none
  AxisWords words;
};

enum class AxisTitles { none, shown };

/// Pixels that the axes need at the left and the top of a map of this many rows.
struct AxisSpace {
  double left = 0, top = 0;
};
AxisSpace axisSpace(const Theme& theme, engine::Index rows, AxisTitles titles);
/// The same with words, above cells of this width: these lie where all fit side by side, and else stand upright.
AxisSpace axisSpace(const Theme& theme, engine::Index rows, AxisTitles titles, const AxisWords& words,
                    double cellWidth);

/// The part of the panel that the matrix covers; empty when it is out of sight.
QRectF matrixArea(const MapFrame& frame);
/// Ticks, numbers, letters and titles at the left and the top of the panel.
void paintAxes(QPainter& painter, const Theme& theme, const MapFrame& frame);
/// Grid lines where cells are large enough, and the outline of the matrix.
void paintGrid(QPainter& painter, const Theme& theme, const MapFrame& frame);
/// Lines that the scene draws between cells, once more where the grid has been painted over them.
void paintLinesOverGrid(QPainter& painter, const MapFrame& frame, const std::vector<MapLine>& lines);
/// Numbers inside cells where these are large enough; cells without a value stay free, values that are not finite are
/// dashes.
void paintNumbers(QPainter& painter, const Theme& theme, const MapFrame& frame, const MapLook& look,
                  const std::function<std::optional<double>(engine::Index row, engine::Index column)>& value);
}  // namespace ui
