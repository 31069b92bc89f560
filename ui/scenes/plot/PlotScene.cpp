#include "ui/scenes/plot/PlotScene.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kAir = 0.05;
constexpr double kMostTicks = 200;

double placed(double value, bool isLogarithmic) { return isLogarithmic ? std::log10(value) : value; }
double unplaced(double value, bool isLogarithmic) { return isLogarithmic ? std::pow(10.0, value) : value; }

void include(std::optional<PlotRange>& range, const std::vector<double>& values, bool isLogarithmic) {
  for (const double value : values) {
    if (!isPlaced(value, isLogarithmic)) continue;
    if (!range) range = PlotRange{value, value};
    range->low = std::min(range->low, value);
    range->high = std::max(range->high, value);
  }
}

double share(const PlotRange& range, double value, bool isLogarithmic) {
  if (!isPlaced(value, isLogarithmic)) return 0;
  const double low = placed(range.low, isLogarithmic), high = placed(range.high, isLogarithmic);
  return high > low ? (placed(value, isLogarithmic) - low) / (high - low) : 0;
}

double valueAt(const PlotRange& range, double share, bool isLogarithmic) {
  const double low = placed(range.low, isLogarithmic), high = placed(range.high, isLogarithmic);
  return unplaced(low + share * (high - low), isLogarithmic);
}

/// A range that is not a point.
PlotRange widened(PlotRange range, bool isLogarithmic) {
  if (range.high > range.low) return range;
  if (isLogarithmic) return {range.low / 2, range.high * 2};
  const double half = range.low == 0 ? 0.5 : std::max(0.5, std::abs(range.low) * 1e-6);
  return {range.low - half, range.high + half};
}

std::vector<double> logarithmicTicks(const PlotRange& range, int most) {
  std::vector<double> ticks;
  const double low = std::log10(range.low), high = std::log10(range.high), decades = high - low;
  const bool hasRoomWithin = most >= 3 * std::max(decades, 1.0);
  const double step = std::max(1.0, std::ceil(decades / most));
  for (double decade = std::floor(low); decade <= high; decade += step)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double tick = digit * std::pow(10.0, decade);
      if ((digit == 1 || hasRoomWithin) && tick >= range.low * (1 - 1e-9) && tick <= range.high * (1 + 1e-9))
        ticks.push_back(tick);
    }
  return ticks;
}

}  // namespace

bool isPlaced(double value, bool isLogarithmic) { return std::isfinite(value) && (!isLogarithmic || value > 0); }

PlotRange horizontalRange(const Plot& plot) {
  std::optional<PlotRange> range;
  include(range, plot.bars.edges, plot.x.isLogarithmic);
  bool hasPoints = false;
  for (const PlotSeries& series : plot.series) {
    include(range, series.x, plot.x.isLogarithmic);
    hasPoints |= series.hasPoints;
  }
  if (!range) return plot.x.isLogarithmic ? PlotRange{1, 10} : PlotRange{};
  const PlotRange wide = widened(*range, plot.x.isLogarithmic);
  // Points on the border would be cut.
  return hasPoints && plot.bars.edges.empty() ? zoomed(wide, 0.5, 1 / (1 + kAir), plot.x.isLogarithmic) : wide;
}

PlotRange verticalRange(const Plot& plot) {
  const bool isLogarithmic = plot.y.isLogarithmic;
  std::optional<PlotRange> range;
  include(range, plot.bars.heights, isLogarithmic);
  bool isScatter = false;
  for (const PlotSeries& series : plot.series) {
    include(range, series.y, isLogarithmic);
    for (const std::vector<double>* more : {&series.upper, &series.low, &series.high})
      include(range, *more, isLogarithmic);
    isScatter |= series.isLoose();
  }
  if (!range) return isLogarithmic ? PlotRange{1, 10} : PlotRange{};
  const bool hasBars = !plot.bars.heights.empty();
  const bool isFromOrigin = hasBars || (range->low > 0 && !isScatter && !plot.hasOneScale);
  if (!isLogarithmic && isFromOrigin) range->low = std::min(range->low, 0.0);
  PlotRange wide = widened(*range, isLogarithmic);
  const bool isFromZero = !isLogarithmic && wide.low == 0;
  return zoomed(wide, isFromZero ? 0 : 0.5, 1 / (1 + kAir), isLogarithmic);
}

PixelPoint PlotPanel::toPixel(double xValue, double yValue) const {
  return {area.x + share(x, xValue, isLogarithmicX) * area.width,
          area.bottom() - share(y, yValue, isLogarithmicY) * area.height};
}

void giveOneScale(PlotPanel& panel) {
  if (panel.isLogarithmicX || panel.isLogarithmicY || panel.area.isEmpty()) return;
  const double perPixelX = (panel.x.high - panel.x.low) / panel.area.width;
  const double perPixelY = (panel.y.high - panel.y.low) / panel.area.height;
  const auto lengthen = [](PlotRange& range, double factor) {
    const double middle = (range.low + range.high) / 2, half = (range.high - range.low) / 2 * factor;
    range = {middle - half, middle + half};
  };
  if (perPixelX < perPixelY) lengthen(panel.x, perPixelY / perPixelX);
  if (perPixelY < perPixelX) lengthen(panel.y, perPixelX / perPixelY);
}

double PlotPanel::xValueAt(double pixelX) const {
  return area.width > 0 ? valueAt(x, (pixelX - area.x) / area.width, isLogarithmicX) : x.low;
}

double PlotPanel::yValueAt(double pixelY) const {
  return area.height > 0 ? valueAt(y, (area.bottom() - pixelY) / area.height, isLogarithmicY) : y.low;
}

PlotRange zoomed(const PlotRange& range, double place, double factor, bool isLogarithmic) {
  const double low = placed(range.low, isLogarithmic), high = placed(range.high, isLogarithmic);
  const double at = low + place * (high - low), length = (high - low) / factor;
  const PlotRange result{unplaced(at - place * length, isLogarithmic),
                         unplaced(at + (1 - place) * length, isLogarithmic)};
  // Closer than the numbers can tell, or farther than they reach, is no range.
  const bool isUsable = std::isfinite(result.low) && std::isfinite(result.high) &&
                        result.high - result.low > 1e-12 * std::max(std::abs(result.low), std::abs(result.high)) &&
                        (!isLogarithmic || result.low > 0);
  return isUsable ? result : range;
}

PlotRange moved(const PlotRange& range, double shift, bool isLogarithmic) {
  const double low = placed(range.low, isLogarithmic), high = placed(range.high, isLogarithmic);
  const PlotRange result{unplaced(low + shift * (high - low), isLogarithmic),
                         unplaced(high + shift * (high - low), isLogarithmic)};
  const bool isUsable = std::isfinite(result.low) && std::isfinite(result.high) && (!isLogarithmic || result.low > 0);
  return isUsable ? result : range;
}

std::vector<double> plotTicks(const PlotRange& range, int most, bool isLogarithmic) {
  most = std::max(most, 1);
  if (isLogarithmic && range.low > 0) {
    const std::vector<double> ticks = logarithmicTicks(range, most);
    if (ticks.size() > 1) return ticks;  // less than a decade in sight: as on a linear axis
  }
  std::vector<double> ticks;
  const double span = range.high - range.low, least = span / most;
  if (!(least > 0) || !std::isfinite(least)) return {range.low};
  double step = std::pow(10.0, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0, 10.0})
    if (digit * step >= least * 0.999) {
      step *= digit;
      break;
    }
  const double first = std::ceil(range.low / step - 1e-6);
  for (double k = first; k <= range.high / step + 1e-6 && k - first < kMostTicks; ++k)
    ticks.push_back(k == 0 ? 0 : k * step);
  return ticks;
}

Index barAt(const PlotBars& bars, double x) {
  const auto above = std::upper_bound(bars.edges.begin(), bars.edges.end(), x);
  const Index index = above - bars.edges.begin() - 1;
  return index >= 0 && index < static_cast<Index>(bars.heights.size()) ? index : -1;
}

std::optional<double> heightAt(const PlotSeries& series, double x) {
  for (size_t k = 1; k < series.x.size() && k < series.y.size(); ++k) {
    const double left = series.x[k - 1], right = series.x[k];
    if (!(x >= left && x <= right && right > left)) continue;
    return series.y[k - 1] + (x - left) / (right - left) * (series.y[k] - series.y[k - 1]);
  }
  return std::nullopt;
}

PlotPoint nearestPoint(const Plot& plot, const PlotPanel& panel, PixelPoint pixel, double reach) {
  PlotPoint nearest;
  double least = reach * reach;
  for (size_t s = 0; s < plot.series.size(); ++s) {
    const PlotSeries& series = plot.series[s];
    for (size_t k = 0; k < series.x.size(); ++k) {
      if (!isPlaced(series.x[k], plot.x.isLogarithmic) || !isPlaced(series.y[k], plot.y.isLogarithmic)) continue;
      const PixelPoint at = panel.toPixel(series.x[k], series.y[k]);
      const bool isSeen = at.x >= panel.area.x - 1 && at.x <= panel.area.right() + 1 && at.y >= panel.area.y - 1 &&
                          at.y <= panel.area.bottom() + 1;
      if (!isSeen) continue;
      const double distance = (at.x - pixel.x) * (at.x - pixel.x) + (at.y - pixel.y) * (at.y - pixel.y);
      if (distance > least || (distance == least && !nearest.isEmpty())) continue;
      least = distance;
      nearest = {static_cast<Index>(s), static_cast<Index>(k)};
    }
  }
  return nearest;
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

}  // namespace ui
