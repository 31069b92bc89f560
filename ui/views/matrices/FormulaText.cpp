// Formulae with numbers as lines of text.
#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/matrices/MatricesFormula.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::nth;

namespace {

/// Terms of a line that are written at most.
constexpr Index kMostTerms = 40;
/// Letters of a sign for terms that are left out.
constexpr qsizetype kGapLetters = 3;
/// Smaller numbers are told with a power of ten.
constexpr double kLeastPlain = 1e-3;

/// So many terms: the first ones, the marked one, the last; -1: some are left out.
std::vector<Index> shownTerms(Index count, Index most, Index marked) {
  std::vector<Index> kept, shown;
  const bool isMarkedInside = marked > 0 && marked < count - 1;
  const Index first = count <= most ? count : std::max<Index>(most - (isMarkedInside ? 2 : 1), 1);
  for (Index k = 0; k < first; ++k) kept.push_back(k);
  if (isMarkedInside && marked >= first) kept.push_back(marked);
  if (first < count) kept.push_back(count - 1);
  for (const Index k : kept) {
    if (!shown.empty() && k > shown.back() + 1) shown.push_back(-1);
    shown.push_back(k);
  }
  return shown;
}

QString termText(double value) {
  if (std::isnan(value)) return QObject::tr("masked");
  return value != 0 && std::abs(value) < kLeastPlain ? scientificText(value) : shownNumber(value);
}

/// Line 0 has the labels.
QString textAt(const FormulaPart& part, size_t line, Index term) {
  return line == 0 ? nth(part.labels, term) : termText(nth(part.lines[line - 1].values, term));
}

const QString& nameOf(const FormulaPart& part, size_t line) {
  return line == 0 ? part.index : part.lines[line - 1].name;
}

/// Letters of the widest text of a line, or of all lines.
qsizetype widthOf(const FormulaPart& part, size_t line, const std::vector<Index>& terms) {
  qsizetype width = 0;
  for (const Index term : terms)
    if (term >= 0) width = std::max(width, textAt(part, line, term).size());
  return width;
}

}  // namespace

QStringList formulaLines(const FormulaPart& part, int letters) {
  const auto count = static_cast<Index>(part.labels.size());
  qsizetype nameWidth = part.index.size(), width = 0, totalWidth = 0;
  QStringList totals{QString()};
  for (const TermLine& line : part.lines) {
    nameWidth = std::max(nameWidth, line.name.size());
    totals << (line.hasTotal ? QStringLiteral("   Σ = ") + termText(sumOf(line.values)) : QString());
    totalWidth = std::max(totalWidth, totals.last().size());
  }
  const std::vector<Index> candidates = shownTerms(count, kMostTerms, part.marked);
  for (size_t line = 0; line <= part.lines.size(); ++line) width = std::max(width, widthOf(part, line, candidates) + 2);
  const auto roomFor = [&](qsizetype gaps) { return (letters - nameWidth - totalWidth - gaps * kGapLetters) / width; };
  const Index most = count <= roomFor(0) ? count : std::max<Index>(roomFor(2), 2);
  QStringList lines;
  for (size_t line = 0; line <= part.lines.size(); ++line) {
    QString text = nameOf(part, line).leftJustified(nameWidth);
    for (const Index term : shownTerms(count, std::min(most, kMostTerms), part.marked))
      text += term < 0 ? QStringLiteral("…").rightJustified(kGapLetters)
                       : textAt(part, line, term).rightJustified(width);
    lines << text + totals[static_cast<qsizetype>(line)];
  }
  return lines + part.results;
}

QStringList formulaColumns(const FormulaPart& part, int mostTerms) {
  const std::vector<Index> terms = shownTerms(static_cast<Index>(part.labels.size()), mostTerms, part.marked);
  std::vector<qsizetype> widths;
  for (size_t line = 0; line <= part.lines.size(); ++line) {
    qsizetype width = std::max(nameOf(part, line).size(), widthOf(part, line, terms));
    if (line > 0) width = std::max(width, termText(sumOf(part.lines[line - 1].values)).size()) + 2;
    widths.push_back(width);
  }
  QString names = part.index.leftJustified(widths[0]), totals = QStringLiteral("Σ").leftJustified(widths[0]);
  for (size_t line = 1; line <= part.lines.size(); ++line) {
    const TermLine& each = part.lines[line - 1];
    names += each.name.rightJustified(widths[line]);
    totals += (each.hasTotal ? termText(sumOf(each.values)) : QString()).rightJustified(widths[line]);
  }
  QStringList lines{names};
  for (const Index term : terms) {
    QString text = (term < 0 ? QStringLiteral("…") : textAt(part, 0, term)).leftJustified(widths[0]);
    for (size_t line = 1; line <= part.lines.size() && term >= 0; ++line)
      text += textAt(part, line, term).rightJustified(widths[line]);
    lines << text;
  }
  return lines << totals << part.results;
}

}  // namespace ui
