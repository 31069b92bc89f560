#include "ui/views/structure/StructureLegend.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"

namespace ui {

namespace {

constexpr size_t kLegendEntries = 12;
constexpr double kBarHeight = 8, kEntryGap = 4;  // logical pixels

/// Named colours from left to right in as many lines as it takes, the last one at `bottom`. Returns their upper edge.
double paintEntries(QPainter& painter, QSize size, double bottom, const ColorLegend& legend, const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  const double margin = theme.space(3), line = std::ceil(metrics.height()) + 2, swatch = metrics.ascent();
  const size_t all = legend.entries.size(), shown = theme.page.mayElide ? std::min(all, kLegendEntries) : all;
  std::vector<std::pair<QPointF, QString>> places;  // down from the first line
  QPointF at(margin, 0);
  for (size_t k = 0; k < shown; ++k) {
    QString text = QString::fromStdString(legend.entries[k].text);
    if (k + 1 == shown && shown < all) text += QStringLiteral(" …");
    const double width = swatch + kEntryGap + metrics.horizontalAdvance(text);
    if (at.x() > margin && at.x() + width > size.width() - margin) at = {margin, at.y() + line};
    places.push_back({at, text});
    at.rx() += width + theme.space(3);
  }
  if (places.empty()) return bottom;
  const double first = bottom - at.y() - metrics.descent();
  for (size_t k = 0; k < places.size(); ++k) {
    const QPointF base = places[k].first + QPointF(0, first);
    painter.fillRect(QRectF(base.x(), base.y() - swatch, swatch, swatch), toColor(legend.entries[k].color));
    drawHaloText(painter, base + QPointF(swatch + kEntryGap, 0), places[k].second, theme.muted, theme);
  }
  return bottom - at.y() - line;
}

}  // namespace

void drawHaloText(QPainter& painter, QPointF baseline, const QString& text, const QColor& color, const Theme& theme) {
  QPainterPath path;
  path.addText(baseline, painter.font(), text);
  QColor rim = theme.canvas3d;
  rim.setAlphaF(0.85f);
  painter.strokePath(path, QPen(rim, 4 * theme.lineScale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setPen(color);
  painter.drawText(baseline, text);
}

double paintLegend(QPainter& painter, QSize size, const ColorLegend& legend, const Theme& theme) {
  const double margin = theme.space(3), room = size.width() - 2 * margin;
  painter.setFont(theme.labelFont());
  const QFontMetricsF metrics(painter.font());
  const double line = std::ceil(metrics.height());
  double y = paintEntries(painter, size, size.height() - margin, legend, theme);
  const auto write = [&](double x, const QString& text) {
    drawHaloText(painter, {x, y - metrics.descent()}, text, theme.muted, theme);
  };
  if (!legend.scale.empty()) {
    const QRectF bar(margin, y - line - 2 - kBarHeight, std::min<double>(room, theme.space(40)), kBarHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    const size_t last = legend.scale.size() - 1;
    for (size_t k = 0; k <= 16; ++k)
      gradient.setColorAt(static_cast<double>(k) / 16, toColor(legend.scale[k * last / 16]));
    painter.fillRect(bar, gradient);
    const QString low = QString::number(legend.low, 'g', 3), high = QString::number(legend.high, 'g', 3);
    write(bar.left(), low);
    write(bar.right() - metrics.horizontalAdvance(high), high);
    y = bar.top() - 3;
  }
  if (legend.title.empty()) return y;
  const QStringList title = shownLines(theme, painter.font(), QString::fromStdString(legend.title), room);
  for (auto text = title.rbegin(); text != title.rend(); ++text, y -= line) write(margin, *text);
  return y;
}

}  // namespace ui
