#include "ui/views/headtable/HeadTablePaint.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kProfileWidth = 132, kHistogramHeight = 22, kMostLabel = 250;  // logical pixels
constexpr float kChipOpacity = 0.28F, kSelectedOpacity = 0.18F, kBandOpacity = 0.16F;
constexpr Index kFewCells = 100;  // of which a share tells little

double padding(const Theme& theme) { return theme.space(1); }

/// In two lines where that makes it narrower.
QStringList titleLines(const QFontMetricsF& metrics, const QString& title) {
  QStringList best = {title};
  double least = metrics.horizontalAdvance(title);
  for (qsizetype at = title.indexOf(u' '); at >= 0; at = title.indexOf(u' ', at + 1)) {
    const QStringList lines = {title.left(at), title.mid(at + 1)};
    const double width = std::max(metrics.horizontalAdvance(lines[0]), metrics.horizontalAdvance(lines[1]));
    if (width >= least) continue;
    least = width;
    best = lines;
  }
  return best;
}

double widest(const QFontMetricsF& metrics, const QStringList& lines) {
  double width = 0;
  for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
  return width;
}

QString sortSign(const ShownHeadColumn& column, const HeadHeaderState& state) {
  if (column.kind == HeadCellKind::profile || state.sortedBy != column.key) return {};
  return state.isDescending ? QStringLiteral(" ▾") : QStringLiteral(" ▴");
}

double chipWidth(const QFontMetricsF& metrics, const Theme& theme, const QString& text) {
  return metrics.horizontalAdvance(text) + 2 * theme.space(1);
}

double labelWidth(const Theme& theme, const HeadTableShown& shown) {
  const QFontMetricsF metrics(theme.labelFont());
  double most = metrics.horizontalAdvance(QStringLiteral("residue type W"));
  for (const engine::HeadStatistics& head : shown.table->heads) {
    double width = 0;
    for (const engine::HeadLabel& label : head.labels)
      width += chipWidth(metrics, theme, QString::fromStdString(label.text())) + theme.space(1);
    most = std::max(most, width);
  }
  return std::min(most, kMostLabel * theme.scale);
}

double numberWidth(const Theme& theme, const HeadTableShown& shown, const ShownHeadColumn& column) {
  const QFontMetricsF metrics(theme.labelFont());
  double width = metrics.horizontalAdvance(QStringLiteral("0.000"));
  const bool isWords = column.kind == HeadCellKind::words;
  const HeadHistogram& histogram = column.histogram;
  for (Index head = 0; head < shown.table->count(); ++head) {
    const auto number = shown.columnOf(column)->number(engine::nth(shown.table->heads, head));
    if (isWords || (number && (*number == histogram.low || *number == histogram.high)))
      width = std::max(width, metrics.horizontalAdvance(shown.text(head, column)));
  }
  return width;
}

void paintChip(QPainter& painter, const Theme& theme, const QRectF& place, const QString& text, const QColor& color,
               bool isFirst) {
  painter.setRenderHint(QPainter::Antialiasing);
  QColor fill = color;
  fill.setAlphaF(isFirst ? kChipOpacity : 0);
  painter.setBrush(fill);
  painter.setPen(QPen(isFirst ? color : theme.line, theme.lineScale));
  painter.drawRoundedRect(place, 3, 3);
  painter.setPen(isFirst ? theme.text : theme.muted);
  painter.drawText(place, Qt::AlignCenter, text);
}

/// The first label, and the others as far as there is room; what has none is counted.
void paintLabels(QPainter& painter, const Theme& theme, const QRectF& cell, const engine::HeadStatistics& head) {
  const QFontMetricsF metrics(theme.labelFont());
  const double height = metrics.height(), gap = theme.space(1), right = cell.right() - padding(theme);
  double x = cell.left() + padding(theme);
  for (size_t k = 0; k < head.labels.size(); ++k) {
    const engine::HeadLabel& label = head.labels[k];
    QString text = QString::fromStdString(label.text());
    double width = chipWidth(metrics, theme, text);
    const QString rest = QStringLiteral("+%1").arg(head.labels.size() - k);
    const double needed = k + 1 < head.labels.size() ? width + gap + chipWidth(metrics, theme, rest) : width;
    if (k > 0 && x + needed > right) {
      painter.setPen(theme.muted);
      painter.drawText(QRectF(x, cell.top(), right - x, cell.height()), Qt::AlignLeft | Qt::AlignVCenter, rest);
      return;
    }
    if (x + width > right) {
      width = right - x;
      text = metrics.elidedText(text, Qt::ElideRight, width - 2 * theme.space(1));
    }
    paintChip(painter, theme, QRectF(x, cell.center().y() - height / 2, width, height), text,
              ruleColor(label.rule, theme), k == 0);
    x += width + gap;
  }
}

QRectF profileArea(const Theme& theme, const QRectF& cell) {
  return cell.adjusted(padding(theme), 2, -padding(theme), -2);
}

/// One bar per offset, as high as the square root of its weight.
void paintProfile(QPainter& painter, const Theme& theme, const QRectF& cell, const engine::HeadStatistics& head) {
  const QRectF area = profileArea(theme, cell);
  const auto count = static_cast<double>(head.offsets.size());
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), theme.line);
  if (head.offsets.empty()) {
    painter.setPen(theme.muted);
    return painter.drawText(cell, Qt::AlignCenter, QStringLiteral("–"));
  }
  const double wide = area.width() / count;
  painter.fillRect(QRectF(area.center().x() - 0.5, area.top(), 1, area.height()), theme.line);
  for (size_t k = 0; k < head.offsets.size(); ++k) {
    const double height = std::sqrt(std::clamp(head.offsets[k], 0.0, 1.0)) * area.height();
    const double left = area.left() + static_cast<double>(k) * wide;
    const bool isMiddle = 2 * k + 1 == head.offsets.size();
    painter.fillRect(QRectF(left, area.bottom() - height, std::max(wide - 0.3, 0.8), height),
                     isMiddle ? theme.text : theme.muted);
  }
}

/// The bars of all heads, darker those that are on show; a line at the value of the current head.
void paintHistogram(QPainter& painter, const Theme& theme, const QRectF& area, const HeadTableShown& shown,
                    const ShownHeadColumn& column, Index current) {
  const HeadHistogram& histogram = column.histogram;
  if (histogram.all.empty()) return;
  const double span = histogram.high - histogram.low, wide = area.width() / static_cast<double>(histogram.all.size());
  const auto place = [&](double value) {
    return span > 0 ? area.left() + std::clamp((value - histogram.low) / span, 0.0, 1.0) * area.width()
                    : area.center().x();
  };
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto& chance = shown.table->chance;
  if (column.key == "P_all_L" && chance && span > 0) {
    QColor band = theme.warning;
    band.setAlphaF(kBandOpacity);
    painter.fillRect(
        QRectF(QPointF(place(chance->band.low), area.top()), QPointF(place(chance->band.high), area.bottom())), band);
    painter.fillRect(QRectF(place(chance->median) - 0.5, area.top(), theme.lineScale, area.height()), theme.warning);
  }
  const auto paintBars = [&](const std::vector<int>& counts, const QColor& color) {
    for (size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] == 0) continue;
      const double height = std::max(area.height() * counts[k] / histogram.most, 1.5);
      painter.fillRect(QRectF(area.left() + static_cast<double>(k) * wide, area.bottom() - height,
                              std::max(wide - 0.5, 1.0), height),
                       color);
    }
  };
  paintBars(histogram.all, theme.line);
  paintBars(histogram.kept, theme.muted);
  painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), theme.line);
  if (current < 0 || !theme.page.areMarksShown) return;
  const auto value = shown.columnOf(column)->number(engine::nth(shown.table->heads, current));
  if (!value) return;
  const double width = 2 * theme.lineScale,
               x = std::clamp(place(*value), area.left() + width / 2, area.right() - width / 2);
  painter.fillRect(QRectF(x - width / 2, area.top() - 2, width, area.height() + 3), theme.accent);
}

}  // namespace

double headRowHeight(const Theme& theme) { return std::ceil(QFontMetricsF(theme.labelFont()).height() * 1.5); }

double headGroupHeight(const Theme& theme) {
  return std::ceil(QFontMetricsF(theme.labelFont()).height() + theme.space(1));
}

double headHeadingHeight(const Theme& theme) {
  return std::ceil(kHistogramHeight * theme.scale + 2 * QFontMetricsF(theme.labelFont()).height() + 3 * theme.space(1));
}

double headNamesWidth(const Theme& theme, const engine::HeadTable& table) {
  const QFontMetricsF metrics(theme.labelFont());
  const QString last = headShortName(table, std::max<Index>(table.count() - 1, 0));
  const double widestName = metrics.horizontalAdvance(QString(last.size(), u'0'));
  const double heading = widest(metrics, {QObject::tr("layer ·"), QObject::tr("head")});
  return std::ceil(std::max(widestName, heading) + metrics.ascent() + 4 * padding(theme));
}

std::vector<double> headColumnWidths(const Theme& theme, const HeadTableShown& shown) {
  const QFontMetricsF metrics(theme.labelFont());
  std::vector<double> widths;
  const double sign = metrics.horizontalAdvance(QStringLiteral(" ▾"));
  for (const ShownHeadColumn& column : shown.shown) {
    QStringList lines = titleLines(metrics, column.title);
    double width = widest(metrics, lines) +
                   (lines.size() == 1 || widest(metrics, {lines.back()}) + sign > widest(metrics, lines) ? sign : 0);
    switch (column.kind) {
      case HeadCellKind::label:
        width = std::max(width, labelWidth(theme, shown));
        break;
      case HeadCellKind::profile:
        width = std::max(width, kProfileWidth * theme.scale);
        break;
      default:
        width = std::max(width, numberWidth(theme, shown, column));
    }
    widths.push_back(std::ceil(width + 3 * padding(theme)));
  }
  return widths;
}

void paintHeadName(QPainter& painter, const Theme& theme, const QRectF& cell, const HeadTableShown& shown, Index head,
                   bool isCurrent) {
  const QFontMetricsF metrics(theme.labelFont());
  const double side = metrics.ascent();
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRectF swatch(std::round(cell.left() + padding(theme)), std::round(cell.center().y() - side / 2), side, side);
  painter.fillRect(swatch, engine::nth(shown.coloring.colors, head));
  if (isCurrent) painter.fillRect(QRectF(cell.left(), cell.top(), 2 * theme.lineScale, cell.height()), theme.accent);
  painter.setFont(theme.labelFont());
  painter.setPen(isCurrent ? theme.accent : theme.text);
  painter.drawText(cell.adjusted(side + 2 * padding(theme), 0, -padding(theme), 0), Qt::AlignRight | Qt::AlignVCenter,
                   headShortName(*shown.table, head));
}

void paintHeadCell(QPainter& painter, const Theme& theme, const QRectF& cell, const HeadTableShown& shown, Index head,
                   const ShownHeadColumn& column, bool isSelected) {
  if (isSelected) {
    QColor background = theme.accent;
    background.setAlphaF(kSelectedOpacity);
    painter.fillRect(cell, background);
  }
  painter.setFont(theme.labelFont());
  const engine::HeadStatistics& of = engine::nth(shown.table->heads, head);
  if (column.kind == HeadCellKind::label) return paintLabels(painter, theme, cell, of);
  if (column.kind == HeadCellKind::profile) return paintProfile(painter, theme, cell, of);
  const bool isFaint = column.key == "strong_contacts" && of.contacts && of.contacts->strongCells < kFewCells;
  const QString text = shown.text(head, column);
  painter.setPen(isFaint || text == QStringLiteral("–") ? theme.muted : theme.text);
  painter.drawText(cell.adjusted(padding(theme), 0, -2 * padding(theme), 0), Qt::AlignRight | Qt::AlignVCenter, text);
}

void paintHeadGroup(QPainter& painter, const Theme& theme, const QRectF& area, const HeadTableShown& shown,
                    const HeadGroup& group) {
  const QFontMetricsF metrics(theme.labelFont());
  const QString name = QString::fromStdString(group.name);
  const QString sign = !group.canFold() ? QString() : group.isFolded ? QStringLiteral("▸ ") : QStringLiteral("▾ ");
  QStringList texts;
  if (group.name == "Contacts") {
    for (const QString& chance : shown.chanceTexts()) texts << sign + name + QStringLiteral(": ") + chance;
    if (const QString some = shown.contactProteinsText(); !some.isEmpty())
      texts << sign + name + QStringLiteral(": ") + some;
    if (!shown.hasContacts) texts << sign + name + QObject::tr(": need a structure");
  }
  texts << sign + name;
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  const QRectF room = area.adjusted(padding(theme), 0, -padding(theme), 0);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(metrics, {texts.begin(), texts.end()}, room.width()));
}

void paintHeadHeading(QPainter& painter, const Theme& theme, const QRectF& area, const HeadTableShown& shown,
                      const ShownHeadColumn& column, const HeadHeaderState& state) {
  const QFontMetricsF metrics(theme.labelFont());
  const double pad = padding(theme), height = kHistogramHeight * theme.scale;
  paintHistogram(painter, theme, QRectF(area.left() + pad, area.top() + pad, area.width() - 3 * pad, height), shown,
                 column, state.current);
  painter.setFont(theme.labelFont());
  painter.setPen(state.sortedBy == column.key ? theme.text : theme.muted);
  QStringList lines = titleLines(metrics, column.title);
  lines.back() += sortSign(column, state);
  const bool isLeft = column.kind == HeadCellKind::label || column.kind == HeadCellKind::profile;
  painter.drawText(area.adjusted(pad, height, isLeft ? -pad : -2 * pad, -pad),
                   Qt::AlignBottom | (isLeft ? Qt::AlignLeft : Qt::AlignRight), lines.join(u'\n'));
}

double headPageHeight(const Theme& theme, Index numRows) {
  return headGroupHeight(theme) + headHeadingHeight(theme) + headRowHeight(theme) * static_cast<double>(numRows) + 1;
}

void paintHeadPage(QPainter& painter, const Theme& theme, const QRectF& area, const HeadTableShown& shown,
                   const HeadHeaderState& state) {
  const double names = headNamesWidth(theme, *shown.table), groupHeight = headGroupHeight(theme);
  const double heading = headHeadingHeight(theme), line = headRowHeight(theme);
  const std::vector<double> widths = headColumnWidths(theme, shown);
  std::vector<double> lefts = {area.left() + names};
  for (const double width : widths) lefts.push_back(lefts.back() + width);
  int numColumns = 0;  // that have room
  while (numColumns < static_cast<int>(widths.size()) && engine::nth(lefts, numColumns + 1) <= area.right() + 1)
    ++numColumns;
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  for (const HeadGroup& group : shown.groups) {
    const int last = std::min(group.last, numColumns);
    if (last <= group.first) break;
    paintHeadGroup(painter, theme,
                   QRectF(engine::nth(lefts, group.first), area.top(),
                          engine::nth(lefts, last) - engine::nth(lefts, group.first), groupHeight),
                   shown, group);
  }
  for (int k = 0; k < numColumns; ++k)
    paintHeadHeading(painter, theme,
                     QRectF(engine::nth(lefts, k), area.top() + groupHeight, engine::nth(widths, k), heading), shown,
                     engine::nth(shown.shown, k), state);
  double y = area.top() + groupHeight + heading;
  painter.fillRect(QRectF(area.left(), y, engine::nth(lefts, numColumns) - area.left(), theme.lineScale), theme.line);
  for (const Index head : shown.rows) {
    if (y + line > area.bottom() + 1) break;
    const bool isCurrent = theme.page.areMarksShown && head == state.current;
    paintHeadName(painter, theme, QRectF(area.left(), y, names, line), shown, head, isCurrent);
    for (int k = 0; k < numColumns; ++k)
      paintHeadCell(painter, theme, QRectF(engine::nth(lefts, k), y, engine::nth(widths, k), line), shown, head,
                    engine::nth(shown.shown, k), isCurrent);
    y += line;
  }
  painter.restore();
}

}  // namespace ui
