// What a plot shows - bars and curves over one axis - and where values lie in its panel. Plain geometry: a view paints
// it, so that lines and text stay vectors on paper.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "ui/scenes/MapViewport.h"

namespace ui {

/// Bar k covers [edges[k], edges[k + 1]) and has heights[k].
struct PlotBars {
  std::string name;
  std::vector<double> edges, heights;
};

struct PlotCurve {
  std::string name;
  std::vector<double> x, y;
};

struct Plot {
  std::string title, xTitle, yTitle;
  PlotBars bars;
  std::vector<PlotCurve> curves;
  bool isLogarithmicX = false, isLogarithmicY = false;  ///< curves then hold log10 of their values
};

struct PlotRange {
  double low = 0, high = 1;
};
/// Of everything that is shown; 0..1 when there is nothing. The vertical one has a little air above and starts at 0
/// unless it is logarithmic.
PlotRange horizontalRange(const Plot& plot);
PlotRange verticalRange(const Plot& plot);

/// Values in a panel of the screen and back.
struct PlotPanel {
  Rect area;
  PlotRange x, y;
  PixelPoint toPixel(double xValue, double yValue) const;
  double xValueAt(double pixelX) const;
};

/// Index of the bar over a value; -1 outside of all.
engine::Index barAt(const PlotBars& bars, double x);
/// Height of a curve at a value, straight lines between its points; nothing outside.
std::optional<double> heightAt(const PlotCurve& curve, double x);

/// Bars from edges and counts; throws engine::Error naming the arrays when their numbers do not fit together, an edge
/// is not larger than the one before, or a count is negative.
PlotBars barsOf(const std::string& name, const engine::Array<double>& edges, const engine::Array<double>& counts);

/// The curves "curve_NAME" over "axis_NAME", all of one length, the names being those on the picture; "log_axes" (2
/// booleans, x and y) asks for logarithmic axes, which leave out values that are not above 0. Throws engine::Error
/// naming the array that does not fit.
Plot curvesOf(const engine::ArrayBundle& arrays);

}  // namespace ui
