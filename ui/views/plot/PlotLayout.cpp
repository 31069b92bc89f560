#include "ui/views/plot/PlotLayout.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>

#include "ui/views/maps/ShownLines.h"
#include "ui/views/plot/PlotStyle.h"

namespace ui {

namespace {

constexpr int kMostLegendLines = 4;

/// Of the numbers at the left of the panel.
double axisWidth(const Theme& theme, const PlotRange& range, bool isLogarithmic, QSize size) {
  const QFontMetricsF metrics(theme.labelFont());
  double widest = metrics.horizontalAdvance(QStringLiteral("00"));
  const int most = std::max(2, static_cast<int>(size.height() / (2.4 * metrics.height())));
  for (const double tick : plotTicks(range, most, isLogarithmic))
    widest = std::max(widest, metrics.horizontalAdvance(plotTickText(tick)));
  return std::min(widest, size.width() * 0.3);
}

/// From `top` on.
std::vector<LegendEntry> legendOf(const Theme& theme, const Plot& plot, const PlotOptions& options, QSize size,
                                  double top) {
  std::vector<LegendEntry> entries;
  const bool hasBars = !plot.bars.heights.empty();
  if (plot.series.size() + (hasBars ? 1 : 0) < 2) return entries;
  const QFontMetricsF metrics(theme.labelFont());
  const double margin = theme.space(3), sample = theme.space(7), gap = theme.space(1);
  const double line = metrics.height() + 2, right = size.width() - margin;
  double x = margin, y = top;
  int lines = 1;
  const auto add = [&](const std::string& text, int series) {
    const QString name = QString::fromStdString(text);
    const double width = std::min(sample + gap + metrics.horizontalAdvance(name) + 3 * gap, right - margin);
    if (x + width > right + 3 * gap && x > margin) {
      x = margin;
      y += line;
      ++lines;
    }
    if (lines > kMostLegendLines && theme.page.mayElide) return;
    const auto numLines = shownLines(theme, theme.labelFont(), name, width - sample - gap).size();
    const double more = static_cast<double>(std::max<qsizetype>(numLines, 1) - 1);
    entries.push_back({name, QRectF(x, y, width, (1 + more) * line), options.isHidden(text), series});
    x += width + gap;
    y += more * line;
  };
  for (size_t s = 0; s < plot.series.size(); ++s) add(plot.series[s].name, static_cast<int>(s));
  if (hasBars) add(plot.bars.name, -1);
  return entries;
}

QString axisTitle(const PlotAxis& axis) {
  const QString title = QString::fromStdString(axis.title);
  return axis.isLogarithmic ? QObject::tr("%1 (log scale)").arg(title) : title;
}

double heightOf(const QStringList& lines, const QFontMetricsF& metrics) {
  return static_cast<double>(lines.size()) * metrics.height();
}

}  // namespace

PlotLayout plotLayout(const Theme& theme, const ShownPlot& shown, const PlotOptions& options, QSize size) {
  PlotLayout layout;
  PlotPanel& panel = layout.panel;
  panel.x = options.xWindow.value_or(shown.x);
  panel.y = options.yWindow.value_or(shown.y);
  panel.isLogarithmicX = shown.plot.x.isLogarithmic;
  panel.isLogarithmicY = shown.plot.y.isLogarithmic;
  const QFontMetricsF label(theme.labelFont());
  const double margin = theme.space(3), width = std::max(size.width() - 2 * margin, 0.0);
  const auto linesOf = [&](const std::string& title) {
    return theme.page.isLegendShown ? shownLines(theme, theme.titleFont(), QString::fromStdString(title), width)
                                    : QStringList();
  };
  layout.title = linesOf(shown.plot.title);
  // The panel stays while steps go on, whose titles may be longer.
  qsizetype titleLines = layout.title.size();
  for (const PlotTable& step : shown.steps) titleLines = std::max(titleLines, linesOf(step.title).size());
  layout.xTitle = shownLines(theme, theme.labelFont(), axisTitle(shown.plot.x), width - margin);
  layout.yTitle = shownLines(theme, theme.labelFont(), axisTitle(shown.plot.y), width - margin);
  const double titleEnd =
      theme.space(2) + static_cast<double>(titleLines) * QFontMetricsF(theme.titleFont()).height();
  layout.legend = legendOf(theme, shown.plot, options, size, titleEnd + theme.space(1));
  const double head = layout.legend.empty() ? titleEnd : layout.legend.back().box.bottom();
  const double top = head + 0.6 * label.height() + std::max(heightOf(layout.yTitle, label), label.height());
  const double left = margin + axisWidth(theme, panel.y, panel.isLogarithmicY, size) + theme.space(2);
  const double bottom =
      margin + 1.4 * label.height() + std::max(heightOf(layout.xTitle, label), label.height()) + theme.space(1);
  panel.area = {left, top, std::max(size.width() - left - 2 * margin, 0.0),
                std::max(size.height() - top - bottom, 0.0)};
  if (shown.plot.hasOneScale) giveOneScale(panel);
  return layout;
}

}  // namespace ui
