#include "ui/views/dp/CandidateText.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ui {

namespace {

constexpr int kDecimals = 2;
constexpr double kSmallest = 0.005;

QString number(double value) {
  if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
  const double shown = std::abs(value) < kSmallest ? 0 : value;  // never "-0.00"
  return QString::number(shown, 'f', kDecimals).replace(u'-', u'−');
}

QString originText(const engine::Candidate& candidate) {
  return candidate.from ? QString::fromUtf8(engine::stateName(*candidate.from).data()) : QStringLiteral("STOP");
}

using Row = std::array<QString, 6>;

QString alignedRows(const std::vector<Row>& rows) {
  std::array<qsizetype, 6> widths{};
  for (const Row& row : rows)
    for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  QStringList lines;
  for (const Row& row : rows) {
    QString line = row[0].leftJustified(widths[0]) + row[1].leftJustified(widths[1]);
    for (size_t k = 2; k < row.size(); ++k) line += u' ' + row[k].rightJustified(widths[k]);
    lines << line;
  }
  return lines.join(u'\n');
}

QString marginText(const engine::StateCandidates& state) {
  if (std::isinf(state.margin)) return QObject::tr("no other way");
  return QObject::tr("%1 ahead").arg(number(state.margin));
}

}  // namespace

QString candidateTable(const engine::StateCandidates& state) {
  std::vector<Row> rows = {{QString(), QObject::tr("from"), QObject::tr("before"), QObject::tr("query"),
                            QObject::tr("templ"), QObject::tr("sum")}};
  for (size_t k = 0; k < state.candidates.size(); ++k) {
    const engine::Candidate& candidate = state.candidates[k];
    const bool isWinner = state.winner == k;
    rows.push_back({isWinner ? QStringLiteral("▸") : QStringLiteral(" "), originText(candidate),
                    number(candidate.previous), number(candidate.queryTransition), number(candidate.templateTransition),
                    number(candidate.sum)});
  }
  QString text = alignedRows(rows);
  if (!state.winner) return text + u'\n' + QObject::tr("cannot be reached");
  if (state.state == engine::PairState::MM || state.state == engine::PairState::M) {
    text += u'\n' + QObject::tr("+ columns %1").arg(number(state.columnScore));
    if (state.structureScore != 0) text += QObject::tr(", structure %1").arg(number(state.structureScore));
    if (state.shift != 0) text += QObject::tr(", shift %1").arg(number(state.shift));
  }
  return text + u'\n' + QObject::tr("= %1 bits, %2").arg(number(state.score), marginText(state));
}

QString candidateLine(const engine::StateCandidates& state) {
  if (!state.winner) return QObject::tr("cannot be reached");
  const engine::Candidate& winner = state.candidates[*state.winner];
  const QString origin =
      winner.from ? QObject::tr("from %1").arg(originText(winner)) : QObject::tr("a path begins here");
  return QObject::tr("%1 bits, %2, %3").arg(number(state.score), origin, marginText(state));
}

}  // namespace ui
