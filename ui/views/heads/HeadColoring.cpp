#include "ui/views/heads/HeadColoring.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "ui/views/maps/ColorBar.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::HeadColumn;
using engine::HeadRule;
using engine::HeadTable;
using engine::Index;

namespace {

/// Where all values are far from 0 the colours begin at the least.
constexpr double kFarFromZero = 0.5;

QColor mixed(const QColor& one, const QColor& other, double share) {
  const auto channel = [share](int a, int b) { return qRound(a + share * (b - a)); };
  return {channel(one.red(), other.red()), channel(one.green(), other.green()), channel(one.blue(), other.blue())};
}

/// What the rule is called where its labels tell more than one thing.
QString ruleName(HeadRule rule) {
  switch (rule) {
    case HeadRule::offset:
      return QObject::tr("offset");
    case HeadRule::sink:
      return QObject::tr("sink");
    case HeadRule::residueType:
      return QObject::tr("residue type");
    default:
      return {};
  }
}

MapLook lookOf(const std::vector<double>& values, const Theme& theme) {
  MapLook look;
  look.notANumber = toRgb(mixed(theme.canvas, theme.muted, 0.2));
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!(low <= high)) return look;
  if (low < 0) {
    look.colorMapId = "diverging";
    look.high = std::max(-low, high);
    look.low = -look.high;
    return look;
  }
  look.low = low > kFarFromZero * high ? low : 0;
  look.high = high > look.low ? high : look.low + 1;
  return look;
}

std::vector<HeadLabelEntry> entriesOf(const HeadTable& table) {
  std::vector<HeadLabelEntry> entries;
  for (const engine::HeadStatistics& head : table.heads) {
    if (head.labels.empty()) continue;
    const engine::HeadLabel& label = head.labels.front();
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const HeadLabelEntry& entry) { return entry.rule == label.rule; });
    const QString name = QString::fromStdString(label.name);
    if (found == entries.end()) {
      entries.push_back({label.rule, name, 1});
    } else {
      ++found->count;
      if (found->name != name) found->name = ruleName(label.rule);
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const HeadLabelEntry& a, const HeadLabelEntry& b) { return a.rule < b.rule; });
  return entries;
}

/// Where each entry stands in a legend of this width.
std::vector<QRectF> entryPlaces(const Theme& theme, const HeadColoring& coloring, double width) {
  const QFontMetricsF metrics(theme.labelFont());
  const double line = metrics.height() + theme.space(1) / 2.0, swatch = metrics.ascent();
  std::vector<QRectF> places;
  double x = 0, y = 0;
  for (const HeadLabelEntry& entry : coloring.entries) {
    const QString text = entry.name + QStringLiteral("  ") + QString::number(entry.count);
    const double wide = swatch + theme.space(1) + metrics.horizontalAdvance(text) + 1;
    if (x > 0 && x + wide > width) {
      x = 0;
      y += line;
    }
    places.emplace_back(x, y, std::min(wide, width), line);
    x += wide + theme.space(3);
  }
  return places;
}

}  // namespace

QString headName(const HeadTable& table, Index head) {
  const Index perLayer = std::max<Index>(table.numHeads, 1);
  if (table.numLayers < 2) return QObject::tr("Head %1").arg(head + 1);
  return QObject::tr("Layer %1, head %2").arg(head / perLayer + 1).arg(head % perLayer + 1);
}

QString headShortName(const HeadTable& table, Index head) {
  const Index perLayer = std::max<Index>(table.numHeads, 1);
  if (table.numLayers < 2) return QString::number(head + 1);
  return QStringLiteral("%1 · %2").arg(head / perLayer + 1).arg(head % perLayer + 1);
}

QString headCellText(const HeadColumn& column, const engine::HeadStatistics& head) {
  const QString text = QString::fromStdString(column.text(head));
  return column.number(head) ? withMinus(text) : text;
}

QString headValueText(const HeadColumn& column, const engine::HeadStatistics& head) {
  const QString text = headCellText(column, head);
  return column.unit.empty() || !column.number(head) ? text : text + u' ' + QString::fromStdString(column.unit);
}

bool hasWords(const HeadTable& table, const HeadColumn& column) {
  return std::any_of(table.heads.begin(), table.heads.end(), [&](const engine::HeadStatistics& head) {
    return std::holds_alternative<std::string>(column.value(head));
  });
}

std::vector<double> numbersOf(const HeadTable& table, const HeadColumn& column) {
  std::vector<double> values;
  values.reserve(table.heads.size());
  for (const engine::HeadStatistics& head : table.heads)
    values.push_back(column.number(head).value_or(std::numeric_limits<double>::quiet_NaN()));
  return values;
}

QColor ruleColor(HeadRule rule, const Theme& theme) {
  const auto& colors = okabeIto();
  switch (rule) {
    case HeadRule::contacts:
      return toColor(colors[6]);
    case HeadRule::offset:
      return toColor(colors[2]);
    case HeadRule::sink:
      return toColor(colors[4]);
    case HeadRule::helix:
      return toColor(colors[7]);
    case HeadRule::residueType:
      return toColor(colors[3]);
    case HeadRule::self:
      return toColor(colors[5]);
    case HeadRule::local:
      return toColor(colors[1]);
    case HeadRule::specialTokens:
      return theme.text;
    case HeadRule::uniform:
      return theme.muted;
    case HeadRule::other:
      return mixed(theme.canvas, theme.muted, 0.45);
    case HeadRule::empty:
      break;
  }
  return mixed(theme.canvas, theme.muted, 0.2);
}

std::string tellingColor(const HeadTable& table, const std::vector<HeadColumn>& columns) {
  constexpr Index kOneIn = 4;  // heads with a name
  const auto named = std::count_if(table.heads.begin(), table.heads.end(), [](const engine::HeadStatistics& head) {
    return !head.labels.empty() && head.labels.front().rule != HeadRule::other &&
           head.labels.front().rule != HeadRule::empty;
  });
  if (named * kOneIn >= table.count()) return {};
  for (const char* key : {"P_all_L", "entropy_norm"}) {
    const HeadColumn* const column = engine::findColumn(columns, key);
    const std::vector<double> values = column ? numbersOf(table, *column) : std::vector<double>{};
    if (std::any_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) return key;
  }
  return {};
}

HeadColoring headColoring(const HeadTable& table, const std::vector<HeadColumn>& columns, const std::string& key,
                          const Theme& theme) {
  HeadColoring coloring;
  const std::string chosen = key.empty() ? tellingColor(table, columns) : key;
  const HeadColumn* const column = engine::findColumn(columns, chosen);
  if (!column || hasWords(table, *column)) {
    coloring.caption = QObject::tr("Label");
    coloring.entries = entriesOf(table);
    for (const engine::HeadStatistics& head : table.heads)
      coloring.colors.push_back(ruleColor(head.labels.empty() ? HeadRule::empty : head.labels.front().rule, theme));
    return coloring;
  }
  coloring.key = chosen;
  coloring.caption = QString::fromStdString(column->title);
  if (!column->unit.empty()) coloring.caption += QStringLiteral(", ") + QString::fromStdString(column->unit);
  coloring.values = numbersOf(table, *column);
  coloring.hasValues =
      std::any_of(coloring.values.begin(), coloring.values.end(), [](double value) { return std::isfinite(value); });
  coloring.look = lookOf(coloring.values, theme);
  for (const double value : coloring.values) coloring.colors.push_back(toColor(colorOf(coloring.look, value)));
  return coloring;
}

QString headWords(const HeadTable& table, const std::vector<HeadColumn>& columns, const HeadColoring& coloring,
                  Index head) {
  if (head < 0) return {};
  const engine::HeadStatistics& of = engine::nth(table.heads, head);
  const HeadColumn* const column = engine::findColumn(columns, coloring.key);
  const QString name = headName(table, head);
  if (!column) return QStringLiteral("%1: %2").arg(name, QString::fromStdString(of.label()));
  return QStringLiteral("%1: %2 %3").arg(name, QString::fromStdString(column->title), headValueText(*column, of));
}

QString contactVerdict(const HeadTable& table) {
  const Index best = table.bestContactHead();
  if (!table.chance || best < 0) return {};
  const auto precision = [](const engine::HeadStatistics& head) {
    return head.contacts ? head.contacts->at(engine::PairRange::all, 0).precision.value_or(0) : 0;
  };
  const engine::ChanceOfBest& chance = *table.chance;
  const auto isAbove = [&](const engine::HeadStatistics& head) { return precision(head) > chance.band.high; };
  const auto above = std::count_if(table.heads.begin(), table.heads.end(), isAbove);
  const QString verdict = above == 0   ? QObject::tr("no head sees contacts better than chance")
                          : above == 1 ? QObject::tr("one head is above that")
                                       : QObject::tr("%1 heads are above that").arg(above);
  return QObject::tr("Best P@L %1, %2. By chance the best of %3 heads reaches %4 (95 %: %5–%6): %7.")
      .arg(decimalText(precision(engine::nth(table.heads, best)), 3), headName(table, best).toLower())
      .arg(table.count())
      .arg(decimalText(chance.median, 3), decimalText(chance.band.low, 3), decimalText(chance.band.high, 3), verdict);
}

double headLegendHeight(const Theme& theme, const HeadColoring& coloring, double width) {
  if (!coloring.isByLabel())
    return coloring.hasValues ? colorBarHeight(theme, coloring.caption, width)
                              : QFontMetricsF(theme.labelFont()).height();
  const std::vector<QRectF> places = entryPlaces(theme, coloring, width);
  return places.empty() ? 0 : places.back().bottom();
}

void paintHeadLegend(QPainter& painter, const Theme& theme, const HeadColoring& coloring, const QRectF& area,
                     Index marked) {
  const QFontMetricsF metrics(theme.labelFont());
  painter.setFont(theme.labelFont());
  if (!coloring.isByLabel() && !coloring.hasValues) {
    painter.setPen(theme.muted);
    return painter.drawText(area, Qt::AlignLeft | Qt::AlignTop,
                            QObject::tr("%1: no head has this number").arg(coloring.caption));
  }
  if (!coloring.isByLabel()) {
    const Rect bar{area.x(), area.y(), area.width(), area.height()};
    paintColorBar(painter, theme, bar, coloring.look, coloring.caption, area.width());
    const double value = marked < 0 ? std::nan("") : engine::nth(coloring.values, marked);
    if (!std::isfinite(value) || !theme.page.areMarksShown || theme.page.colorBar == ColorBarPlace::none) return;
    painter.setPen(QPen(theme.locked, 2 * theme.lineScale));
    return painter.drawLine(lineAcrossBar(theme, bar, coloring.look, value));
  }
  const std::vector<QRectF> places = entryPlaces(theme, coloring, area.width());
  const double swatch = metrics.ascent();
  for (size_t k = 0; k < places.size(); ++k) {
    const QRectF place = places[k].translated(area.topLeft());
    const HeadLabelEntry& entry = coloring.entries[k];
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.setBrush(ruleColor(entry.rule, theme));
    painter.drawRect(QRectF(place.left(), place.center().y() - swatch / 2, swatch, swatch));
    const QRectF text = place.adjusted(swatch + theme.space(1), 0, 0, 0);
    painter.setPen(theme.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, entry.name);
    painter.setPen(theme.muted);
    painter.drawText(text.adjusted(metrics.horizontalAdvance(entry.name + QStringLiteral("  ")), 0, 1, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, QString::number(entry.count));
  }
}

}  // namespace ui
