#include "ui/scenes/PlotScene.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kAirAbove = 0.06;

void include(std::optional<PlotRange>& range, const std::vector<double>& values) {
  for (const double value : values) {
    if (!range) range = PlotRange{value, value};
    range->low = std::min(range->low, value);
    range->high = std::max(range->high, value);
  }
}

double share(const PlotRange& range, double value) {
  return range.high > range.low ? (value - range.low) / (range.high - range.low) : 0;
}

}  // namespace

PlotRange horizontalRange(const Plot& plot) {
  std::optional<PlotRange> range;
  include(range, plot.bars.edges);
  for (const PlotCurve& curve : plot.curves) include(range, curve.x);
  if (!range) return {};
  if (range->high <= range->low) return {range->low - 0.5, range->low + 0.5};
  return *range;
}

PlotRange verticalRange(const Plot& plot) {
  std::optional<PlotRange> range;
  if (!plot.isLogarithmicY) range = PlotRange{0, 0};
  include(range, plot.bars.heights);
  for (const PlotCurve& curve : plot.curves) include(range, curve.y);
  if (range && plot.isLogarithmicY && range->high <= range->low) return {range->low - 0.5, range->low + 0.5};
  if (!range || range->high <= range->low) return {};
  return {range->low, range->high + kAirAbove * (range->high - range->low)};
}

PixelPoint PlotPanel::toPixel(double xValue, double yValue) const {
  return {area.x + share(x, xValue) * area.width, area.bottom() - share(y, yValue) * area.height};
}

double PlotPanel::xValueAt(double pixelX) const {
  return area.width > 0 ? x.low + (pixelX - area.x) / area.width * (x.high - x.low) : x.low;
}

Index barAt(const PlotBars& bars, double x) {
  const auto above = std::upper_bound(bars.edges.begin(), bars.edges.end(), x);
  const Index index = above - bars.edges.begin() - 1;
  return index >= 0 && index < static_cast<Index>(bars.heights.size()) ? index : -1;
}

std::optional<double> heightAt(const PlotCurve& curve, double x) {
  for (size_t k = 1; k < curve.x.size() && k < curve.y.size(); ++k) {
    const double left = curve.x[k - 1], right = curve.x[k];
    if (x < left || x > right || right <= left) continue;
    return curve.y[k - 1] + (x - left) / (right - left) * (curve.y[k] - curve.y[k - 1]);
  }
  return std::nullopt;
}

PlotBars barsOf(const std::string& name, const engine::Array<double>& edges, const engine::Array<double>& counts) {
  if (edges.rank() != 1 || counts.rank() != 1 || edges.size() != counts.size() + 1)
    engine::fail("histogram: found ", edges.name, " ", engine::shapeText(edges.shape()), " and ", counts.name, " ",
                 engine::shapeText(counts.shape()), ", expected one edge more than counts");
  PlotBars bars{name, {edges.begin(), edges.end()}, {counts.begin(), counts.end()}};
  for (size_t k = 0; k < bars.heights.size(); ++k) {
    if (!(bars.edges[k + 1] > bars.edges[k]))
      engine::fail("histogram: ", edges.name, ", edge ", k + 2, " is not larger than the one before");
    if (!(bars.heights[k] >= 0)) engine::fail("histogram: ", counts.name, ", bar ", k + 1, " is below 0");
  }
  return bars;
}

Plot curvesOf(const engine::ArrayBundle& arrays) {
  const std::string prefix = "curve_", axisPrefix = "axis_";
  const auto axis = arrays.lower_bound(axisPrefix);
  if (axis == arrays.end() || !axis->first.starts_with(axisPrefix))
    engine::fail("curves: found no array axis_NAME, expected one");
  const engine::Array<double> x = engine::numbersOf<double>(arrays, axis->first);
  if (x.rank() != 1)
    engine::fail("array ", axis->first, ": found shape ", engine::shapeText(x.shape()), ", expected (N)");
  Plot plot;
  plot.xTitle = axis->first.substr(axisPrefix.size());
  if (const auto flags = arrays.find("log_axes"); flags != arrays.end()) {
    engine::requireShape("log_axes", engine::shapeOf(flags->second), {2});
    const engine::Array<double> logarithmic = engine::numbersOf<double>(arrays, "log_axes");
    plot.isLogarithmicX = logarithmic(0) != 0;
    plot.isLogarithmicY = logarithmic(1) != 0;
  }
  const auto placed = [](double value, bool isLogarithmic) { return isLogarithmic ? std::log10(value) : value; };
  for (const auto& [name, array] : arrays) {
    if (!name.starts_with(prefix)) continue;
    const engine::Array<double> y = engine::numbersOf<double>(arrays, name);
    engine::requireShape(name, y.shape(), x.shape());
    PlotCurve curve{name.substr(prefix.size()), {}, {}};
    for (Index k = 0; k < x.size(); ++k) {
      if ((plot.isLogarithmicX && x[k] <= 0) || (plot.isLogarithmicY && y[k] <= 0)) continue;
      curve.x.push_back(placed(x[k], plot.isLogarithmicX));
      curve.y.push_back(placed(y[k], plot.isLogarithmicY));
    }
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

}  // namespace ui
