#include "ui/views/training/ReachWords.h"

#include <QFontMetricsF>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"
#include "ui/views/training/ChartPaint.h"

namespace ui {

using engine::Index;

namespace {

/// At which a head counts as more than chance.
constexpr double kLevel = 0.05;

QString percentText(double share) { return QString::number(100 * share, 'f', 0); }

double chanceOf(const engine::TrainingCourse& course) {
  Index all = 0, touching = 0;
  for (Index i = 0; i < course.length(); ++i)
    for (Index j = i + pairRanges()[0].nearest; j < course.length(); ++j) {
      if (std::isnan(course.touches(i, j))) continue;
      ++all;
      touching += course.touches(i, j) > 0 ? 1 : 0;
    }
  return all > 0 ? double(touching) / double(all) : 0;
}

/// Numbers of heads from the one with the fewest pairs within a group to the one with the most.
std::vector<std::size_t> headsByGroup(const ReachOfHeads& reaches) {
  std::vector<std::size_t> order(reaches.heads.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return reaches.heads[a].group.within < reaches.heads[b].group.within;
  });
  return order;
}

QString timesText(const engine::GroupShare& share) { return decimalText(share.times(), 1) + QStringLiteral(" ×"); }

/// The colours of the groups, on one line.
void paintGroupNames(QPainter& painter, const Theme& theme, const QRectF& area, const TrainingShown& shown) {
  const QFontMetricsF metrics(painter.font());
  const std::vector<std::string>& names = shown.course->groups.names;
  double x = area.left();
  for (std::size_t k = 0; k < names.size(); ++k) {
    const QString name = QString::fromStdString(names[k]);
    const double side = 0.6 * area.height(), width = metrics.horizontalAdvance(name);
    if (x + side + width > area.right()) return;
    painter.fillRect(QRectF(x, area.center().y() - side / 2, side, side), toColor(groupColor(k + 1)));
    painter.setPen(theme.muted);
    painter.drawText(QRectF(x + side + 4, area.top(), width + 2, area.height()), Qt::AlignVCenter, name);
    x += side + width + theme.space(3);
  }
}

}  // namespace

QString reachText(const TrainingShown& shown, const ReachOfHeads* reaches, ReachDetail detail) {
  if (!reaches || reaches->heads.empty() || shown.isEmpty()) return {};
  double peaked = 0;
  for (const HeadReach& head : reaches->heads) peaked += head.peaked / double(reaches->heads.size());
  const QString rows = QObject::tr("%1 % of the rows of heads have a weight above 0.5.").arg(percentText(peaked));
  if (!shown.hasStructure() || shown.methods.empty()) return rows;
  const auto [least, most] =
      std::minmax_element(reaches->heads.begin(), reaches->heads.end(),
                          [](const HeadReach& a, const HeadReach& b) { return a.top < b.top; });
  const QString single =
      percentText(least->top) == percentText(most->top)
          ? percentText(most->top)
          : QObject::tr("%1 to %2").arg(percentText(least->top), percentText(most->top));
  if (detail == ReachDetail::brief)
    return QObject::tr("Touch: single heads %1 %, their mean %2 %, couplings %3 %.")
        .arg(single, percentText(reaches->mean.top), percentText(shown.methods.front()->top[0]));
  return QObject::tr("Of the L strongest pairs touch: %1 % of single heads, %2 % of their mean, %3 % of couplings (%4 % by "
                     "chance). ")
             .arg(single, percentText(reaches->mean.top), percentText(shown.methods.front()->top[0]),
                  percentText(chanceOf(*shown.course))) +
         rows;
}

Index headsMoreThanChance(const ReachOfHeads& reaches) {
  return std::count_if(reaches.heads.begin(), reaches.heads.end(),
                       [](const HeadReach& head) { return head.group.isMoreThanChance(); });
}

QString headsText(const ReachOfHeads& reaches) {
  return QObject::tr("%1 of %2 heads more than chance (%3 would be by chance).")
      .arg(headsMoreThanChance(reaches))
      .arg(reaches.heads.size())
      .arg(std::lround(kLevel * double(reaches.heads.size())));
}

std::vector<GroupRow> groupRows(const TrainingShown& shown, const ReachOfHeads* reaches) {
  std::vector<GroupRow> rows;
  if (shown.isEmpty() || shown.course->groups.isEmpty()) return rows;
  for (const auto& method : shown.methods)
    rows.push_back({method->title, groupShareOf(*shown.course, method->strongest, shown.length())});
  if (reaches && !reaches->heads.empty() && !shown.isComparison()) {
    const std::vector<std::size_t> order = headsByGroup(*reaches);
    rows.push_back({QObject::tr("mean of heads"), reaches->mean.group});
    rows.push_back({QObject::tr("median head"), reaches->heads[order[order.size() / 2]].group});
    rows.push_back({QObject::tr("head %1, the most").arg(order.back() + 1), reaches->heads[order.back()].group});
  }
  if (shown.hasStructure()) rows.push_back({QObject::tr("all contacts"), groupShareOfContacts(*shown.course)});
  return rows;
}

QString groupsText(const TrainingShown& shown, const ReachOfHeads* reaches) {
  QStringList parts;
  const bool hasHeads = reaches && !reaches->heads.empty() && !shown.isComparison();
  const auto add = [&parts](const QString& name, const engine::GroupShare& share) {
    const QString chance = share.isMoreThanChance() ? QString() : QObject::tr(" (no more than chance)");
    const bool isFirst = parts.isEmpty();
    const QString pairs = QObject::tr("%1 %2 of %3 pairs, %4 chance");
    parts << (isFirst ? pairs.arg(name).arg(share.within).arg(share.asked).arg(timesText(share))
                      : QStringLiteral("%1 %2").arg(name, timesText(share))) +
                 chance;
  };
  if (!shown.isEmpty() && !shown.course->groups.isEmpty()) {
    for (const auto& method : shown.methods)
      add(method->title, groupShareOf(*shown.course, method->strongest, shown.length()));
    if (hasHeads) {
      const std::vector<std::size_t> order = headsByGroup(*reaches);
      add(QObject::tr("mean of heads"), reaches->mean.group);
      parts << QObject::tr("single heads %1 to %2")
                   .arg(decimalText(reaches->heads[order.front()].group.times(), 1),
                        timesText(reaches->heads[order.back()].group));
    }
    if (shown.hasStructure()) add(QObject::tr("all contacts"), groupShareOfContacts(*shown.course));
  }
  if (parts.isEmpty()) return {};
  QString text = QObject::tr("Within one group: %1.").arg(parts.join(QStringLiteral("; ")));
  if (hasHeads) text += u' ' + headsText(*reaches);
  return text;
}

void paintGroupTable(QPainter& painter, const Theme& theme, const QRectF& area, const TrainingShown& shown,
                     const ReachOfHeads* reaches) {
  const std::vector<GroupRow> rows = groupRows(shown, reaches);
  painter.setFont(theme.labelFont());
  const QFontMetricsF metrics(painter.font());
  const double line = metrics.height();
  painter.setPen(theme.text);
  paintFitting(painter, theme, QRectF(area.left(), area.top(), area.width(), line),
               {QObject::tr("Strongest pairs within one group, and times chance"), QObject::tr("Pairs within one group")});
  double nameWidth = 0;
  for (const GroupRow& row : rows) nameWidth = std::max(nameWidth, metrics.horizontalAdvance(row.name));
  const double count = metrics.horizontalAdvance(QStringLiteral("000 of 000")), gap = theme.space(2);
  const double times = metrics.horizontalAdvance(QStringLiteral("00.0 ×"));
  nameWidth = std::min(nameWidth + 2, area.width() - count - times - 2 * gap);
  double y = area.top() + line + theme.space(1);
  const auto cell = [&](double x, double width, Qt::Alignment side, const QString& text) {
    paintLine(painter, theme, QRectF(x, y, width, line), side, text);
    return x + width + gap;
  };
  for (const GroupRow& row : rows) {
    if (y + line > area.bottom()) return;
    painter.setPen(theme.text);
    double x = cell(area.left(), nameWidth, Qt::AlignLeft, row.name);
    x = cell(x, count, Qt::AlignRight, QObject::tr("%1 of %2").arg(row.share.within).arg(row.share.asked));
    x = cell(x, times, Qt::AlignRight, timesText(row.share));
    if (!row.share.isMoreThanChance())
      cell(x, std::max(0.0, area.right() - x), Qt::AlignLeft, QObject::tr("as by chance"));
    y += line;
  }
  if (y + line <= area.bottom()) paintGroupNames(painter, theme, QRectF(area.left(), y, area.width(), line), shown);
  y += line;
  if (!reaches || reaches->heads.empty() || shown.isComparison() || y + line > area.bottom()) return;
  painter.setPen(theme.muted);
  paintFitting(painter, theme, QRectF(area.left(), y, area.width(), line),
               {headsText(*reaches),
                QObject::tr("%1 of %2 heads more").arg(headsMoreThanChance(*reaches)).arg(reaches->heads.size())});
}

}  // namespace ui
