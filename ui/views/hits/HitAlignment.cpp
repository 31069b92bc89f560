#include "ui/views/hits/HitAlignment.h"

#include <QFontMetricsF>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/hits/HitModel.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr Index kLetterStep = 10, kLeastLetters = 10;
constexpr int kMostNameLetters = 20;
constexpr float kMarkOpacity = 0.35F, kSureOpacity = 0.45F;

QString firstWord(const std::string& name) { return QString::fromStdString(name).section(u' ', 0, 0); }

/// Long names are whole on paper alone.
QString shownLabel(const Theme& theme, const QString& label) {
  const bool isWhole = label.size() <= kMostNameLetters || !theme.page.mayElide;
  return isWhole ? label : label.left(kMostNameLetters - 1) + u'…';
}

QString nameText(const engine::SearchHit& hit) {
  return QString::fromStdString(hit.description.empty() ? hit.name : hit.name + "  " + hit.description);
}

void addRow(std::vector<HitRow>& rows, const QString& label, const std::string& letters, HitRowRole role,
            HitRow::Side side) {
  if (!letters.empty()) rows.push_back({label, letters, role, side});
}

/// A consensus row has a letter or '~' at each column of the profile, and there only.
bool isColumn(const std::string& consensus, size_t k) {
  return k < consensus.size() && consensus[k] != '-' && consensus[k] != '.';
}

QStringList scoreTexts(const engine::SearchHit& hit) {
  QStringList texts;
  const auto add = [&](double value, const QString& text) {
    if (!std::isnan(value)) texts << text;
  };
  const engine::PathScores& scores = hit.scores;
  add(scores.probability, QObject::tr("probability %1 %").arg(decimalText(scores.probability, 1)));
  add(scores.eValue, QObject::tr("E %1").arg(scientificText(scores.eValue)));
  add(scores.pValue, QObject::tr("P %1").arg(scientificText(scores.pValue)));
  add(scores.total, QObject::tr("%1 bits").arg(decimalText(scores.total, 2)));
  texts << QObject::tr("%1 pairs").arg(hit.numPairs);
  add(hit.identity, QObject::tr("%1 % identical").arg(decimalText(hit.identity, 0)));
  add(hit.similarity, QObject::tr("similarity %1 bits").arg(decimalText(hit.similarity, 2)));
  add(scores.sumProbabilities, QObject::tr("sum of posteriors %1").arg(decimalText(scores.sumProbabilities, 1)));
  add(hit.neff, QObject::tr("template Neff %1").arg(decimalText(hit.neff, 2)));
  return texts;
}

}  // namespace

std::vector<HitRow> hitRows(const engine::SearchResult& result, const engine::SearchHit& hit) {
  using Side = HitRow::Side;
  const engine::HitRows& source = hit.rows;
  const QString consensus = QObject::tr("consensus");
  std::vector<HitRow> rows;
  for (const auto& [name, symbols] : source.queryAnnotations)
    addRow(rows, QString::fromStdString(name), symbols, HitRowRole::annotation, Side::query);
  addRow(rows, firstWord(result.queryName), source.query, HitRowRole::residues, Side::query);
  addRow(rows, consensus, source.queryConsensus, HitRowRole::consensus, Side::query);
  addRow(rows, {}, source.marks, HitRowRole::marks, Side::both);
  addRow(rows, consensus, source.templateConsensus, HitRowRole::consensus, Side::templ);
  addRow(rows, firstWord(hit.name), source.templ, HitRowRole::residues, Side::templ);
  for (const auto& [name, symbols] : source.templateAnnotations)
    addRow(rows, QString::fromStdString(name), symbols, HitRowRole::annotation, Side::templ);
  addRow(rows, QObject::tr("confidence"), source.confidence, HitRowRole::confidence, Side::both);
  return rows;
}

/// Where things stand in a block, logical pixels.
struct HitAlignment::Measures {
  double line = 0, advance = 0, label = 0, number = 0, headings = 0, gap = 0;
  Index letters = 0;  ///< per block
  double lettersLeft() const { return label + number; }
  double blockHeight(size_t numRows) const { return line * static_cast<double>(numRows) + gap; }
};

void HitAlignment::setHit(const engine::SearchResult* result, const engine::SearchHit* hit) {
  m_result = result;
  m_hit = hit;
  m_rows = result && hit ? hitRows(*result, *hit) : std::vector<HitRow>{};
  placeSteps();
}

void HitAlignment::placeSteps() {
  m_querySteps.assign(static_cast<size_t>(numLetters()), -1);
  m_templateSteps = m_querySteps;
  if (!m_hit) return;
  const auto& steps = m_hit->path.steps;
  const engine::HitRows& rows = m_hit->rows;
  const bool hasConsensus = !rows.queryConsensus.empty() && !rows.templateConsensus.empty();
  size_t query = 0, templ = 0;
  const auto place = [&steps](size_t& next, bool (*consumes)(engine::PairState)) -> Index {
    while (next < steps.size() && !consumes(steps[next].state)) ++next;
    return next < steps.size() ? static_cast<Index>(next++) : -1;
  };
  for (size_t k = 0; k < m_querySteps.size(); ++k) {
    const bool isStep = k < steps.size();
    const bool isQuery =
        hasConsensus ? isColumn(rows.queryConsensus, k) : isStep && engine::consumesQuery(steps[k].state);
    const bool isTemplate =
        hasConsensus ? isColumn(rows.templateConsensus, k) : isStep && engine::consumesTemplate(steps[k].state);
    if (isQuery) m_querySteps[k] = place(query, engine::consumesQuery);
    if (isTemplate) m_templateSteps[k] = place(templ, engine::consumesTemplate);
  }
}

Index HitAlignment::numLetters() const {
  Index most = 0;
  for (const HitRow& row : m_rows) most = std::max(most, static_cast<Index>(row.letters.size()));
  return most;
}

QStringList HitAlignment::nameLines(const Theme& theme, double width) const {
  return shownLines(theme, theme.titleFont(), nameText(*m_hit), width);
}

QStringList HitAlignment::scoreLines(const Theme& theme, double width) const {
  const QFontMetricsF metrics(theme.labelFont());
  const QString gap = QStringLiteral("   ");
  QStringList lines;
  for (const QString& score : scoreTexts(*m_hit)) {
    const QString longer = lines.isEmpty() ? QString() : lines.back() + gap + score;
    if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width)
      lines.back() = longer;
    else
      lines << score;
  }
  return lines;
}

HitAlignment::Measures HitAlignment::measures(const Theme& theme, double width) const {
  const QFontMetricsF metrics(theme.residueFont());
  Measures m;
  m.line = metrics.height();
  m.advance = metrics.horizontalAdvance(QLatin1Char('M'));
  qsizetype longest = kMostNameLetters;
  if (!theme.page.mayElide) {  // paper is narrow
    longest = 0;
    for (const HitRow& row : m_rows) longest = std::max(longest, row.label.size());
  }
  m.label = m.advance * static_cast<double>(longest + 1);
  m.number = m.advance * 6;
  m.gap = theme.space(3);
  if (m_hit)
    m.headings = static_cast<double>(nameLines(theme, width).size()) * QFontMetricsF(theme.titleFont()).height() +
                 static_cast<double>(scoreLines(theme, width).size()) * QFontMetricsF(theme.labelFont()).height() +
                 theme.space(2);
  const double tail = m.advance * 13;  // " 1234 (1234)"
  const auto fitting = static_cast<Index>((width - m.label - m.number - tail) / m.advance);
  m.letters = std::max(fitting / kLetterStep * kLetterStep, kLeastLetters);
  return m;
}

Index HitAlignment::lettersPerBlock(const Theme& theme, double width) const { return measures(theme, width).letters; }

double HitAlignment::height(const Theme& theme, double width) const {
  if (!m_hit) return 0;
  const Measures m = measures(theme, width);
  const Index numBlocks = (numLetters() + m.letters - 1) / m.letters;
  return m.headings + static_cast<double>(numBlocks) * m.blockHeight(m_rows.size());
}

Index HitAlignment::lettersIn(const Theme& theme, QSizeF room) const {
  if (!m_hit || m_rows.empty()) return 0;
  const Measures m = measures(theme, room.width());
  const double blocks = std::floor((room.height() - m.headings + m.gap + 1) / m.blockHeight(m_rows.size()));
  return std::min(static_cast<Index>(std::max(blocks, 0.0)) * m.letters, numLetters());
}

/// Position of this side's first column among the printed ones from `letter` on in `direction`; -1 before `limit`.
Index HitAlignment::position(Index letter, HitRow::Side side, int direction, Index limit) const {
  const bool isQuery = side == HitRow::Side::query;
  const std::vector<Index>& placed = isQuery ? m_querySteps : m_templateSteps;
  for (; side != HitRow::Side::both && letter != limit; letter += direction) {
    if (letter < 0 || letter >= static_cast<Index>(placed.size())) continue;
    const Index step = engine::nth(placed, letter);
    if (step < 0) continue;
    const engine::PathStep& at = engine::nth(m_hit->path.steps, step);
    return isQuery ? at.i : at.j;
  }
  return -1;
}

void HitAlignment::paintHeadings(QPainter& painter, const Theme& theme, const QRectF& area, double top) const {
  const auto write = [&](const QFont& font, const QColor& color, const QStringList& lines) {
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(color);
    for (const QString& line : lines) {
      painter.drawText(QPointF(area.left(), top + metrics.ascent()), line);
      top += metrics.height();
    }
  };
  write(theme.titleFont(), theme.text, nameLines(theme, area.width()));
  write(theme.labelFont(), theme.muted, scoreLines(theme, area.width()));
}

void HitAlignment::paintRow(QPainter& painter, const Theme& theme, const Measures& m, const HitRow& row, double left,
                            double y, Index first, Index last) const {
  painter.setPen(theme.muted);
  const auto cell = [&](double x, double width) { return QRectF(left + x, y, width, m.line); };
  painter.drawText(cell(0, m.label), Qt::AlignLeft | Qt::AlignVCenter, shownLabel(theme, row.label));
  const bool hasNumbers = row.role == HitRowRole::residues || row.role == HitRowRole::consensus;
  const Index from = hasNumbers ? position(first, row.side, 1, last) : -1;
  const Index to = hasNumbers ? position(last - 1, row.side, -1, first - 1) : -1;
  const double end = m.lettersLeft() + static_cast<double>(last - first) * m.advance;
  if (from >= 0) {
    const Index length = row.side == HitRow::Side::query ? m_result->numQueryColumns : m_hit->numColumns;
    painter.drawText(cell(m.label, m.number - m.advance), Qt::AlignRight | Qt::AlignVCenter, QString::number(from + 1));
    painter.drawText(cell(end + m.advance, m.advance * 12), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("%1 (%2)").arg(to + 1).arg(length));
  }
  const bool isConfidence = row.role == HitRowRole::confidence;
  // Digits stand on a colour, on which muted ones could not be read.
  const bool isLoud = row.role == HitRowRole::residues || row.role == HitRowRole::marks || isConfidence;
  for (Index k = first; k < last && k < static_cast<Index>(row.letters.size()); ++k) {
    const char letter = engine::nth(row.letters, k);
    const QRectF place = cell(m.lettersLeft() + static_cast<double>(k - first) * m.advance, m.advance);
    if (isConfidence && letter >= '0' && letter <= '9') {
      QColor sure = theme.good;
      sure.setAlphaF(kSureOpacity * static_cast<float>(letter - '0') / 9);
      painter.fillRect(place, sure);
    }
    painter.setPen(isLoud ? theme.text : theme.muted);
    painter.drawText(place, Qt::AlignCenter, QString(QLatin1Char(letter)));
  }
}

void HitAlignment::paint(QPainter& painter, const Theme& theme, const QRectF& area, double scroll, Index markedStep,
                         const QColor& markColor) const {
  if (!m_hit) return;
  const Measures m = measures(theme, area.width());
  painter.save();
  painter.setClipRect(area);
  double y = area.top() - scroll;
  paintHeadings(painter, theme, area, y);
  y += m.headings;
  painter.setFont(theme.residueFont());
  const Index total = numLetters(), marked = letterOfStep(markedStep);
  for (Index first = 0; first < total; first += m.letters, y += m.blockHeight(m_rows.size())) {
    const Index last = std::min(first + m.letters, total);
    if (y > area.bottom() || y + m.blockHeight(m_rows.size()) < area.top()) continue;
    if (!theme.page.mayElide && last > lettersIn(theme, area.size())) break;  // on paper whole blocks alone
    if (marked >= first && marked < last) {
      QColor band = markColor;
      band.setAlphaF(kMarkOpacity);
      painter.fillRect(QRectF(area.left() + m.lettersLeft() + static_cast<double>(marked - first) * m.advance, y,
                              m.advance, m.line * static_cast<double>(m_rows.size())),
                       band);
    }
    double lineTop = y;
    for (const HitRow& row : m_rows) {
      paintRow(painter, theme, m, row, area.left(), lineTop, first, last);
      lineTop += m.line;
    }
  }
  if (total == 0) {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    painter.drawText(QRectF(area.left(), y, area.width(), m.line), Qt::AlignLeft,
                     QObject::tr("Nothing is known of the aligned rows of this hit."));
  }
  painter.restore();
}

Index HitAlignment::stepAt(const Theme& theme, const QRectF& area, double scroll, QPointF point) const {
  if (!m_hit || m_rows.empty() || !area.contains(point)) return -1;
  const Measures m = measures(theme, area.width());
  const double x = point.x() - area.left() - m.lettersLeft(), y = point.y() - area.top() + scroll - m.headings;
  if (x < 0 || y < 0) return -1;
  const double block = m.blockHeight(m_rows.size());
  const auto column = static_cast<Index>(x / m.advance), number = static_cast<Index>(y / block);
  if (column >= m.letters || y - static_cast<double>(number) * block >= block - m.gap) return -1;
  const Index letter = number * m.letters + column;
  if (letter >= numLetters()) return -1;
  const auto k = static_cast<size_t>(letter);
  return m_querySteps[k] >= 0 ? m_querySteps[k] : m_templateSteps[k];
}

Index HitAlignment::stepOfQueryColumn(Index column) const {
  if (!m_hit || column < 0) return -1;
  const auto& steps = m_hit->path.steps;
  const auto found = std::find_if(steps.begin(), steps.end(), [column](const engine::PathStep& step) {
    return step.i == column && engine::consumesQuery(step.state);
  });
  return found == steps.end() ? -1 : found - steps.begin();
}

Index HitAlignment::letterOfStep(Index step) const {
  for (size_t k = 0; step >= 0 && k < m_querySteps.size(); ++k)
    if (m_querySteps[k] == step || m_templateSteps[k] == step) return static_cast<Index>(k);
  return -1;
}

}  // namespace ui
