// Parts of teaching pictures: scales, axes, grids of cells.
#pragma once

#include <vector>

#include "ui/scenes/ColorMap.h"
#include "ui/scenes/plot/PlotScene.h"
#include "ui/views/teaching/PictureCanvas.h"

namespace ui {

/// A value as a height: `bottom` (a y) is the low end of the range.
class HeightScale {
 public:
  HeightScale(PlotRange range, double bottom, double top) : m_range(range), m_bottom(bottom), m_top(top) {}
  double at(double value) const {
    return m_bottom + (value - m_range.low) / (m_range.high - m_range.low) * (m_top - m_bottom);
  }
  double valueAt(double y) const {
    return m_range.low + (y - m_bottom) / (m_top - m_bottom) * (m_range.high - m_range.low);
  }
  double bottom() const { return m_bottom; }
  double top() const { return m_top; }

 private:
  PlotRange m_range;
  double m_bottom, m_top;
};

/// With round ends (1, 2, 5 times a power of ten), so that a scale rests while a value is dragged. Holds 0; what is not
/// finite is left out; 0 to 1 of nothing.
PlotRange roundRange(const double* begin, const double* end);
inline PlotRange roundRange(const engine::Array<double>& values) { return roundRange(values.begin(), values.end()); }
/// The same, or the bounds of the array's handles where these are wider.
PlotRange dragRange(const PictureInput& input, const PictureArray& array);
/// Least and largest finite value with a little air on both sides.
PlotRange looseRange(const std::vector<const engine::Array<double>*>& arrays);

/// A panel with ticks at round numbers, a title of each axis; where it is, with the places of values.
PlotPanel paintPictureAxes(PictureCanvas& canvas, const QRectF& room, const PlotRange& x, const PlotRange& y,
                           const QString& xTitle, const QString& yTitle, bool hasOneScale = false,
                           bool isLogarithmic = false);
QPointF pointIn(const PlotPanel& panel, double x, double y);
/// A curve through the points that are finite.
void paintCurve(PictureCanvas& canvas, const PlotPanel& panel, const double* x, const double* y, engine::Index count,
                const QColor& color, double width = 2, Qt::PenStyle style = Qt::SolidLine);

struct GridLook {
  QString title = {}, rowTitle = {}, columnTitle = {};
  QColor role = {};                       ///< of frame and title
  std::vector<engine::Index> sheet = {};  ///< indices before rows and columns
  bool isTransposed = false;
  double low = 0, high = 0;  ///< of colours; equal: from the values
  bool areLabelsShown = true, areSumsShown = false, isBarShown = true;
  double sumsAway = 0;  ///< pixels between cells and sums
  int digits = 2;
  double mostCell = 0;  ///< pixels; 0: as large as a number asks for
  std::function<bool(engine::Index row, engine::Index column)> isMasked = {};
  engine::Index mostRows = 0, mostColumns = 0;           ///< the first ones of the sheet; 0: all
  std::vector<QString> rowNames = {}, columnNames = {};  ///< in place of the array's labels; one per row, per column
};
/// An array's cells as colours, with numbers where there is room, labels or ticks, and a hit for all; where the cells
/// are. Of an array with one axis: a row.
QRectF paintGrid(PictureCanvas& canvas, const QRectF& room, const PictureArray& array, const GridLook& look);
/// Pixels that labels, titles and sums take beside the cells.
QSizeF gridMargins(const PictureCanvas& canvas, const PictureArray& array, const GridLook& look);

/// Bars from a zero line, named below, numbered at their ends; of an array with one axis or one row of it.
void paintBars(PictureCanvas& canvas, const QRectF& room, const PictureArray& array, std::vector<engine::Index> row,
               const PlotRange& range, const QColor& color);

}  // namespace ui
