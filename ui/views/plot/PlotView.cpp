// Data, ranges and layout of the plot view. Painting is in PlotViewPaint.cpp, gestures, controls and state in
// PlotViewControls.cpp.
#include "ui/views/plot/PlotView.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/plot/PlotStyle.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr int kMostLegendLines = 4;

/// "λ = 0.412 ± 0.012 per bit,  μ = 5.31 ± 0.09 bits"
std::string parameterText(const engine::Array<double>& values) {
  engine::requireShape(values.name, values.shape(), {4});
  const auto number = [&](engine::Index k) { return QString::number(values(k), 'f', 3).toStdString(); };
  return "λ = " + number(0) + " ± " + number(2) + " per bit,  μ = " + number(1) + " ± " + number(3) + " bits";
}

/// Through the middles of the bars.
PlotSeries fitCurve(const PlotBars& bars, const engine::Array<double>& expected) {
  engine::requireShape(expected.name, expected.shape(), {static_cast<Index>(bars.heights.size())});
  PlotSeries curve{"extreme value distribution", {}, {expected.begin(), expected.end()}};
  for (size_t k = 0; k < bars.heights.size(); ++k) curve.x.push_back((bars.edges[k] + bars.edges[k + 1]) / 2);
  return curve;
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

PlotView::PlotView(Session& session, QWidget* parent) : View(session, parent) { addCommands(); }

View* makePlotView(Session& session, QWidget* parent) { return new PlotView(session, parent); }

bool isForPlotView(const engine::Dataset& dataset, const Document&) {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return (arrays && isHistogram(*arrays)) || hasPlotTable(dataset);
}

bool PlotView::accepts(const engine::Dataset& dataset) const { return isForPlotView(dataset, session().document()); }

void PlotView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the plot shows arrays, pair geometry, profiles and structures, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  const auto* arrays = dataset->as<engine::ArrayBundle>();
  const bool isFixedPlot = arrays && isHistogram(*arrays);
  Plot fixed = isFixedPlot ? histogramPlot(*arrays) : Plot{};
  PlotTable table = isFixedPlot ? PlotTable{} : plotTableOf(*dataset);
  const PlotChoice first = firstChoice(*dataset, table);
  if (fixed.title.empty()) fixed.title = dataset->title;
  // New numbers under the same name keep what the user chose of them.
  const bool isReplaced = m_dataset && m_dataset->id == dataset->id;
  m_dataset = std::move(dataset);
  m_table = std::move(table);
  m_plot = std::move(fixed);
  m_nearest = {};
  m_pointed.reset();
  const auto isColumn = [this](const std::string& name) { return m_table.find(name) != nullptr; };
  const bool isGone = !isFixed() && ((!m_choice.x.empty() && !isColumn(m_choice.x)) ||
                                     std::none_of(m_choice.y.begin(), m_choice.y.end(), isColumn));
  if (!isReplaced || (isGone && !m_choice.y.empty())) {
    m_choice = first;
    m_xWindow.reset();
    m_yWindow.reset();
    m_hidden.clear();
  }
  rebuild();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

void PlotView::rebuild() {
  if (isFixed()) {
    m_plot.x.isLogarithmic = m_choice.isLogarithmicX;
    m_plot.y.isLogarithmic = m_choice.isLogarithmicY;
  } else {
    m_plot = plotOf(m_table, m_choice);
  }
  const Plot visible = visiblePlot();
  m_xWhole = horizontalRange(visible);
  m_yWhole = verticalRange(visible);
  // Rows are counted from 1: an axis of them has no 0.
  if (countsRows() && !m_plot.x.isLogarithmic)
    m_xWhole = {0.5, static_cast<double>(std::max(m_table.numRows(), Index{1})) + 0.5};
  m_nearest = {};
  refresh();
  Q_EMIT readoutChanged();
}

Plot PlotView::visiblePlot() const {
  Plot plot = m_plot;
  for (PlotSeries& series : plot.series)
    if (m_hidden.contains(QString::fromStdString(series.name))) series.x = series.y = {};
  if (m_hidden.contains(QString::fromStdString(plot.bars.name))) plot.bars = {};
  return plot;
}

std::vector<std::string> PlotView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString PlotView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Plot");
}

QString PlotView::emptyText() const {
  return QStringLiteral(
      "No plot yet. Open a table of numbers, calibrate the scores of a profile against shuffled ones, or compare the "
      "layers of the lecture.");
}

/// Of the numbers at the left of the panel.
double PlotView::axisWidth(QSize size) const {
  const QFontMetricsF metrics(theme().labelFont());
  double widest = metrics.horizontalAdvance(QStringLiteral("00"));
  const int most = std::max(2, static_cast<int>(size.height() / (2.4 * metrics.height())));
  for (const double tick : plotTicks(shownY(), most, m_plot.y.isLogarithmic))
    widest = std::max(widest, metrics.horizontalAdvance(plotTickText(tick)));
  return std::min(widest, size.width() * 0.3);
}

std::vector<PlotView::LegendEntry> PlotView::legendFor(QSize size) const {
  std::vector<LegendEntry> entries;
  const bool hasBars = !m_plot.bars.heights.empty();
  if (m_plot.series.size() + (hasBars ? 1 : 0) < 2) return entries;
  const QFontMetricsF metrics(theme().labelFont());
  const double margin = theme().space(3), sample = theme().space(7), gap = theme().space(1);
  const double line = metrics.height() + 2, right = size.width() - margin;
  double x = margin, y = theme().space(2) + QFontMetricsF(theme().titleFont()).height() + gap;
  int lines = 1;
  const auto add = [&](const std::string& text, int series) {
    const QString name = QString::fromStdString(text);
    const double width = std::min(sample + gap + metrics.horizontalAdvance(name) + 3 * gap, right - margin);
    if (x + width > right + 3 * gap && x > margin) {
      x = margin;
      y += line;
      ++lines;
    }
    if (lines > kMostLegendLines) return;
    entries.push_back({name, QRectF(x, y, width, line), m_hidden.contains(name), series});
    x += width + gap;
  };
  for (size_t s = 0; s < m_plot.series.size(); ++s) add(m_plot.series[s].name, static_cast<int>(s));
  if (hasBars) add(m_plot.bars.name, -1);
  return entries;
}

PlotPanel PlotView::panelFor(QSize size) const {
  const QFontMetricsF label(theme().labelFont());
  const double margin = theme().space(3);
  const std::vector<LegendEntry> legend = legendFor(size);
  const double head =
      legend.empty() ? theme().space(2) + QFontMetricsF(theme().titleFont()).height() : legend.back().box.bottom();
  const double top = head + 1.6 * label.height();
  const double left = margin + axisWidth(size) + theme().space(2);
  const double bottom = margin + 2.4 * label.height() + theme().space(1);
  PlotPanel panel;
  panel.area = {left, top, std::max(size.width() - left - 2 * margin, 0.0),
                std::max(size.height() - top - bottom, 0.0)};
  panel.x = shownX();
  panel.y = shownY();
  panel.isLogarithmicX = m_plot.x.isLogarithmic;
  panel.isLogarithmicY = m_plot.y.isLogarithmic;
  return panel;
}

Index PlotView::rowOf(const Focus& focus) const {
  if (m_table.rows != PlotRows::positions || focus.isEmpty()) return -1;
  const Index row = translated(focus.first, m_table.axis);
  return row < m_table.numRows() ? row : -1;
}

QString PlotView::rowText(Index row) const {
  const auto k = static_cast<size_t>(row);
  return k < m_table.labels.size() ? QString::fromStdString(m_table.labels[k]) : QString::number(row + 1);
}

std::vector<ReadoutLine> PlotView::readout() const {
  std::vector<ReadoutLine> lines;
  if (!m_nearest.isEmpty() && !isFixed()) {
    const PlotSeries& series = m_plot.series[static_cast<size_t>(m_nearest.series)];
    const auto k = static_cast<size_t>(m_nearest.point);
    QString rowTitle = QString::fromStdString(m_table.rowTitle);
    if (!rowTitle.isEmpty()) rowTitle[0] = rowTitle[0].toUpper();
    lines.push_back({rowTitle, rowText(m_nearest.point)});
    if (!m_choice.x.empty()) lines.push_back({QString::fromStdString(m_plot.x.title), plotNumber(series.x[k])});
    for (const PlotSeries& other : m_plot.series)
      if (!m_hidden.contains(QString::fromStdString(other.name)))
        lines.push_back({QString::fromStdString(other.name), plotNumber(other.y[k])});
    return lines;
  }
  if (!m_pointed) return lines;
  lines.push_back(
      {QString::fromStdString(m_plot.x.title), isFixed() ? decimalText(*m_pointed, 2) : plotNumber(*m_pointed)});
  if (const Index bar = barAt(m_plot.bars, *m_pointed); bar >= 0) {
    const auto k = static_cast<size_t>(bar);
    if (m_choice.kind == PlotKind::bars && !isFixed())
      lines.back() = {QString::fromStdString(m_table.rowTitle), rowText(bar)};
    else
      lines.push_back(
          {tr("Bar"),
           tr("%1 to %2")
               .arg(isFixed() ? decimalText(m_plot.bars.edges[k], 2) : plotNumber(m_plot.bars.edges[k]),
                    isFixed() ? decimalText(m_plot.bars.edges[k + 1], 2) : plotNumber(m_plot.bars.edges[k + 1]))});
    lines.push_back({QString::fromStdString(m_plot.y.title), plotNumber(m_plot.bars.heights[k])});
  }
  for (const PlotSeries& series : m_plot.series)
    if (const auto height = heightAt(series, *m_pointed); height && isFixed())
      lines.push_back({QString::fromStdString(series.name), decimalText(*height, 2)});
  return lines;
}

QString PlotView::statusText() const {
  QStringList texts;
  for (const ReadoutLine& line : readout()) texts << line.label + u' ' + line.value;
  return texts.join(QStringLiteral(" · "));
}

QString PlotView::captionText() const {
  if (!m_dataset) return title();
  QStringList names;
  for (const PlotSeries& series : m_plot.series)
    if (!m_hidden.contains(QString::fromStdString(series.name))) names << QString::fromStdString(series.name);
  if (!m_plot.bars.heights.empty()) names.prepend(QString::fromStdString(m_plot.bars.name));
  const auto scale = [&](bool isLogarithmic) { return isLogarithmic ? tr(", logarithmic") : QString(); };
  return tr("%1: %2 over %3%4%5.")
      .arg(QString::fromStdString(m_plot.title), names.join(QStringLiteral(", ")),
           QString::fromStdString(m_plot.x.title), scale(m_plot.x.isLogarithmic),
           m_plot.y.isLogarithmic ? tr("; vertical axis logarithmic") : QString());
}

std::vector<NumberTable> PlotView::visibleNumbers() const {
  std::vector<NumberTable> tables;
  if (!m_plot.bars.heights.empty()) {
    const auto count = static_cast<Index>(m_plot.bars.heights.size());
    NumberTable bars{
        "bars", "bar", "quantity", {}, {"from", "to", m_plot.bars.name}, engine::Array<float>({count, 3}, 0.0F)};
    for (Index k = 0; k < count; ++k) {
      bars.values(k, 0) = static_cast<float>(m_plot.bars.edges[static_cast<size_t>(k)]);
      bars.values(k, 1) = static_cast<float>(m_plot.bars.edges[static_cast<size_t>(k) + 1]);
      bars.values(k, 2) = static_cast<float>(m_plot.bars.heights[static_cast<size_t>(k)]);
    }
    tables.push_back(std::move(bars));
  }
  std::vector<const PlotSeries*> shown;
  for (const PlotSeries& series : m_plot.series)
    if (!m_hidden.contains(QString::fromStdString(series.name))) shown.push_back(&series);
  if (shown.empty()) return tables;
  const auto rows = static_cast<Index>(shown[0]->x.size()), columns = static_cast<Index>(shown.size()) + 1;
  NumberTable points{"points",         isFixed() ? "point" : m_table.rowTitle,     "quantity", m_table.labels,
                     {m_plot.x.title}, engine::Array<float>({rows, columns}, 0.0F)};
  for (Index k = 0; k < rows; ++k) points.values(k, 0) = static_cast<float>(shown[0]->x[static_cast<size_t>(k)]);
  for (Index s = 1; s < columns; ++s) {
    const PlotSeries& series = *shown[static_cast<size_t>(s - 1)];
    points.columnLabels.push_back(series.name);
    for (Index k = 0; k < rows; ++k) points.values(k, s) = static_cast<float>(series.y[static_cast<size_t>(k)]);
  }
  if (static_cast<Index>(points.rowLabels.size()) != rows) points.rowLabels.clear();
  tables.push_back(std::move(points));
  return tables;
}

}  // namespace ui
