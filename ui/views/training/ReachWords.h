// What heads, their mean and couplings reach, in words and as a table: contacts, pairs within one group.
#pragma once

#include <QPainter>
#include <QString>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/training/HeadReaches.h"

namespace ui {

/// brief: for narrow views.
enum class ReachDetail { full, brief };

/// "Of the L strongest pairs touch: 8 to 25 % of single heads, 62 % of their mean, 67 % of couplings (3 % by chance).
/// 22 % of the rows of heads have a weight above 0.5." Empty without heads.
QString reachText(const TrainingShown& shown, const ReachOfHeads* reaches, ReachDetail detail = ReachDetail::full);

struct GroupRow {
  QString name;
  engine::GroupShare share;
};
/// Couplings or methods, then the mean of heads, the median head and the one with the most, then all contacts; none
/// without groups.
std::vector<GroupRow> groupRows(const TrainingShown& shown, const ReachOfHeads* reaches);
/// How many of the heads join pairs of one group more often than by chance, at a level at which one of twenty would by
/// itself.
engine::Index headsMoreThanChance(const ReachOfHeads& reaches);
/// "21 of 64 heads more than chance (3 would be by chance)."
QString headsText(const ReachOfHeads& reaches);
/// "Within one group: couplings 34 of 223 pairs, 2.1 × chance; mean of heads 1.9 ×; ...".
QString groupsText(const TrainingShown& shown, const ReachOfHeads* reaches);
void paintGroupTable(QPainter& painter, const Theme& theme, const QRectF& area, const TrainingShown& shown,
                     const ReachOfHeads* reaches);

}  // namespace ui
