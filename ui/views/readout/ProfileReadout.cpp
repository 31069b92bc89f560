#include "ui/views/readout/ProfileReadout.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/sequence/Alphabet.h"

namespace ui {

using engine::Index;
using engine::Transition;

namespace {

QString share(double probability) { return QString::number(probability, 'g', 2); }

QString residuesText(const engine::ResidueVector& emissions) {
  std::vector<size_t> order(emissions.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return emissions[a] > emissions[b]; });
  QStringList texts;
  for (size_t k = 0; k < order.size() && k < kMostTopResidues; ++k) {
    if (emissions[order[k]] <= 0) break;
    texts << QStringLiteral("%1\u00a0%2\u00a0%")
                 .arg(QLatin1Char(engine::alphabet::letterOf(static_cast<engine::ResidueCode>(order[k]))))
                 .arg(qRound(100 * emissions[order[k]]));
  }
  return texts.join(QStringLiteral(", "));
}

struct ProfileColumn {
  std::shared_ptr<const engine::ProfileHmm> profile;  ///< null: none
  std::string title;
  Index column = -1;
};

/// Of an alignment whose columns are its own positions, query first.
ProfileColumn columnWithin(const engine::ProfileAlignment& alignment, Index position) {
  if (!alignment.query || !alignment.templ) return {};
  const Index length = alignment.query->length();
  if (position < length) return {alignment.query, alignment.query->name, position};
  return {alignment.templ, alignment.templ->name, position - length};
}

/// The profile that a position belongs to: its own dataset or a part of it, or the nearest by links.
ProfileColumn profileColumnOf(const Document& document, const Position& position) {
  if (position.index < 0) return {};
  const auto of = [](const engine::Dataset& dataset, Index column) {
    return ProfileColumn{dataset.share<engine::ProfileHmm>(), dataset.title, column};
  };
  const engine::DatasetPtr own = document.find(position.dataset);
  if (own && own->as<engine::ProfileHmm>()) return of(*own, position.index);
  if (const auto* alignment = own ? own->as<engine::ProfileAlignment>() : nullptr)
    return columnWithin(*alignment, position.index);
  const auto found = document.nearest(position.dataset, position.index, engine::DatasetKind::profile);
  return found ? of(*found->first, found->second) : ProfileColumn{};
}

}  // namespace

QString transitionTable(const engine::ProfileHmm& profile, Index column) {
  const bool isThere = column >= 0 && column < profile.length();
  if (!isThere || profile.transitions.size() != profile.emissions.size() + 1) return {};
  const auto of = [&](Transition t) { return share(std::exp2(profile.transition(column, t))).rightJustified(7); };
  const QString none = QString().leftJustified(7);
  const QString arrow = QStringLiteral("→");
  QString text =
      u' ' + (arrow + u'M').rightJustified(7) + (arrow + u'I').rightJustified(7) + (arrow + u'D').rightJustified(7);
  text += QStringLiteral("\nM") + of(Transition::MM) + of(Transition::MI) + of(Transition::MD);
  text += QStringLiteral("\nI") + of(Transition::IM) + of(Transition::II);
  text += QStringLiteral("\nD") + of(Transition::DM) + none + of(Transition::DD);
  return text;
}

std::vector<ReadoutLine> profileColumnLines(const engine::ProfileHmm& profile, Index column) {
  if (column < 0 || column >= profile.length()) return {};
  std::vector<ReadoutLine> lines;
  const auto k = static_cast<size_t>(column);
  if (profile.columnNeff.size() == profile.emissions.size() + 1) {
    const engine::ColumnNeff& neff = profile.columnNeff[k + 1];
    const auto text = [](double value) { return QString::number(value, 'g', 3); };
    lines.push_back({QObject::tr("Neff"),
                     QObject::tr("M %1, I %2, D %3").arg(text(neff.match), text(neff.insert), text(neff.deletion))});
  }
  if (const QString table = transitionTable(profile, column); !table.isEmpty())
    lines.push_back({profile.hasTransitionPseudocounts ? QObject::tr("Transitions, with pseudocounts")
                                                       : QObject::tr("Transitions, without pseudocounts"),
                     table, true});
  lines.push_back({QObject::tr("Residues"), residuesText(profile.emissions[k])});
  return lines;
}

std::vector<ReadoutLine> columnLinesAt(const Document& document, const Focus& focus) {
  std::vector<ReadoutLine> lines;
  for (const Position& position : {focus.first, focus.second}) {
    const ProfileColumn found = profileColumnOf(document, position);
    if (!found.profile) continue;
    const std::vector<ReadoutLine> own = profileColumnLines(*found.profile, found.column);
    if (own.empty()) continue;
    lines.push_back(
        {QObject::tr("Profile"),
         QObject::tr("%1, column %2").arg(QString::fromStdString(found.title)).arg(found.column + 1)});
    lines.insert(lines.end(), own.begin(), own.end());
  }
  return lines;
}

}  // namespace ui
