#include "ui/views/atlas/AtlasPicture.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPaintDevice>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kCardMap = 112, kCardText = 260;  // logical pixels
constexpr float kHullOpacity = 0.07F, kLassoOpacity = 0.1F, kPointOpacity = 0.92F;
constexpr double kHullWidth = 26;

QPointF placeOf(const AtlasShown& shown, const AtlasLayout& layout, Index head) {
  const AtlasPoint& point = engine::nth(shown.points, head);
  return layout.toPixel({point.x, point.y});
}

double cross(QPointF a, QPointF b, QPointF c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// The smallest convex polygon around some points.
QPolygonF hullOf(std::vector<QPointF> points) {
  std::sort(points.begin(), points.end(),
            [](QPointF a, QPointF b) { return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y()); });
  const auto half = [&](auto first, auto last) {
    QPolygonF chain;
    for (auto each = first; each != last; ++each) {
      while (chain.size() > 1 && cross(chain[chain.size() - 2], chain.back(), *each) <= 0) chain.removeLast();
      chain << *each;
    }
    if (!chain.isEmpty()) chain.removeLast();  // begins the other half
    return chain;
  };
  const QPolygonF below = half(points.begin(), points.end()), above = half(points.rbegin(), points.rend());
  return below.isEmpty() ? QPolygonF(QList<QPointF>(points.begin(), points.end())) : QPolygonF(below + above);
}

/// Outlines first, then what lies on them.
void paintClusters(QPainter& painter, const Theme& theme, const AtlasShown& shown, const AtlasLayout& layout) {
  for (const AtlasCluster& cluster : shown.clusters) {
    std::vector<QPointF> places;
    for (const Index head : cluster.heads) places.push_back(placeOf(shown, layout, head));
    QColor fill = theme.text;
    fill.setAlphaF(kHullOpacity);
    QPainterPath path;
    path.addPolygon(hullOf(places));
    path.closeSubpath();
    QPainterPathStroker stroker(QPen(Qt::black, kHullWidth * theme.scale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.fillPath(stroker.createStroke(path).united(path), fill);
  }
}

/// Above each cluster its name, where it does not lie on a larger one's.
void paintNames(QPainter& painter, const Theme& theme, const AtlasShown& shown, const AtlasLayout& layout) {
  const QFontMetricsF metrics(theme.labelFont());
  std::vector<QRectF> taken;
  painter.setFont(theme.labelFont());
  for (const AtlasCluster& cluster : shown.clusters) {
    if (cluster.name.isEmpty()) continue;
    QPointF middle;
    double top = layout.panel.bottom();
    for (const Index head : cluster.heads) {
      const QPointF place = placeOf(shown, layout, head);
      middle += place / static_cast<double>(cluster.heads.size());
      top = std::min(top, place.y());
    }
    const double width = metrics.horizontalAdvance(cluster.name) + 2, height = metrics.height();
    QRectF place(middle.x() - width / 2, top - height - kHullWidth * theme.scale * 0.6, width, height);
    place.moveLeft(
        std::clamp(place.left(), layout.panel.left(), std::max(layout.panel.right() - width, layout.panel.left())));
    place.moveTop(std::max(place.top(), layout.panel.top()));
    const bool isFree =
        std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
    if (!isFree || !layout.panel.contains(place.center())) continue;
    taken.push_back(place);
    painter.setPen(theme.text);
    painter.drawText(place, Qt::AlignCenter, cluster.name);
  }
}

void paintRing(QPainter& painter, const QRectF& shape, bool isMap, const QColor& color, double width) {
  painter.setPen(QPen(color, width));
  painter.setBrush(Qt::NoBrush);
  const QRectF around = shape.adjusted(-width, -width, width, width);
  if (isMap)
    painter.drawRect(around);
  else
    painter.drawEllipse(around);
}

QRectF shapeOf(const Theme& theme, const AtlasShown& shown, const AtlasOptions& options, const AtlasLayout& layout,
               Index head) {
  const AtlasPoint& point = engine::nth(shown.points, head);
  const double half = options.areThumbnailsShown ? mapSide(theme, point) / 2 : pointRadius(theme, point);
  const QPointF place = placeOf(shown, layout, head);
  return {place.x() - half, place.y() - half, 2 * half, 2 * half};
}

void paintPoint(QPainter& painter, const Theme& theme, const AtlasShown& shown, const QRectF& shape, Index head) {
  QColor color = engine::nth(shown.coloring.colors, head);
  const bool isEmpty = engine::nth(shown.points, head).size < 0;
  painter.setPen(QPen(isEmpty ? color : theme.canvas, (isEmpty ? 2 : 1) * theme.lineScale));
  color.setAlphaF(isEmpty ? 0 : kPointOpacity);
  painter.setBrush(color);
  if (!shown.isOfCompanion(head)) return painter.drawEllipse(shape);
  const QPointF middle = shape.center();
  const double half = 0.62 * shape.width();  // of the same area as the circle
  painter.drawPolygon(QPolygonF({middle - QPointF(0, half), middle + QPointF(half, 0), middle + QPointF(0, half),
                                 middle - QPointF(half, 0)}));
}

void paintMap(QPainter& painter, const Theme& theme, const AtlasShown& shown, const QRectF& shape, Index head,
              const MapOfHead& mapOf) {
  const QImage map = mapOf(head, qRound(shape.width() * 2));
  const double frame = 3 * theme.lineScale;
  painter.fillRect(shape, engine::nth(shown.coloring.colors, head));
  if (map.isNull()) return painter.fillRect(shape.adjusted(frame, frame, -frame, -frame), theme.panel);
  painter.drawImage(shape.adjusted(frame, frame, -frame, -frame), map);
  if (!shown.isOfCompanion(head)) return;
  painter.setPen(QPen(theme.text, 1.5 * theme.lineScale, Qt::DotLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(shape);
}

void paintPoints(QPainter& painter, const Theme& theme, const AtlasShown& shown, const AtlasOptions& options,
                 const AtlasLayout& layout, const HeadMarks& marks, const MapOfHead& mapOf) {
  // Small ones lie on large ones, what is marked on all.
  std::vector<Index> order(shown.points.size());
  for (size_t k = 0; k < order.size(); ++k) order[k] = static_cast<Index>(k);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return engine::nth(shown.points, a).size > engine::nth(shown.points, b).size;
  });
  const auto paintOne = [&](Index head) {
    const QRectF shape = shapeOf(theme, shown, options, layout, head);
    if (options.areThumbnailsShown)
      paintMap(painter, theme, shown, shape, head, mapOf);
    else
      paintPoint(painter, theme, shown, shape, head);
  };
  for (const Index head : order) paintOne(head);
  if (!theme.page.areMarksShown) return;
  const double width = 2 * theme.lineScale;
  const auto mark = [&](Index head, const QColor& color, double wide) {
    if (head < 0) return;
    paintOne(head);
    paintRing(painter, shapeOf(theme, shown, options, layout, head), options.areThumbnailsShown, color, wide);
  };
  for (const Index head : marks.chosen) mark(head, theme.locked, width);
  mark(marks.hovered, theme.hover, width);
  mark(marks.current, theme.accent, 1.5 * width);
}

void paintTitle(QPainter& painter, const Theme& theme, const AtlasShown& shown, const AtlasLayout& layout) {
  if (layout.title.isEmpty()) return;
  const QString share = QString::number(qRound(100 * shown.share));
  const AtlasCompanion& second = shown.companion;
  const QString text =
      second.table ? QObject::tr("● %1, ◆ %2 on the %3 residues of both; the plane shows %4 % of the differences")
                         .arg(QString::fromStdString(shown.first->mapTitle),
                              QString::fromStdString(second.table->mapTitle))
                         .arg(second.shared)
                         .arg(share)
                   : QObject::tr("%1 heads: near each other where their maps are alike; the plane shows %2 % of the "
                                 "differences")
                         .arg(shown.table->count())
                         .arg(share);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  paintLine(painter, theme, layout.title, Qt::AlignLeft | Qt::AlignVCenter, text);
}

/// How long a distance is, and what correlation it stands for.
void paintScale(QPainter& painter, const Theme& theme, const AtlasLayout& layout) {
  const QFontMetricsF metrics(theme.labelFont());
  double units = 2;
  for (const double wanted : {1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01})
    if (units * layout.pixelsPerUnit > 0.25 * layout.panel.width()) units = wanted;
  const double length = units * layout.pixelsPerUnit;
  if (length > 0.5 * layout.panel.width() || length < 4) return;
  const QString text = QStringLiteral("r = %1").arg(decimalText(1 - units * units / 2, units < 0.2 ? 3 : 2));
  const QPointF left(layout.panel.left(), layout.panel.bottom() - theme.space(1));
  painter.setPen(QPen(theme.muted, theme.lineScale));
  const double tick = theme.space(1);
  painter.drawLine(left, left + QPointF(length, 0));
  painter.drawLine(left - QPointF(0, tick), left + QPointF(0, tick));
  painter.drawLine(left + QPointF(length, -tick), left + QPointF(length, tick));
  painter.drawText(QRectF(left.x() + length + theme.space(1), left.y() - metrics.height() / 2,
                          metrics.horizontalAdvance(text) + 2, metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, text);
}

/// Circles of the least, a middle and the largest number.
void paintSizes(QPainter& painter, const Theme& theme, const AtlasShown& shown, const AtlasOptions& options,
                const QRectF& area) {
  if (area.isEmpty() || options.areThumbnailsShown) return;
  const QFontMetricsF metrics(theme.labelFont());
  painter.setFont(theme.labelFont());
  double x = area.left();
  const auto write = [&](const QString& text, const QColor& color) {
    const double width = metrics.horizontalAdvance(text);
    painter.setPen(color);
    painter.drawText(QRectF(x, area.top(), width + 1, area.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    x += width + theme.space(2);
  };
  write(QObject::tr("Size: %1").arg(shown.sizeTitle), theme.muted);
  for (const double share : {0.0, 0.5, 1.0}) {
    const double radius = pointRadius(theme, {0, 0, share});
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.muted);
    painter.drawEllipse(QPointF(x + radius, area.center().y()), radius, radius);
    x += 2 * radius + theme.space(1);
    write(shownNumber(shown.sizeLow + share * (shown.sizeHigh - shown.sizeLow), 2), theme.text);
  }
}

}  // namespace

void paintAtlas(QPainter& painter, const Theme& theme, const AtlasShown& shown, const AtlasOptions& options,
                const AtlasLayout& layout, const AtlasMarks& marks, const MapOfHead& mapOf) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (options.arrangement == AtlasArrangement::grid || !shown.hasLayout()) {
    const Index told = marks.heads.hovered >= 0 ? marks.heads.hovered : marks.heads.current;
    paintHeadGrid(painter, theme, *shown.table, shown.coloring, layout.grid, marks.heads, shown.words(told));
  } else {
    paintTitle(painter, theme, shown, layout);
    painter.save();
    painter.setClipRect(layout.panel, Qt::IntersectClip);
    if (options.areClustersShown) paintClusters(painter, theme, shown, layout);
    paintPoints(painter, theme, shown, options, layout, marks.heads, mapOf);
    if (options.areClustersShown) paintNames(painter, theme, shown, layout);
    painter.restore();
    paintScale(painter, theme, layout);
    paintHeadLegend(painter, theme, shown.coloring, layout.legend,
                    marks.heads.hovered >= 0 ? marks.heads.hovered : marks.heads.current);
    paintSizes(painter, theme, shown, options, layout.sizes);
  }
  if (marks.outline.size() > 1) {
    QColor fill = theme.locked;
    fill.setAlphaF(kLassoOpacity);
    painter.setPen(QPen(theme.locked, theme.lineScale, Qt::DashLine));
    painter.setBrush(fill);
    painter.drawPolygon(marks.outline);
  }
  painter.restore();
}

void paintHeadCard(QPainter& painter, const Theme& theme, const AtlasShown& shown, Index head, QPointF pixel,
                   QSizeF size, const MapOfHead& mapOf) {
  const QFontMetricsF metrics(theme.labelFont());
  const double gap = theme.space(2), side = kCardMap * theme.scale, wide = kCardText * theme.scale;
  const QImage map = mapOf(head, qRound(side * painter.device()->devicePixelRatioF()));
  const double mapWidth = map.isNull() ? 0 : side + gap;
  double high = 0, textWidth = 0;
  std::vector<std::pair<QString, QRectF>> texts;
  for (const QString& line : shown.cardLines(head)) {
    const QRectF box = metrics.boundingRect(QRectF(0, 0, wide, 1e4), Qt::TextWordWrap, line);
    texts.emplace_back(line, QRectF(0, high, wide, box.height()));
    textWidth = std::max(textWidth, box.width() + 1);
    high += box.height() + 2;
  }
  const double height = std::max(high, map.isNull() ? 0 : side) + 2 * gap, width = mapWidth + textWidth + 2 * gap;
  QRectF card(pixel.x() + 4 * gap, pixel.y() - height / 2, width, height);
  if (card.right() > size.width()) card.moveRight(pixel.x() - 4 * gap);
  card.moveLeft(std::max(card.left(), 0.0));
  card.moveTop(std::clamp(card.top(), 0.0, std::max(size.height() - height, 0.0)));
  painter.save();
  painter.setPen(QPen(theme.line, theme.lineScale));
  painter.setBrush(theme.panel);
  painter.drawRect(card);
  const QPointF inner = card.topLeft() + QPointF(gap, gap);
  if (!map.isNull()) {
    const double shrink = side / std::max(map.width(), map.height());
    painter.drawImage(QRectF(inner, QSizeF(map.width() * shrink, map.height() * shrink)), map);
  }
  painter.setFont(theme.labelFont());
  bool isFirst = true;
  for (const auto& [text, place] : texts) {
    painter.setPen(isFirst ? theme.text : theme.muted);
    painter.drawText(place.translated(inner + QPointF(mapWidth, 0)), Qt::TextWordWrap, text);
    isFirst = false;
  }
  painter.restore();
}

}  // namespace ui
