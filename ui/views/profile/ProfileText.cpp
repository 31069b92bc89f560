#include "ui/views/profile/ProfileText.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/base/Nth.h"
#include "engine/sequence/Alphabet.h"
#include "ui/views/profile/TransitionDiagram.h"

namespace ui {

using engine::Index;
using engine::LogoScale;

QString scaleTitle(LogoScale scale) {
  switch (scale) {
    case LogoScale::information:
      return QObject::tr("Information");
    case LogoScale::relativeEntropy:
      return QObject::tr("Relative entropy");
    case LogoScale::aboveBackground:
      return QObject::tr("Relative entropy, letters above background");
    case LogoScale::probability:
      return QObject::tr("Probability");
  }
  return {};
}

QString scaleWithUnit(LogoScale scale) {
  return scale == LogoScale::probability ? scaleTitle(scale) : scaleTitle(scale) + QObject::tr(" in bits");
}

std::vector<ReadoutLine> profileReadout(const ShownProfile& profile, LogoScale scale, Index column) {
  const auto k = static_cast<size_t>(column);
  std::vector<ReadoutLine> lines = {
      {QObject::tr("Column"), QObject::tr("%1 of %2").arg(column + 1).arg(profile.length)}};
  const auto& alignmentColumns = profile.hmm->alignmentColumn;
  if (k < alignmentColumns.size() && alignmentColumns[k] >= 0)
    lines.push_back({QObject::tr("Alignment column"), QString::number(alignmentColumns[k] + 1)});
  if (scale != LogoScale::probability)
    lines.push_back({scaleTitle(scale), QObject::tr("%1 bits").arg(profile.totals[k], 0, 'f', 2)});
  for (const ProfileRow& row : profile.rows)  // Neff is told with that of I and D elsewhere
    if (row.title != QObject::tr("Neff")) lines.push_back({row.title, row.text(column)});
  return lines;
}

QString profileStatus(const ShownProfile& profile, LogoScale scale, Index column) {
  QStringList texts = {QObject::tr("Column %1").arg(column + 1)};
  if (scale != LogoScale::probability)
    texts << QObject::tr("%1 bits").arg(engine::nth(profile.totals, column), 0, 'f', 2);
  for (const ProfileRow& row : profile.rows) texts << row.title.toLower() + u' ' + row.text(column);
  return texts.join(QStringLiteral(" · "));
}

QString profileCaption(const ShownProfile& profile, LogoScale scale, const ProfileLayout& layout,
                       const ProfileColumns& columns, Index detail) {
  const double seen = layout.logo.width() / columns.width;
  const Index first = static_cast<Index>(std::floor(columns.first)) + 1;
  const Index last = std::min(profile.length, static_cast<Index>(std::ceil(columns.first + seen)));
  QString text = QObject::tr("Logo of the profile HMM %1, columns %2 to %3 of %4; height of letters: %5%6.")
                     .arg(profile.title)
                     .arg(profile.length > 0 ? first : 0)
                     .arg(last)
                     .arg(profile.length)
                     .arg(scaleTitle(scale).toLower(),
                          scale == LogoScale::probability ? QString() : QObject::tr(" in bits"));
  if (detail >= 0 && !layout.emissions.isEmpty())
    text += QObject::tr(" Below: emissions of column %1 against the background and its transitions.").arg(detail + 1);
  return text;
}

std::vector<NumberTable> profileNumbers(const ShownProfile& profile, const ProfileColumns& columns, double room) {
  const Index length = profile.length;
  if (length == 0) return {};
  const double seen = room / columns.width;
  const Index first = std::clamp(static_cast<Index>(std::floor(columns.first + 1e-6)), Index{0}, length - 1);
  const Index last = std::clamp(static_cast<Index>(std::ceil(columns.first + seen - 1e-6)), first + 1, length);
  const auto tableOf = [&](const char* name, const std::vector<std::string>& labels,
                           const std::function<double(Index, size_t)>& value) {
    NumberTable table{name, "column", name,
                      {},   labels,   engine::Array<float>({last - first, static_cast<Index>(labels.size())}, 0.0F)};
    for (Index column = first; column < last; ++column) {
      table.rowLabels.push_back(std::to_string(column + 1));
      for (size_t k = 0; k < labels.size(); ++k)
        table.values(column - first, static_cast<Index>(k)) = static_cast<float>(value(column, k));
    }
    return table;
  };
  std::vector<std::string> letters, numbers;
  for (int code = 0; code < engine::alphabet::kNumResidues; ++code)
    letters.emplace_back(1, engine::alphabet::letterOf(static_cast<engine::ResidueCode>(code)));
  std::vector<const ProfileRow*> bars;
  for (const ProfileRow& row : profile.rows)
    if (row.kind == ProfileRow::Kind::bars) {
      bars.push_back(&row);
      numbers.push_back(row.title.toStdString());
    }
  const engine::ProfileHmm& hmm = *profile.hmm;
  const auto at = [](Index column) { return static_cast<size_t>(column); };
  return {tableOf("letter_heights", letters, [&](Index column, size_t k) { return profile.heights[at(column)][k]; }),
          tableOf("emissions", letters, [&](Index column, size_t k) { return hmm.emissions[at(column)][k]; }),
          tableOf("transitions", {"MM", "MI", "MD", "IM", "II", "DM", "DD"},
                  [&](Index column, size_t k) { return transitionProbabilities(hmm, column)[k]; }),
          tableOf("rows", numbers, [&](Index column, size_t k) { return bars[k]->numbers[at(column)]; })};
}

}  // namespace ui
