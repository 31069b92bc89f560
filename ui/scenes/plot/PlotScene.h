// What a plot shows - bars and series of points over one axis - and where values lie in its panel. Plain geometry: a
// view paints it, so that lines and text stay vectors on paper.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "ui/scenes/maps/MapViewport.h"

namespace ui {

/// Bar k covers [edges[k], edges[k + 1]) and has heights[k].
struct PlotBars {
  std::string name;
  std::vector<double> edges, heights;
};

/// Points in the order in which a line joins them. NaN breaks the line.
struct PlotSeries {
  std::string name;
  std::vector<double> x, y;
  bool hasLine = true, hasPoints = false;
  bool isHollow = false;  ///< the line is an outline: what it tells is not to be relied on
  std::vector<double> upper = {};  ///< of a band: its upper ends, y are the lower ones; empty: no band
  std::vector<double> low = {}, high = {};  ///< of a spread about the points: its ends; empty: none
  bool isRule = false;     ///< to compare with: a bound, a formula
  bool isDrawing = false;  ///< its places are its own, those of others are rows of a table
  bool isArrow = false;
  bool isBand() const { return !upper.empty(); }
  bool isLoose() const { return !hasLine && !isBand() && !isDrawing; }  ///< points of a scatter
};

struct PlotAxis {
  std::string title;  ///< with the unit after a comma: "score, bits"
  bool isLogarithmic = false;
};

struct Plot {
  std::string title;
  PlotAxis x, y;
  PlotBars bars;
  std::vector<PlotSeries> series;
  bool hasOneScale = false;  ///< a length is as long across as up
};

/// Ends of an axis; those of a logarithmic one are above 0.
struct PlotRange {
  double low = 0, high = 1;
  bool operator==(const PlotRange&) const = default;
};
/// Of everything that can be shown: finite and, on a logarithmic axis, above 0. 0..1 (1..10) when there is nothing. The
/// vertical one has a little air and starts at 0 where there are bars or only lines of values above it.
PlotRange horizontalRange(const Plot& plot);
PlotRange verticalRange(const Plot& plot);

/// Values in a panel of the screen and back.
struct PlotPanel {
  Rect area;
  PlotRange x, y;
  bool isLogarithmicX = false, isLogarithmicY = false;
  /// Values that have no logarithm lie at the low end of such an axis.
  PixelPoint toPixel(double xValue, double yValue) const;
  double xValueAt(double pixelX) const;
  double yValueAt(double pixelY) const;
};
/// Makes the shorter of two linear axes longer, about its middle, until a length is as long across as up.
void giveOneScale(PlotPanel& panel);
/// Whether a value has a place on an axis.
bool isPlaced(double value, bool isLogarithmic);

/// The range after zooming by `factor` (> 1: closer) about the value that lies at `place` (0 low end, 1 high end), or
/// after moving it by `shift` of its length.
PlotRange zoomed(const PlotRange& range, double place, double factor, bool isLogarithmic);
PlotRange moved(const PlotRange& range, double shift, bool isLogarithmic);

/// Round values at the ends of at most `most` steps: multiples of 1, 2, 5 * 10^n; on a logarithmic axis powers of ten,
/// with 2 and 5 between them where there is room. At least one when the range holds a round value at all.
std::vector<double> plotTicks(const PlotRange& range, int most, bool isLogarithmic);

/// Index of the bar over a value; -1 outside of all.
engine::Index barAt(const PlotBars& bars, double x);
/// Height of a line at a value, straight between its points; nothing outside.
std::optional<double> heightAt(const PlotSeries& series, double x);

struct PlotPoint {
  engine::Index series = -1, point = -1;
  bool isEmpty() const { return series < 0; }
  bool operator==(const PlotPoint&) const = default;
};
/// The point nearest to a pixel, at most `reach` pixels away.
PlotPoint nearestPoint(const Plot& plot, const PlotPanel& panel, PixelPoint pixel, double reach);

/// Bars from edges and counts; throws engine::Error naming the arrays when their numbers do not fit together, an edge
/// is not larger than the one before, or a count is negative.
PlotBars barsOf(const std::string& name, const engine::Array<double>& edges, const engine::Array<double>& counts);

}  // namespace ui
