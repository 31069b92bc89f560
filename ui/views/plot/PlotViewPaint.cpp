// The picture of a plot: axes, bars, lines, markers, legend. Vectors only.
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/views/maps/MapAxes.h"
#include "ui/views/plot/PlotStyle.h"
#include "ui/views/plot/PlotView.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kBarGap = 1;  // logical pixels between wide bars
constexpr double kMarker = 3.2, kRing = 7;
constexpr size_t kMostMarkedPoints = 200;  // of a line; more would hide it
constexpr float kKeptShare = 0.6F;

}  // namespace

/// As many as fit without touching.
std::vector<double> PlotView::ticksX(const PlotPanel& panel) const {
  const QFontMetricsF metrics(theme().labelFont());
  const double gap = 2 * metrics.averageCharWidth();
  const auto ticksFor = [&](int most) {
    std::vector<double> ticks = plotTicks(panel.x, most, panel.isLogarithmicX);
    if (countsRows()) std::erase_if(ticks, [](double tick) { return tick != std::round(tick); });
    return ticks;
  };
  for (int most = std::max(2, static_cast<int>(panel.area.width / (3 * metrics.averageCharWidth()))); most > 1;
       --most) {
    const std::vector<double> ticks = ticksFor(most);
    double free = -1e300;
    const bool fits = std::all_of(ticks.begin(), ticks.end(), [&](double tick) {
      const double x = panel.toPixel(tick, panel.y.low).x, half = metrics.horizontalAdvance(plotTickText(tick)) / 2;
      const bool isFree = x - half >= free;
      free = x + half + gap;
      return isFree;
    });
    if (fits) return ticks;
  }
  return ticksFor(1);
}

std::vector<double> PlotView::ticksY(const PlotPanel& panel) const {
  const double spacing = 2 * QFontMetricsF(theme().labelFont()).height();
  int most = std::max(1, static_cast<int>(panel.area.height / spacing));
  std::vector<double> ticks = plotTicks(panel.y, most, panel.isLogarithmicY);
  const auto isTight = [&] {
    for (size_t k = 1; k < ticks.size(); ++k)
      if (panel.toPixel(panel.x.low, ticks[k - 1]).y - panel.toPixel(panel.x.low, ticks[k]).y < spacing * 0.55)
        return true;
    return false;
  };
  while (most > 1 && isTight()) ticks = plotTicks(panel.y, --most, panel.isLogarithmicY);
  return ticks;
}

void PlotView::paintAxes(QPainter& painter, const PlotPanel& panel) const {
  const QFontMetricsF metrics(theme().labelFont());
  const double tick = theme().space(1);
  painter.setFont(theme().labelFont());
  for (const double value : ticksY(panel)) {
    const double y = panel.toPixel(panel.x.low, value).y;
    painter.setPen(QPen(theme().line, theme().lineScale));
    painter.drawLine(QPointF(panel.area.x, y), QPointF(panel.area.right(), y));
    painter.setPen(theme().text);
    painter.drawText(QRectF(0, y - metrics.height() / 2, panel.area.x - tick, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, plotTickText(value));
  }
  for (const double value : ticksX(panel)) {
    const QString text = plotTickText(value);
    const double x = panel.toPixel(value, panel.y.low).x, width = metrics.horizontalAdvance(text) + 2;
    painter.setPen(QPen(theme().muted, theme().lineScale));
    painter.drawLine(QPointF(x, panel.area.bottom()), QPointF(x, panel.area.bottom() + tick));
    painter.setPen(theme().text);
    painter.drawText(QRectF(x - width / 2, panel.area.bottom() + 1.5 * tick, width, metrics.height()), Qt::AlignCenter,
                     text);
  }
  painter.setPen(QPen(theme().muted, theme().lineScale));
  painter.drawLine(QPointF(panel.area.x, panel.area.bottom()), QPointF(panel.area.right(), panel.area.bottom()));
  const auto titleOf = [&](const PlotAxis& axis) {
    return QString::fromStdString(axis.title) + (axis.isLogarithmic ? tr(" (log scale)") : QString());
  };
  painter.setPen(theme().muted);
  const QRectF below(panel.area.x, panel.area.bottom() + 2 * tick + metrics.height(), panel.area.width,
                     metrics.height() * 1.2);
  painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter,
                   metrics.elidedText(titleOf(m_plot.x), Qt::ElideRight, below.width()));
  const QRectF above(theme().space(3), panel.area.y - 1.4 * metrics.height(), panel.area.right() - theme().space(3),
                     metrics.height());
  painter.drawText(above, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(titleOf(m_plot.y), Qt::ElideRight, above.width()));
}

void PlotView::paintBars(QPainter& painter, const PlotPanel& panel) const {
  if (m_hidden.contains(QString::fromStdString(m_plot.bars.name))) return;
  const Index pointed = m_pointed ? barAt(m_plot.bars, *m_pointed) : -1;
  const double floor = panel.isLogarithmicY ? panel.y.low : 0;
  const bool areRows = m_choice.kind == PlotKind::bars && !isFixed();
  const Index locked = areRows ? rowOf(session().selection().locked()) : -1;
  const Index hovered = areRows ? rowOf(session().selection().hover()) : -1;
  for (size_t k = 0; k < m_plot.bars.heights.size(); ++k) {
    if (panel.isLogarithmicY && !(m_plot.bars.heights[k] > 0)) continue;
    const PixelPoint corner = panel.toPixel(m_plot.bars.edges[k], m_plot.bars.heights[k]);
    const PixelPoint base = panel.toPixel(m_plot.bars.edges[k + 1], floor);
    const double width = base.x - corner.x, gap = width > 4 * kBarGap ? kBarGap : 0;
    const QRectF bar = QRectF(QPointF(corner.x, corner.y), QPointF(corner.x + width - gap, base.y)).normalized();
    const auto row = static_cast<Index>(k);
    painter.fillRect(bar, barColor());
    if (row == locked) painter.fillRect(bar, theme().locked);
    if (row == pointed || row == hovered) painter.fillRect(bar, theme().hover);
  }
}

void PlotView::paintSeries(QPainter& painter, const PlotPanel& panel) const {
  for (size_t s = 0; s < m_plot.series.size(); ++s) {
    const PlotSeries& series = m_plot.series[s];
    if (m_hidden.contains(QString::fromStdString(series.name))) continue;
    const SeriesStyle style = seriesStyle(static_cast<int>(s), theme());
    QPolygonF points;
    std::vector<QPolygonF> lines(1);
    for (size_t k = 0; k < series.x.size(); ++k) {
      if (!isPlaced(series.x[k], panel.isLogarithmicX) || !isPlaced(series.y[k], panel.isLogarithmicY)) {
        if (!lines.back().isEmpty()) lines.emplace_back();
        continue;
      }
      const PixelPoint at = panel.toPixel(series.x[k], series.y[k]);
      points << QPointF(at.x, at.y);
      lines.back() << points.back();
    }
    if (series.hasLine) {
      painter.setPen(seriesPen(style, theme()));
      painter.setBrush(Qt::NoBrush);
      for (const QPolygonF& line : lines)
        if (line.size() > 1) painter.drawPolyline(line);
    }
    // A point between two gaps has no line to tell of it.
    const bool isCrowded = series.hasLine && static_cast<size_t>(points.size()) > kMostMarkedPoints;
    if (series.hasPoints && !isCrowded)
      for (const QPointF& point : points) paintMarker(painter, style, point, kMarker * theme().lineScale);
    if (isCrowded)
      for (const QPolygonF& line : lines)
        if (line.size() == 1) paintMarker(painter, style, line[0], kMarker * theme().lineScale);
  }
}

/// Above the panel: names with samples of their lines and markers.
void PlotView::paintLegend(QPainter& painter, QSize size) const {
  const QFontMetricsF metrics(theme().labelFont());
  const double sample = theme().space(7), gap = theme().space(1);
  painter.setFont(theme().labelFont());
  for (const LegendEntry& entry : legendFor(size)) {
    painter.save();
    if (entry.isHidden) painter.setOpacity(0.4);
    const QPointF left(entry.box.left(), entry.box.center().y()), middle = left + QPointF(sample / 2, 0);
    if (entry.series < 0) {
      painter.fillRect(QRectF(left - QPointF(0, gap), QSizeF(sample, 2 * gap)), barColor());
    } else {
      const PlotSeries& series = m_plot.series[static_cast<size_t>(entry.series)];
      const SeriesStyle style = seriesStyle(entry.series, theme());
      painter.setPen(seriesPen(style, theme()));
      if (series.hasLine) painter.drawLine(left, left + QPointF(sample, 0));
      if (series.hasPoints) paintMarker(painter, style, middle, kMarker * theme().lineScale);
    }
    QFont font = theme().labelFont();
    font.setStrikeOut(entry.isHidden);
    painter.setFont(font);
    painter.setPen(theme().text);
    const QRectF text = entry.box.adjusted(sample + gap, 0, 0, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(entry.name, Qt::ElideRight, text.width()));
    painter.restore();
  }
}

/// Rings about the points of what is selected, here or in another view.
void PlotView::paintMarks(QPainter& painter, const PlotPanel& panel) const {
  const SelectionModel& selection = session().selection();
  const auto ring = [&](Index row, const QColor& color) {
    if (row < 0) return;
    for (const PlotSeries& series : m_plot.series) {
      const auto k = static_cast<size_t>(row);
      if (m_hidden.contains(QString::fromStdString(series.name)) || k >= series.x.size() ||
          !isPlaced(series.x[k], panel.isLogarithmicX) || !isPlaced(series.y[k], panel.isLogarithmicY))
        continue;
      const PixelPoint at = panel.toPixel(series.x[k], series.y[k]);
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(color, 2.5 * theme().lineScale));
      painter.drawEllipse(QPointF(at.x, at.y), kRing * theme().lineScale, kRing * theme().lineScale);
    }
  };
  QColor kept = theme().locked;
  kept.setAlphaF(kKeptShare);
  for (const Focus& focus : selection.kept()) ring(rowOf(focus), kept);
  ring(rowOf(selection.locked()), theme().locked);
  if (!(selection.hover() == selection.locked())) ring(rowOf(selection.hover()), theme().hover);
  if (m_table.rows == PlotRows::heads && m_table.numHeads > 0) {
    const Index row = selection.layer() * m_table.numHeads + selection.head();
    if (selection.head() < m_table.numHeads && row < m_table.numRows()) ring(row, theme().locked);
  }
}

/// A ring about the nearest point and what it is, beside it.
void PlotView::paintPointed(QPainter& painter, const PlotPanel& panel) const {
  if (m_nearest.isEmpty()) return;
  const PlotSeries& series = m_plot.series[static_cast<size_t>(m_nearest.series)];
  const auto k = static_cast<size_t>(m_nearest.point);
  const PixelPoint at = panel.toPixel(series.x[k], series.y[k]);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().accent, 2 * theme().lineScale));
  painter.drawEllipse(QPointF(at.x, at.y), kRing * theme().lineScale, kRing * theme().lineScale);
  const QString what = isFixed() ? QString() : rowText(m_nearest.point) + QStringLiteral(": ");
  const QString text = what + plotNumber(series.x[k]) + QStringLiteral(", ") + plotNumber(series.y[k]);
  const QFontMetricsF metrics(theme().labelFont());
  const double pad = theme().space(1), width = metrics.horizontalAdvance(text) + 2 * pad,
               height = metrics.height() + pad;
  QRectF box(at.x + 2 * kRing, at.y - height - kRing, width, height);
  if (box.right() > panel.area.right()) box.moveRight(at.x - 2 * kRing);
  if (box.left() < panel.area.x) box.moveLeft(panel.area.x);
  if (box.top() < panel.area.y) box.moveTop(at.y + kRing);
  painter.setPen(QPen(theme().line, theme().lineScale));
  painter.setBrush(theme().panel);
  painter.drawRect(box);
  painter.setFont(theme().labelFont());
  painter.setPen(theme().text);
  painter.drawText(box, Qt::AlignCenter, text);
}

void PlotView::paintOverlay(QPainter& painter, QSize size) {
  const PlotPanel panel = panelFor(size);
  painter.setFont(theme().titleFont());
  painter.setPen(theme().text);
  const QFontMetricsF metrics(theme().titleFont());
  const double margin = theme().space(3), room = std::max(size.width() - 2 * margin, 0.0);
  painter.drawText(QRectF(margin, theme().space(2), room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(QString::fromStdString(m_plot.title), Qt::ElideRight, room));
  paintLegend(painter, size);
  if (panel.area.isEmpty()) return;
  paintAxes(painter, panel);
  painter.save();
  painter.setClipRect(toRectF(panel.area).adjusted(-kMarker, -kMarker, kMarker, kMarker), Qt::IntersectClip);
  paintBars(painter, panel);
  paintSeries(painter, panel);
  paintMarks(painter, panel);
  painter.restore();
  paintPointed(painter, panel);
  const Plot visible = visiblePlot();
  const bool isEmpty =
      visible.bars.heights.empty() &&
      std::all_of(visible.series.begin(), visible.series.end(), [&](const PlotSeries& series) {
        for (size_t k = 0; k < series.x.size(); ++k)
          if (isPlaced(series.x[k], panel.isLogarithmicX) && isPlaced(series.y[k], panel.isLogarithmicY)) return false;
        return true;
      });
  if (!isEmpty) return;
  painter.setFont(theme().panelFont());
  painter.setPen(theme().muted);
  const bool isLogarithmic = panel.isLogarithmicX || panel.isLogarithmicY;
  painter.drawText(toRectF(panel.area), Qt::AlignCenter | Qt::TextWordWrap,
                   m_choice.y.empty() && !isFixed() ? tr("Nothing is chosen to be drawn")
                   : isLogarithmic                  ? tr("No value here is above 0: a logarithmic axis cannot show it")
                                                    : tr("There are no values to draw"));
}

}  // namespace ui
