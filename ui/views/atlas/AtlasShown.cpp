#include "ui/views/atlas/AtlasShown.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/base/Nth.h"

namespace ui {

using engine::HeadAtlas;
using engine::HeadColumn;
using engine::HeadTable;
using engine::Index;

namespace {

constexpr double kLeastRadius = 3.5, kMostRadius = 11, kPlainRadius = 6;  // logical pixels
constexpr double kLeastMap = 34, kMostMap = 64;
constexpr double kLeastReach = 1e-6;  // units: heads that all lie in one place

std::vector<AtlasPoint> pointsOf(const HeadTable& table) {
  std::vector<AtlasPoint> points;
  if (table.atlas)
    for (Index head = 0; head < table.count(); ++head)
      points.push_back({engine::nth(table.atlas->x, head), engine::nth(table.atlas->y, head), 0.5});
  return points;
}

/// Of squared distances 2 (1 - r), whose sum over all pairs is n times that of the squared places when nothing is lost.
double shareInPlane(const HeadAtlas& atlas) {
  const auto count = static_cast<Index>(atlas.x.size());
  double distances = 0, places = 0;
  for (Index i = 0; i < count; ++i) {
    places += engine::nth(atlas.x, i) * engine::nth(atlas.x, i) + engine::nth(atlas.y, i) * engine::nth(atlas.y, i);
    for (Index j = i + 1; j < count; ++j) distances += 2 * atlas.distance(i, j);
  }
  return distances > 0 ? std::min(static_cast<double>(count) * places / distances, 1.0) : 1;
}

QString clusterName(const HeadTable& table, const std::vector<Index>& heads) {
  std::map<std::string, size_t> counts;
  for (const Index head : heads) ++counts[engine::nth(table.heads, head).label()];
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  constexpr size_t kWorthAName = 3;
  if (most->first == "other")
    return heads.size() < kWorthAName ? QString() : QObject::tr("%1 alike").arg(heads.size());
  const QString name = QString::fromStdString(most->first);
  return most->second == heads.size() ? QStringLiteral("%1 (%2)").arg(name).arg(heads.size())
                                      : QObject::tr("%1 (%2 of %3)").arg(name).arg(most->second).arg(heads.size());
}

std::vector<AtlasCluster> clustersOf(const HeadTable& table) {
  std::map<Index, std::vector<Index>> members;
  if (table.atlas)
    for (Index head = 0; head < table.count(); ++head) members[engine::nth(table.atlas->cluster, head)].push_back(head);
  std::vector<AtlasCluster> clusters;
  for (auto& [number, heads] : members)
    if (heads.size() > 1) clusters.push_back({heads, clusterName(table, heads)});
  return clusters;
}

/// The heads of both sets behind each other, with what is known of both. Annotations are those of one sequence.
std::shared_ptr<const HeadTable> joined(const HeadTable& first, const AtlasCompanion& companion) {
  auto both = std::make_shared<HeadTable>(first);
  both->heads.insert(both->heads.end(), companion.table->heads.begin(), companion.table->heads.end());
  for (engine::HeadStatistics& head : both->heads) head.annotations.clear();
  both->annotationNames.clear();
  both->numLayers = 1;
  both->numHeads = both->count();
  both->atlas = companion.atlas;
  both->chance.reset();
  if (!both->contacts) both->contacts = companion.table->contacts;
  return both;
}

/// Where a head is in the arrangement that is on show.
QPointF placeOf(const AtlasShown& shown, const AtlasOptions& options, const AtlasLayout& layout, Index head) {
  if (options.arrangement == AtlasArrangement::grid || !shown.hasLayout()) return layout.grid.rectOf(head).center();
  const AtlasPoint& point = engine::nth(shown.points, head);
  return layout.toPixel({point.x, point.y});
}

}  // namespace

AtlasShown::AtlasShown(std::shared_ptr<const HeadTable> from, const AtlasOptions& options, const Theme& theme,
                       const AtlasCompanion& second)
    : table(std::move(from)), first(table) {
  if (!table) return;
  if (second.atlas && options.arrangement == AtlasArrangement::points) {
    companion = second;
    table = joined(*first, companion);
  }
  columns = engine::columnsOf(*table);
  coloring = headColoring(*table, columns, options.coloredBy, theme);
  points = pointsOf(*table);
  clusters = clustersOf(*table);
  if (table->atlas) share = shareInPlane(*table->atlas);
  double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;
  for (const AtlasPoint& point : points) {
    left = std::min(left, point.x);
    right = std::max(right, point.x);
    low = std::min(low, point.y);
    high = std::max(high, point.y);
  }
  if (!points.empty()) {
    middle = {(left + right) / 2, (low + high) / 2};
    reach = std::max({(right - left) / 2, (high - low) / 2, kLeastReach});
  }
  const HeadColumn* const size = engine::findColumn(columns, options.sizedBy);
  if (!size) return;
  const std::vector<double> values = numbersOf(*table, *size);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const double value : values)
    if (std::isfinite(value)) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  if (!(least <= most)) return;
  sizeTitle = QString::fromStdString(size->title);
  sizeLow = std::min(least, 0.0);
  sizeHigh = most > sizeLow ? most : sizeLow + 1;
  for (size_t k = 0; k < points.size(); ++k)
    points[k].size = std::isfinite(values[k]) ? (values[k] - sizeLow) / (sizeHigh - sizeLow) : -1;
}

QString AtlasShown::nameOf(Index head) const {
  if (!companion.table) return headName(*first, head);
  const HeadTable& of = isOfCompanion(head) ? *companion.table : *first;
  return QStringLiteral("%1 (%2)").arg(headName(of, isOfCompanion(head) ? head - first->count() : head),
                                       QString::fromStdString(of.mapTitle));
}

QString AtlasShown::words(Index head) const {
  if (head < 0) return {};
  if (!companion.table) return headWords(*table, columns, coloring, head);
  const engine::HeadStatistics& of = engine::nth(table->heads, head);
  const HeadColumn* const column = engine::findColumn(columns, coloring.key);
  if (!column) return QStringLiteral("%1: %2").arg(nameOf(head), QString::fromStdString(of.label()));
  const QString value = headValueText(*column, of);
  return QStringLiteral("%1: %2 %3").arg(nameOf(head), QString::fromStdString(column->title), value);
}

ChosenHead AtlasShown::inModel(Index head) const {
  const HeadTable& of = isOfCompanion(head) ? *companion.table : *first;
  const Index own = isOfCompanion(head) ? head - first->count() : head;
  return {static_cast<int>(own / of.numHeads), static_cast<int>(own % of.numHeads)};
}

std::vector<Index> AtlasShown::numbersWith(const ChosenHead& head) const {
  std::vector<Index> numbers;
  for (const HeadTable* of : {first.get(), static_cast<const HeadTable*>(companion.table.get())})
    if (of && head.layer < of->numLayers && head.head < of->numHeads)
      numbers.push_back((of == first.get() ? 0 : first->count()) + head.layer * of->numHeads + head.head);
  return numbers;
}

std::vector<QString> AtlasShown::cardLines(Index head) const {
  const engine::HeadStatistics& of = engine::nth(table->heads, head);
  std::vector<QString> lines = {nameOf(head)};
  for (const engine::HeadLabel& label : of.labels)
    lines.push_back(
        QStringLiteral("%1: %2").arg(QString::fromStdString(label.name), QString::fromStdString(label.reason)));
  const auto addNumber = [&](const HeadColumn* column) {
    if (column)
      lines.push_back(QStringLiteral("%1 %2").arg(QString::fromStdString(column->title), headValueText(*column, of)));
  };
  addNumber(engine::findColumn(columns, coloring.key));
  if (!sizeTitle.isEmpty() && sizeTitle != coloring.caption)
    for (const HeadColumn& column : columns)
      if (QString::fromStdString(column.title) == sizeTitle) addNumber(&column);
  return lines;
}

QPointF AtlasLayout::toPixel(QPointF units) const {
  const QPointF shift = (units - middle) * pixelsPerUnit;
  return panel.center() + QPointF(shift.x(), -shift.y());
}

QPointF AtlasLayout::toUnits(QPointF pixel) const {
  const QPointF shift = (pixel - panel.center()) / pixelsPerUnit;
  return middle + QPointF(shift.x(), -shift.y());
}

AtlasLayout atlasLayout(const Theme& theme, const AtlasShown& shown, const AtlasOptions& options, QSizeF size) {
  AtlasLayout layout;
  const QFontMetricsF metrics(theme.labelFont());
  const double margin = theme.space(3), gap = theme.space(2), line = metrics.height();
  const QRectF area(margin, gap, std::max(size.width() - 2 * margin, 0.0), std::max(size.height() - 2 * gap, 0.0));
  if (options.arrangement == AtlasArrangement::grid || !shown.hasLayout()) {
    layout.grid = headGridLayout(theme, *shown.table, shown.coloring, area.adjusted(0, gap, 0, 0));
    layout.panel = layout.grid.cells;
    return layout;
  }
  layout.title = QRectF(area.left(), area.top(), area.width(), theme.page.isLegendShown ? line : 0);
  const bool hasSizes = !shown.sizeTitle.isEmpty();
  const double legend = headLegendHeight(theme, shown.coloring, area.width());
  const double sizes = hasSizes ? 2 * kMostRadius * theme.scale + gap : 0;
  layout.sizes = QRectF(area.left(), area.bottom() - sizes, area.width(), sizes);
  layout.legend = QRectF(area.left(), layout.sizes.top() - gap - legend, area.width(), legend);
  layout.panel =
      QRectF(QPointF(area.left(), layout.title.bottom() + gap), QPointF(area.right(), layout.legend.top() - gap));
  const double around = options.areThumbnailsShown ? kMostMap * theme.scale / 2 : 2 * kMostRadius * theme.scale;
  const double half = std::min(layout.panel.width(), layout.panel.height() - line) / 2 - around;
  const double wide = std::max(layout.panel.width() / 2 - around, 1.0);
  double halfWidth = 0, halfHeight = 0;
  for (const AtlasPoint& point : shown.points) {
    halfWidth = std::max(halfWidth, std::abs(point.x - shown.middle.x()));
    halfHeight = std::max(halfHeight, std::abs(point.y - shown.middle.y()));
  }
  const double high = std::max((layout.panel.height() - line) / 2 - around, 1.0);
  const double fitting = std::min(halfWidth > kLeastReach ? wide / halfWidth : std::max(half, 1.0) / shown.reach,
                                  halfHeight > kLeastReach ? high / halfHeight : std::max(half, 1.0) / shown.reach);
  layout.pixelsPerUnit = std::max(fitting, 1e-9) * options.window.zoom;
  layout.middle = options.window.zoom > 1 ? QPointF(options.window.x, options.window.y) : shown.middle;
  return layout;
}

double pointRadius(const Theme& theme, const AtlasPoint& point) {
  const double share = std::sqrt(std::clamp(point.size, 0.0, 1.0));
  return (kLeastRadius + (kMostRadius - kLeastRadius) * share) * theme.scale;
}

double mapSide(const Theme& theme, const AtlasPoint& point) {
  return (kLeastMap + (kMostMap - kLeastMap) * std::clamp(point.size, 0.0, 1.0)) * theme.scale;
}

Index headNear(const Theme& theme, const AtlasShown& shown, const AtlasOptions& options, const AtlasLayout& layout,
               QPointF pixel, double reach) {
  if (options.arrangement == AtlasArrangement::grid || !shown.hasLayout())
    return layout.grid.headAt(pixel).value_or(-1);
  if (!layout.panel.contains(pixel)) return -1;
  Index nearest = -1;
  double least = reach;
  for (Index head = 0; head < static_cast<Index>(shown.points.size()); ++head) {
    const AtlasPoint& point = engine::nth(shown.points, head);
    const QPointF away = layout.toPixel({point.x, point.y}) - pixel;
    const double extent = options.areThumbnailsShown ? mapSide(theme, point) / 2 : pointRadius(theme, point);
    const double distance = std::hypot(away.x(), away.y()) - extent;
    if (distance < least) {
      least = distance;
      nearest = head;
    }
  }
  return nearest;
}

std::vector<Index> headsWithin(const AtlasShown& shown, const AtlasOptions& options, const AtlasLayout& layout,
                               const QPolygonF& outline) {
  std::vector<Index> heads;
  for (Index head = 0; head < shown.table->count(); ++head)
    if (outline.containsPoint(placeOf(shown, options, layout, head), Qt::OddEvenFill)) heads.push_back(head);
  return heads;
}

Index headTowards(const AtlasShown& shown, Index head, QPoint arrow) {
  if (head < 0 || arrow.isNull()) return head;
  const AtlasPoint& from = engine::nth(shown.points, head);
  Index best = head;
  double least = std::numeric_limits<double>::infinity();
  for (Index other = 0; other < static_cast<Index>(shown.points.size()); ++other) {
    const AtlasPoint& to = engine::nth(shown.points, other);
    const double along = (to.x - from.x) * arrow.x() - (to.y - from.y) * arrow.y();
    const double away = std::hypot(to.x - from.x, to.y - from.y);
    if (along <= 0 || along < away * std::sqrt(0.5) - 1e-12 || away >= least) continue;
    least = away;
    best = other;
  }
  return best;
}

}  // namespace ui
