#include "ui/views/dp/CandidateText.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ui/views/readout/ShownNumber.h"

namespace ui {

namespace {

constexpr int kDecimals = 2;

QString number(double value, int decimals = kDecimals) {
  if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
  const double shown = std::abs(value) < 0.5 * std::pow(10, -decimals) ? 0 : value;  // never "-0.00"
  return withMinus(QString::number(shown, 'f', decimals));
}

/// Decimals of the terms and of their sums.
struct Decimals {
  int terms = kDecimals, sums = kDecimals;
};

bool isMatch(const engine::StateCandidates& state) {
  return state.state == engine::PairState::MM || state.state == engine::PairState::M;
}

/// Whether who adds up what is shown gets the sums that are shown.
bool addUp(const engine::StateCandidates& state, const Decimals& decimals) {
  const auto seen = [](double value, int places) { return readNumber(number(value, places)); };
  for (const engine::Candidate& way : state.candidates) {
    const double sum = seen(way.previous, decimals.terms) + seen(way.queryTransition, decimals.terms) +
                       seen(way.templateTransition, decimals.terms);
    if (std::isfinite(way.sum) && number(sum, decimals.sums) != number(way.sum, decimals.sums)) return false;
  }
  if (!state.winner) return true;
  double score = seen(state.candidates[*state.winner].sum, decimals.sums);
  if (isMatch(state))
    for (const double term : {state.columnScore, state.structureScore, state.shift})
      score += seen(term, decimals.terms);
  return number(score) == number(state.score);
}

/// As few as will do.
Decimals decimalsOf(const engine::StateCandidates& state) {
  constexpr int kMost = 6;
  for (int sums = kDecimals; sums <= kMost; ++sums)
    for (int terms = sums; terms <= std::min(sums + 2, kMost); ++terms)
      if (addUp(state, {terms, sums})) return {terms, sums};
  return {kDecimals, kDecimals};
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
  const Decimals decimals = decimalsOf(state);
  for (size_t k = 0; k < state.candidates.size(); ++k) {
    const engine::Candidate& candidate = state.candidates[k];
    const bool isWinner = state.winner == k;
    rows.push_back({isWinner ? QStringLiteral("▸") : QStringLiteral(" "), originText(candidate),
                    number(candidate.previous, decimals.terms), number(candidate.queryTransition, decimals.terms),
                    number(candidate.templateTransition, decimals.terms), number(candidate.sum, decimals.sums)});
  }
  QString text = alignedRows(rows);
  if (!state.winner) return text + u'\n' + QObject::tr("cannot be reached");
  if (isMatch(state)) {
    text += u'\n' + QObject::tr("+ columns %1").arg(number(state.columnScore, decimals.terms));
    if (state.structureScore != 0)
      text += QObject::tr(", structure %1").arg(number(state.structureScore, decimals.terms));
    if (state.shift != 0) text += QObject::tr(", shift %1").arg(number(state.shift, decimals.terms));
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
