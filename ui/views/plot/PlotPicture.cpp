#include "ui/views/plot/PlotPicture.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/plot/PlotStyle.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kBarGap = 1;  // logical pixels between wide bars
constexpr double kMarker = 3.2, kLooseMarker = 4.2, kRing = 7;
constexpr size_t kMostMarkedPoints = 60;  // of a line; more would hide it
constexpr float kKeptShare = 0.6F;
constexpr int kMostTicks = 20;  // of an axis however long: more lines say no more

/// Numbers that count something have none between them; where none of the ticks is whole all stay.
std::vector<double> withoutFractions(std::vector<double> ticks, bool areWhole) {
  const auto isFraction = [](double tick) { return tick != std::round(tick); };
  if (areWhole && !std::all_of(ticks.begin(), ticks.end(), isFraction)) std::erase_if(ticks, isFraction);
  return ticks;
}

/// As many as fit without touching.
std::vector<double> ticksX(const Theme& theme, const PlotPanel& panel, bool areWhole) {
  const QFontMetricsF metrics(theme.labelFont());
  const double gap = 2 * metrics.averageCharWidth();
  const auto ticksFor = [&](int most) {
    return withoutFractions(plotTicks(panel.x, most, panel.isLogarithmicX), areWhole);
  };
  const int fitting = static_cast<int>(panel.area.width / (3 * metrics.averageCharWidth()));
  for (int most = std::clamp(fitting, 2, kMostTicks); most > 1; --most) {
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

std::vector<double> ticksY(const Theme& theme, const PlotPanel& panel, bool areWhole) {
  const double spacing = 2 * QFontMetricsF(theme.labelFont()).height();
  int most = std::clamp(static_cast<int>(panel.area.height / spacing), 1, kMostTicks);
  std::vector<double> ticks = plotTicks(panel.y, most, panel.isLogarithmicY);
  const auto isTight = [&] {
    for (size_t k = 1; k < ticks.size(); ++k)
      if (panel.toPixel(panel.x.low, ticks[k - 1]).y - panel.toPixel(panel.x.low, ticks[k]).y < spacing * 0.55)
        return true;
    return false;
  };
  while (most > 1 && isTight()) ticks = plotTicks(panel.y, --most, panel.isLogarithmicY);
  return withoutFractions(std::move(ticks), areWhole);
}

/// Names of the rows at the ticks, where all have room; else numbers.
std::vector<QString> tickTextsX(const PlotPicture& picture, const QFontMetricsF& metrics,
                                const std::vector<double>& ticks) {
  const ShownPlot& shown = picture.shown;
  const PlotPanel& panel = picture.layout.panel;
  std::vector<QString> numbers, names;
  for (const double value : ticks) {
    numbers.push_back(plotTickText(value));
    const auto row = static_cast<Index>(value) - 1;
    if (!shown.countsRows || value != std::floor(value) || row < 0 || row >= std::ssize(shown.table.labels)) continue;
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    const double room = panel.toPixel(value + step, panel.y.low).x - panel.toPixel(value, panel.y.low).x;
    const QString name = shown.rowText(row);
    if (metrics.horizontalAdvance(name) <= room - metrics.averageCharWidth()) names.push_back(name);
  }
  return names.size() == ticks.size() ? names : numbers;
}

void paintAxes(QPainter& painter, const Theme& theme, const PlotPicture& picture) {
  const PlotPanel& panel = picture.layout.panel;
  const QFontMetricsF metrics(theme.labelFont());
  const double tick = theme.space(1);
  painter.setFont(theme.labelFont());
  for (const double value : ticksY(theme, panel, picture.shown.countsY)) {
    const double y = panel.toPixel(panel.x.low, value).y;
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawLine(QPointF(panel.area.x, y), QPointF(panel.area.right(), y));
    painter.setPen(theme.text);
    painter.drawText(QRectF(0, y - metrics.height() / 2, panel.area.x - tick, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, plotTickText(value));
  }
  const std::vector<double> across = ticksX(theme, panel, picture.shown.countsX);
  const std::vector<QString> texts = tickTextsX(picture, metrics, across);
  for (std::size_t k = 0; k < across.size(); ++k) {
    const double value = across[k];
    const QString& text = texts[k];
    const double x = panel.toPixel(value, panel.y.low).x, width = metrics.horizontalAdvance(text) + 2;
    painter.setPen(QPen(theme.muted, theme.lineScale));
    painter.drawLine(QPointF(x, panel.area.bottom()), QPointF(x, panel.area.bottom() + tick));
    painter.setPen(theme.text);
    painter.drawText(QRectF(x - width / 2, panel.area.bottom() + 1.5 * tick, width, metrics.height()), Qt::AlignCenter,
                     text);
  }
  painter.setPen(QPen(theme.muted, theme.lineScale));
  painter.drawLine(QPointF(panel.area.x, panel.area.bottom()), QPointF(panel.area.right(), panel.area.bottom()));
  painter.setPen(theme.muted);
  const QStringList &xTitle = picture.layout.xTitle, &yTitle = picture.layout.yTitle;
  const double left = theme.space(3), width = panel.area.right() - left, line = metrics.height();
  const double below = line * static_cast<double>(xTitle.size()), above = line * static_cast<double>(yTitle.size());
  painter.drawText(QRectF(left, panel.area.bottom() + 2 * tick + line, width, below), Qt::AlignRight | Qt::AlignTop,
                   xTitle.join(u'\n'));
  painter.drawText(QRectF(left, panel.area.y - 0.4 * line - above, width, above), Qt::AlignLeft | Qt::AlignTop,
                   yTitle.join(u'\n'));
}

void paintBars(QPainter& painter, const Theme& theme, const PlotPicture& picture) {
  const PlotPanel& panel = picture.layout.panel;
  const PlotBars& bars = picture.shown.visible.bars;
  const Index pointed = picture.pointer.x ? barAt(bars, *picture.pointer.x) : -1;
  const double floor = panel.isLogarithmicY ? panel.y.low : 0;
  const Index locked = picture.shown.areBarsRows ? picture.marks.locked : -1;
  const Index hovered = picture.shown.areBarsRows ? picture.marks.hovered : -1;
  for (size_t k = 0; k < bars.heights.size(); ++k) {
    if (panel.isLogarithmicY && !(bars.heights[k] > 0)) continue;
    const PixelPoint corner = panel.toPixel(bars.edges[k], bars.heights[k]);
    const PixelPoint base = panel.toPixel(bars.edges[k + 1], floor);
    const double width = base.x - corner.x, gap = width > 4 * kBarGap ? kBarGap : 0;
    const QRectF bar = QRectF(QPointF(corner.x, corner.y), QPointF(corner.x + width - gap, base.y)).normalized();
    const auto row = static_cast<Index>(k);
    painter.fillRect(bar, barColor(theme));
    if (row == locked) painter.fillRect(bar, theme.locked);
    if (row == pointed || row == hovered) painter.fillRect(bar, theme.hover);
  }
}

double markerRadius(const PlotSeries& series) { return series.hasLine ? kMarker : kLooseMarker; }

/// Between two ends wherever both have a place.
void paintBand(QPainter& painter, const QColor& color, const PlotPanel& panel, const std::vector<double>& x,
               const std::vector<double>& low, const std::vector<double>& high) {
  QPolygonF lower, upper;
  const auto paint = [&] {
    std::reverse(upper.begin(), upper.end());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(lower + upper);
    lower.clear();
    upper.clear();
  };
  for (size_t k = 0; k < x.size(); ++k) {
    if (!isPlaced(x[k], panel.isLogarithmicX) || !std::isfinite(low[k]) || !isPlaced(high[k], panel.isLogarithmicY)) {
      paint();
      continue;
    }
    const PixelPoint from = panel.toPixel(x[k], low[k]), to = panel.toPixel(x[k], high[k]);
    lower << QPointF(from.x, from.y);
    upper << QPointF(to.x, to.y);
  }
  paint();
}

/// A hollow one has the ground in its middle.
void paintLine(QPainter& painter, const Theme& theme, const SeriesStyle& style, const QPolygonF& line, bool isHollow) {
  painter.setBrush(Qt::NoBrush);
  QPen pen = seriesPen(style, theme);
  if (isHollow) pen.setStyle(Qt::SolidLine);
  if (isHollow) pen.setWidthF(2 * pen.widthF());
  painter.setPen(pen);
  painter.drawPolyline(line);
  if (!isHollow) return;
  pen.setColor(theme.canvas);
  pen.setWidthF(0.55 * pen.widthF());
  painter.setPen(pen);
  painter.drawPolyline(line);
}

/// Bands, and spreads in the colour of their series, behind all lines.
void paintBands(QPainter& painter, const Theme& theme, const PlotPicture& picture) {
  const PlotPanel& panel = picture.layout.panel;
  const Plot& drawn = picture.shown.visible;
  for (size_t s = 0; s < drawn.series.size(); ++s) {
    const PlotSeries& series = drawn.series[s];
    if (series.isBand()) paintBand(painter, bandColor(theme), panel, series.x, series.y, series.upper);
    if (!series.low.empty())
      paintBand(painter, spreadColor(styleOf(drawn, s, theme)), panel, series.x, series.low, series.high);
  }
}

void paintSeries(QPainter& painter, const Theme& theme, const PlotPicture& picture) {
  const PlotPanel& panel = picture.layout.panel;
  const std::vector<PlotSeries>& drawn = picture.shown.visible.series;
  for (size_t s = 0; s < drawn.size(); ++s) {
    const PlotSeries& series = drawn[s];
    const SeriesStyle style = styleOf(picture.shown.visible, s, theme);
    if (series.isBand()) continue;
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
    for (const QPolygonF& line : lines)
      if (series.hasLine && line.size() > 1) {
        paintLine(painter, theme, style, line, series.isHollow);
        if (series.isArrow) paintArrowHead(painter, style, line.first(), line.last(), theme.space(3));
      }
    // A point between two gaps has no line to tell of it.
    const bool isCrowded = series.hasLine && static_cast<size_t>(points.size()) > kMostMarkedPoints;
    if (series.hasPoints && !isCrowded)
      for (const QPointF& point : points) paintMarker(painter, style, point, markerRadius(series) * theme.lineScale);
    if (isCrowded)
      for (const QPolygonF& line : lines)
        if (line.size() == 1) paintMarker(painter, style, line[0], kMarker * theme.lineScale);
  }
}

/// Above the panel: names with samples of their lines and markers.
void paintLegend(QPainter& painter, const Theme& theme, const PlotPicture& picture) {
  const QFontMetricsF metrics(theme.labelFont());
  const double sample = theme.space(7), gap = theme.space(1);
  painter.setFont(theme.labelFont());
  for (const LegendEntry& entry : picture.layout.legend) {
    painter.save();
    if (entry.isHidden) painter.setOpacity(0.4);
    const QPointF left(entry.box.left(), entry.box.top() + metrics.height() / 2 + 1);
    const QPointF middle = left + QPointF(sample / 2, 0);
    if (entry.series < 0) {
      painter.fillRect(QRectF(left - QPointF(0, gap), QSizeF(sample, 2 * gap)), barColor(theme));
    } else {
      const PlotSeries& series = engine::nth(picture.shown.plot.series, entry.series);
      const SeriesStyle style = styleOf(picture.shown.plot, static_cast<size_t>(entry.series), theme);
      if (series.isBand()) painter.fillRect(QRectF(left - QPointF(0, gap), QSizeF(sample, 2 * gap)), bandColor(theme));
      if (series.hasLine)
        paintLine(painter, theme, style, QPolygonF{{left, left + QPointF(sample, 0)}}, series.isHollow);
      if (series.hasPoints) paintMarker(painter, style, middle, markerRadius(series) * theme.lineScale);
    }
    QFont font = theme.labelFont();
    font.setStrikeOut(entry.isHidden);
    painter.setFont(font);
    painter.setPen(theme.text);
    const QRectF text = entry.box.adjusted(sample + gap, 0, 0, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     shownLines(theme, theme.labelFont(), entry.name, text.width()).join(u'\n'));
    painter.restore();
  }
}

/// Rings about the points of what is selected, here or in another view.
void paintMarks(QPainter& painter, const Theme& theme, const PlotPicture& picture) {
  const PlotPanel& panel = picture.layout.panel;
  const PlotMarks& marks = picture.marks;
  const auto ring = [&](Index row, const QColor& color) {
    if (row < 0) return;
    for (const PlotSeries& series : picture.shown.visible.series) {
      const auto k = static_cast<size_t>(row);
      if (k >= series.x.size() || !isPlaced(series.x[k], panel.isLogarithmicX) ||
          !isPlaced(series.y[k], panel.isLogarithmicY))
        continue;
      const PixelPoint at = panel.toPixel(series.x[k], series.y[k]);
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(color, 2.5 * theme.lineScale));
      painter.drawEllipse(QPointF(at.x, at.y), kRing * theme.lineScale, kRing * theme.lineScale);
    }
  };
  QColor kept = theme.locked;
  kept.setAlphaF(kKeptShare);
  for (const Index row : marks.kept) ring(row, kept);
  ring(marks.locked, theme.locked);
  if (!marks.isHoverLocked) ring(marks.hovered, theme.hover);
  ring(marks.head, theme.locked);
}

/// A ring about the nearest point and what it is, beside it.
void paintPointed(QPainter& painter, const Theme& theme, const PlotPicture& picture) {
  const PlotPanel& panel = picture.layout.panel;
  const ShownPlot& shown = picture.shown;
  const PlotPoint& nearest = picture.pointer.nearest;
  if (nearest.isEmpty()) return;
  const PlotSeries& series = engine::nth(shown.plot.series, nearest.series);
  const auto k = static_cast<size_t>(nearest.point);
  const PixelPoint at = panel.toPixel(series.x[k], series.y[k]);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.accent, 2 * theme.lineScale));
  painter.drawEllipse(QPointF(at.x, at.y), kRing * theme.lineScale, kRing * theme.lineScale);
  const QString name = series.isDrawing ? QString::fromStdString(series.name) : shown.rowText(nearest.point);
  const QString what = shown.isFixed() ? QString() : name + QStringLiteral(": ");
  const QString text = what + plotNumber(series.x[k]) + QStringLiteral(", ") + plotNumber(series.y[k]);
  const QFontMetricsF metrics(theme.labelFont());
  const double pad = theme.space(1), width = metrics.horizontalAdvance(text) + 2 * pad, height = metrics.height() + pad;
  QRectF box(at.x + 2 * kRing, at.y - height - kRing, width, height);
  if (box.right() > panel.area.right()) box.moveRight(at.x - 2 * kRing);
  if (box.left() < panel.area.x) box.moveLeft(panel.area.x);
  if (box.top() < panel.area.y) box.moveTop(at.y + kRing);
  painter.setPen(QPen(theme.line, theme.lineScale));
  painter.setBrush(theme.panel);
  painter.drawRect(box);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  painter.drawText(box, Qt::AlignCenter, text);
}

bool isEmpty(const Plot& plot) {
  const auto hasPoint = [&](const PlotSeries& series) {
    for (size_t k = 0; k < series.x.size(); ++k)
      if (isPlaced(series.x[k], plot.x.isLogarithmic) && isPlaced(series.y[k], plot.y.isLogarithmic)) return true;
    return false;
  };
  return plot.bars.heights.empty() && std::none_of(plot.series.begin(), plot.series.end(), hasPoint);
}

QString whyEmpty(const PlotPicture& picture) {
  if (picture.options.choice.y.empty() && !picture.shown.isFixed()) return QObject::tr("Nothing is chosen to be drawn");
  return picture.layout.panel.isLogarithmicX || picture.layout.panel.isLogarithmicY
             ? QObject::tr("No value here is above 0: a logarithmic axis cannot show it")
             : QObject::tr("There are no values to draw");
}

}  // namespace

void paintPlot(QPainter& painter, const Theme& theme, const PlotPicture& picture, QSize size) {
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  const QFontMetricsF metrics(theme.titleFont());
  const double margin = theme.space(3), height = metrics.height() * static_cast<double>(picture.layout.title.size());
  painter.drawText(QRectF(margin, theme.space(2), size.width() - margin, height), Qt::AlignLeft | Qt::AlignTop,
                   picture.layout.title.join(u'\n'));
  paintLegend(painter, theme, picture);
  const Rect& area = picture.layout.panel.area;
  if (area.isEmpty()) return;
  paintAxes(painter, theme, picture);
  painter.save();
  painter.setClipRect(toRectF(area).adjusted(-kMarker, -kMarker, kMarker, kMarker), Qt::IntersectClip);
  paintBars(painter, theme, picture);
  paintBands(painter, theme, picture);
  paintSeries(painter, theme, picture);
  paintMarks(painter, theme, picture);
  painter.restore();
  paintPointed(painter, theme, picture);
  if (!isEmpty(picture.shown.visible)) return;
  painter.setFont(theme.panelFont());
  painter.setPen(theme.muted);
  painter.drawText(toRectF(area), Qt::AlignCenter | Qt::TextWordWrap, whyEmpty(picture));
}

}  // namespace ui
