#include "ui/views/training/ChartPaint.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/views/maps/ColorBar.h"
#include "ui/views/maps/ShownLines.h"

namespace ui {

namespace {

constexpr double kThick = 1.8, kThin = 1;

struct ChartPainting {
  QPainter& painter;
  const Theme& theme;
  const Chart& chart;
  QRectF plot;
  PlotPanel panel;

  ChartPainting(QPainter& to, const Theme& look, const QRectF& area, const Chart& of)
      : painter(to), theme(look), chart(of), plot(chartPlot(look, area)) {
    panel.area = {plot.left(), plot.top(), plot.width(), plot.height()};
    panel.x = chart.x;
    panel.y = chart.y;
  }

  double line() const { return QFontMetricsF(theme.labelFont()).height(); }
  QPointF at(double x, double y) const {
    const PixelPoint pixel = panel.toPixel(x, y);
    return {pixel.x, pixel.y};
  }

  void axes() const {
    painter.setFont(theme.labelFont());
    const double each = line() * 3;
    for (const double tick : plotTicks(chart.y, std::max(1, int(plot.height() / (line() * 1.6))), false)) {
      const double y = at(chart.x.low, tick).y();
      painter.setPen(QPen(theme.line, theme.lineScale));
      painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
      painter.setPen(theme.muted);
      painter.drawText(QRectF(plot.left() - each - 4, y - line() / 2, each, line()), Qt::AlignRight | Qt::AlignVCenter,
                       scaleText(tick));
    }
    const double below = plot.bottom() + 2;
    const double titleWidth = QFontMetricsF(theme.labelFont()).horizontalAdvance(chart.xTitle);
    for (const double tick : plotTicks(chart.x, std::max(1, int(plot.width() / (each * 1.5))), false)) {
      const double x = at(tick, chart.y.low).x();
      if (x + each / 2 > plot.right() - titleWidth) continue;
      painter.drawText(QRectF(x - each / 2, below, each, line()), Qt::AlignCenter, scaleText(tick));
    }
    painter.drawText(QRectF(plot.right() - titleWidth - 2, below, titleWidth + 2, line()),
                     Qt::AlignRight | Qt::AlignVCenter, chart.xTitle);
    painter.setPen(QPen(theme.muted, theme.lineScale));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    if (std::isnan(chart.mark)) return;
    const double x = at(chart.mark, chart.y.low).x();
    painter.setPen(QPen(theme.muted, theme.lineScale, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }

  /// Points outside of the axes lie at their ends, so that nothing is drawn over others.
  void curve(const ChartCurve& one) const {
    QPainterPath path;
    bool isBegun = false;
    for (std::size_t k = 0; k < one.x.size() && k < one.y.size(); ++k) {
      if (!std::isfinite(one.y[k])) {
        isBegun = false;
        continue;
      }
      const QPointF point =
          at(std::clamp(one.x[k], chart.x.low, chart.x.high), std::clamp(one.y[k], chart.y.low, chart.y.high));
      isBegun ? path.lineTo(point) : path.moveTo(point);
      isBegun = true;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(one.color, (one.isThin ? kThin : kThick) * theme.lineScale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
    if (one.x.size() != 1) return;
    painter.setBrush(one.color);
    painter.drawEllipse(at(one.x[0], std::clamp(one.y[0], chart.y.low, chart.y.high)), 2, 2);
  }

  /// Names in their colours, one after the other below the title.
  void legend() const {
    double x = plot.left();
    const QFontMetricsF metrics(theme.labelFont());
    for (const ChartCurve& one : chart.curves) {
      const double width = metrics.horizontalAdvance(one.name) + 14;
      if (one.name.isEmpty() || x + width > plot.right()) continue;
      const double y = plot.top() - line() / 2 - 2;
      painter.setPen(QPen(one.color, kThick * theme.lineScale));
      painter.drawLine(QPointF(x, y), QPointF(x + 10, y));
      painter.setPen(theme.muted);
      painter.drawText(QRectF(x + 14, y - line() / 2, width, line()), Qt::AlignLeft | Qt::AlignVCenter, one.name);
      x += width + theme.space(3);
    }
  }
};

}  // namespace

void paintFitting(QPainter& painter, const Theme& theme, const QRectF& area, const QStringList& texts) {
  const QFontMetricsF metrics(painter.font());
  QString chosen;
  for (const QString& text : texts) {
    if (text.isEmpty()) continue;
    chosen = text;
    if (metrics.horizontalAdvance(text) <= area.width()) break;
  }
  paintLine(painter, theme, area, Qt::AlignLeft, chosen);
}

QRectF chartPlot(const Theme& theme, const QRectF& area) {
  const double line = QFontMetricsF(theme.labelFont()).height();
  return area.adjusted(line * 3, line * 2 + theme.space(1), -theme.space(1), -line - theme.space(1));
}

void paintChart(QPainter& painter, const Theme& theme, const QRectF& area, const Chart& chart) {
  const ChartPainting painting(painter, theme, area, chart);
  if (painting.plot.width() < 1 || painting.plot.height() < 1) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painting.axes();
  painting.legend();
  for (const ChartCurve& one : chart.curves) painting.curve(one);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  paintFitting(painter, theme, QRectF(area.left(), area.top(), area.width(), painting.line()),
               {chart.title, chart.shortTitle});
  painter.restore();
}

}  // namespace ui
