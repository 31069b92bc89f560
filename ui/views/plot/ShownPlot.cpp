#include "ui/views/plot/ShownPlot.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/plot/PlotStyle.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

/// "λ = 0.412 ± 0.012 per bit,  μ = 5.31 ± 0.09 bits"
std::string parameterText(const engine::Array<double>& values) {
  engine::requireShape(values.name, values.shape(), {4});
  const auto number = [&](Index k) { return decimalText(values(k), 3).toStdString(); };
  return "λ = " + number(0) + " ± " + number(2) + " per bit,  μ = " + number(1) + " ± " + number(3) + " bits";
}

/// Through the middles of the bars.
PlotSeries fitCurve(const PlotBars& bars, const engine::Array<double>& expected) {
  engine::requireShape(expected.name, expected.shape(), {static_cast<Index>(bars.heights.size())});
  PlotSeries curve{"extreme value distribution", {}, {expected.begin(), expected.end()}};
  for (size_t k = 0; k < bars.heights.size(); ++k) curve.x.push_back((bars.edges[k] + bars.edges[k + 1]) / 2);
  return curve;
}

std::vector<ReadoutLine> rowReadout(const ShownPlot& shown, const PlotOptions& options, const PlotPoint& point) {
  const PlotSeries& series = engine::nth(shown.plot.series, point.series);
  const auto k = static_cast<size_t>(point.point);
  QString rowTitle = QString::fromStdString(shown.table.rowTitle);
  if (!rowTitle.isEmpty()) rowTitle[0] = rowTitle[0].toUpper();
  std::vector<ReadoutLine> lines = {{rowTitle, shown.rowText(point.point)}};
  if (!options.choice.x.empty())
    lines.push_back({QString::fromStdString(shown.plot.x.title), plotNumber(series.x[k])});
  if (series.isDrawing) {
    const QString place = QObject::tr("%1, %2").arg(plotNumber(series.x[k]), plotNumber(series.y[k]));
    return {{QString::fromStdString(series.name), place}};
  }
  for (const PlotSeries& other : shown.plot.series)
    if (!options.isHidden(other.name) && !other.isDrawing) {
      QString value = plotNumber(other.y[k]);
      if (!other.low.empty())
        value = QObject::tr("%1 (%2 to %3)").arg(value, plotNumber(other.low[k]), plotNumber(other.high[k]));
      if (other.isBand()) value = QObject::tr("%1 to %2").arg(value, plotNumber(other.upper[k]));
      lines.push_back({QString::fromStdString(other.name), value});
    }
  return lines;
}

/// Series that are hidden have no points.
Plot withoutHidden(Plot plot, const PlotOptions& options) {
  for (PlotSeries& series : plot.series)
    if (options.isHidden(series.name)) series.x = series.y = series.upper = series.low = series.high = {};
  if (options.isHidden(plot.bars.name)) plot.bars = {};
  return plot;
}

bool areWhole(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return !std::isfinite(value) || value == std::round(value); });
}

bool countsAcross(const Plot& plot) {
  return areWhole(plot.bars.edges) && std::all_of(plot.series.begin(), plot.series.end(),
                                                  [](const PlotSeries& series) { return areWhole(series.x); });
}

bool countsUp(const Plot& plot) {
  return areWhole(plot.bars.heights) &&
         std::all_of(plot.series.begin(), plot.series.end(), [](const PlotSeries& series) {
           return areWhole(series.y) && areWhole(series.upper) && areWhole(series.low) && areWhole(series.high);
         });
}

PlotRange united(const PlotRange& a, const PlotRange& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

/// What is drawn at places of its own: x and y of each, as long as the longest.
NumberTable drawingNumbers(const std::vector<const PlotSeries*>& drawn) {
  Index rows = 0;
  for (const PlotSeries* series : drawn) rows = std::max(rows, static_cast<Index>(series->x.size()));
  NumberTable table{"drawings", "point", "quantity", {}, {}, engine::Array<float>({rows, 2 * std::ssize(drawn)}, NAN)};
  for (Index s = 0; s < std::ssize(drawn); ++s) {
    const PlotSeries& series = *engine::nth(drawn, s);
    table.columnLabels.push_back(series.name + ", across");
    table.columnLabels.push_back(series.name + ", up");
    for (Index k = 0; k < std::ssize(series.x); ++k) {
      table.values(k, 2 * s) = static_cast<float>(engine::nth(series.x, k));
      table.values(k, 2 * s + 1) = static_cast<float>(engine::nth(series.y, k));
    }
  }
  return table;
}

NumberTable barNumbers(const PlotBars& shown) {
  const auto count = static_cast<Index>(shown.heights.size());
  NumberTable bars{"bars", "bar", "quantity", {}, {"from", "to", shown.name}, engine::Array<float>({count, 3}, 0.0F)};
  for (Index k = 0; k < count; ++k) {
    bars.values(k, 0) = static_cast<float>(engine::nth(shown.edges, k));
    bars.values(k, 1) = static_cast<float>(shown.edges[static_cast<size_t>(k) + 1]);
    bars.values(k, 2) = static_cast<float>(engine::nth(shown.heights, k));
  }
  return bars;
}

}  // namespace

bool isHistogram(const engine::ArrayBundle& arrays) {
  return arrays.count("bin_edges") != 0 && arrays.count("counts") != 0;
}

Plot histogramPlot(const engine::ArrayBundle& arrays) {
  const auto numbers = [&](const char* name) { return engine::numbersOf<double>(arrays, name); };
  Plot plot;
  plot.x.title = "score, bits";
  plot.y.title = "templates per bar";
  plot.bars = barsOf("shuffled templates", numbers("bin_edges"), numbers("counts"));
  if (arrays.count("fit") != 0) plot.series.push_back(fitCurve(plot.bars, numbers("fit")));
  if (arrays.count("lambda_mu") != 0) plot.title = parameterText(numbers("lambda_mu"));
  return plot;
}

ShownPlot::ShownPlot(const engine::Dataset& dataset) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  if (arrays && isHistogram(*arrays)) {
    plot = histogramPlot(*arrays);
  } else {
    table = plotTableOf(dataset);
    for (Index step = 0; step < table.numSteps; ++step) steps.push_back(plotTableOf(dataset, step));
  }
  if (plot.title.empty()) plot.title = dataset.title;
}

void ShownPlot::draw(const PlotOptions& options) {
  const PlotChoice& choice = options.choice;
  if (numSteps() > 0) table = engine::nth(steps, std::clamp<Index>(options.step, 0, std::ssize(steps) - 1));
  if (isFixed()) {
    plot.x.isLogarithmic = choice.isLogarithmicX;
    plot.y.isLogarithmic = choice.isLogarithmicY;
  } else {
    plot = plotOf(table, choice);
  }
  visible = withoutHidden(plot, options);
  countsRows = !isFixed() && choice.x.empty() && choice.kind != PlotKind::histogram;
  countsX = countsRows || countsAcross(visible);
  countsY = countsUp(visible);
  areBarsRows = !isFixed() && choice.kind == PlotKind::bars;
  x = horizontalRange(visible);
  y = verticalRange(visible);
  // Axes stay while steps go on.
  for (const PlotTable& step : steps) {
    const Plot other = withoutHidden(plotOf(step, choice), options);
    x = united(x, horizontalRange(other));
    y = united(y, verticalRange(other));
  }
  // Rows are counted from 1: an axis of them has no 0.
  if (countsRows && !plot.x.isLogarithmic)
    x = {0.5, static_cast<double>(std::max(table.numRows(), Index{1})) + 0.5};
}

QString ShownPlot::rowText(Index row) const {
  const auto k = static_cast<size_t>(row);
  return k < table.labels.size() ? QString::fromStdString(table.labels[k]) : QString::number(row + 1);
}

std::vector<ReadoutLine> plotReadout(const ShownPlot& shown, const PlotOptions& options, const PlotPointer& pointer) {
  const bool isFixed = shown.isFixed();
  if (!pointer.nearest.isEmpty() && !isFixed) return rowReadout(shown, options, pointer.nearest);
  if (!pointer.x) return {};
  const auto number = [isFixed](double value) { return isFixed ? decimalText(value, 2) : plotNumber(value); };
  const Plot& plot = shown.plot;
  std::vector<ReadoutLine> lines = {{QString::fromStdString(plot.x.title), number(*pointer.x)}};
  if (const Index bar = barAt(plot.bars, *pointer.x); bar >= 0) {
    const auto k = static_cast<size_t>(bar);
    if (shown.areBarsRows)
      lines.back() = {QString::fromStdString(shown.table.rowTitle), shown.rowText(bar)};
    else
      lines.push_back({QObject::tr("Bar"),
                       QObject::tr("%1 to %2").arg(number(plot.bars.edges[k]), number(plot.bars.edges[k + 1]))});
    lines.push_back({QString::fromStdString(plot.y.title), plotNumber(plot.bars.heights[k])});
  }
  for (const PlotSeries& series : plot.series)
    if (const auto height = heightAt(series, *pointer.x); height && isFixed)
      lines.push_back({QString::fromStdString(series.name), decimalText(*height, 2)});
  return lines;
}

QString plotCaption(const ShownPlot& shown, const PlotOptions& options) {
  const Plot& plot = shown.plot;
  QStringList names;
  if (!plot.bars.heights.empty()) names << QString::fromStdString(plot.bars.name);
  for (const PlotSeries& series : plot.series)
    if (!options.isHidden(series.name)) names << QString::fromStdString(series.name);
  QString what = names.join(QStringLiteral(", "));
  if (!shown.table.quantity.empty()) what += QStringLiteral(" (%1)").arg(QString::fromStdString(plot.y.title));
  return QObject::tr("%1: %2 over %3%4%5.")
      .arg(QString::fromStdString(plot.title), what, QString::fromStdString(plot.x.title),
           plot.x.isLogarithmic ? QObject::tr(", logarithmic") : QString(),
           plot.y.isLogarithmic ? QObject::tr("; vertical axis logarithmic") : QString());
}

std::vector<NumberTable> plotNumbers(const ShownPlot& shown, const PlotOptions& options) {
  std::vector<NumberTable> tables;
  if (!shown.plot.bars.heights.empty()) tables.push_back(barNumbers(shown.plot.bars));
  std::vector<const PlotSeries*> drawn, drawings;
  for (const PlotSeries& series : shown.plot.series)
    if (!options.isHidden(series.name)) (series.isDrawing ? drawings : drawn).push_back(&series);
  if (!drawings.empty()) tables.push_back(drawingNumbers(drawings));
  if (drawn.empty()) return tables;
  const auto rows = static_cast<Index>(drawn[0]->x.size());
  std::vector<std::pair<std::string, const std::vector<double>*>> columns = {{shown.plot.x.title, &drawn[0]->x}};
  for (const PlotSeries* series : drawn) {
    columns.emplace_back(series->name + (series->isBand() ? ", from" : ""), &series->y);
    if (series->isBand()) columns.emplace_back(series->name + ", to", &series->upper);
    if (series->low.empty()) continue;
    columns.emplace_back(series->name + ", from", &series->low);
    columns.emplace_back(series->name + ", to", &series->high);
  }
  NumberTable points{"points",
                     shown.isFixed() ? "point" : shown.table.rowTitle,
                     "quantity",
                     shown.table.labels,
                     {},
                     engine::Array<float>({rows, std::ssize(columns)}, 0.0F)};
  for (Index s = 0; s < std::ssize(columns); ++s) {
    const auto& [name, values] = engine::nth(columns, s);
    points.columnLabels.push_back(name);
    for (Index k = 0; k < rows; ++k) points.values(k, s) = static_cast<float>(engine::nth(*values, k));
  }
  if (static_cast<Index>(points.rowLabels.size()) != rows) points.rowLabels.clear();
  tables.push_back(std::move(points));
  return tables;
}

}  // namespace ui
