#include "ui/views/dp/DpCellCard.h"

#include <QFontMetricsF>
#include <QStringList>
#include <algorithm>

#include "ui/views/dp/CandidateText.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

namespace {

constexpr int kColumns = 44;  ///< letters of the widest table
constexpr float kWinnerAlpha = 0.18F;
constexpr double kByteLines = 3.5;

double lineOf(const Theme& theme) { return QFontMetricsF(theme.residueFont()).height(); }
double headingOf(const Theme& theme) { return QFontMetricsF(theme.titleFont()).height() + theme.space(1); }

std::vector<const engine::StateCandidates*> inOrder(const CellCard& card) {
  std::vector<const engine::StateCandidates*> states;
  for (const auto& state : card.cell.states) states.push_back(&state);
  std::stable_sort(states.begin(), states.end(),
                   [&](const auto* a, const auto* b) { return (a->state == card.main) > (b->state == card.main); });
  return states;
}

qsizetype tableLines(const engine::StateCandidates& state) { return candidateTable(state).count(u'\n') + 1; }

double heightOf(const Theme& theme, const engine::StateCandidates& state) {
  return headingOf(theme) + static_cast<double>(tableLines(state)) * lineOf(theme) + theme.space(1);
}

void paintHeading(QPainter& painter, const Theme& theme, const QRectF& row, const engine::StateCandidates& state,
                  const QString& more) {
  const double swatch = theme.space(2);
  painter.fillRect(QRectF(row.left(), row.center().y() - swatch / 2, swatch, swatch), toColor(stateColor(state.state)));
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  const QRectF room = row.adjusted(swatch + theme.space(1), 0, 0, 0);
  const QString name = QString::fromUtf8(engine::stateName(state.state).data());
  const QString text = more.isEmpty() ? stateText(state.state) : name + QStringLiteral("  ") + more;
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(theme.labelFont()), {text, name}, room.width()));
}

/// The table below its heading; the winner's row is tinted with the colour of where it came from.
void paintTable(QPainter& painter, const Theme& theme, QRectF area, const engine::StateCandidates& state) {
  paintHeading(painter, theme, QRectF(area.left(), area.top(), area.width(), headingOf(theme)), state, {});
  area.setTop(area.top() + headingOf(theme));
  const double line = lineOf(theme);
  const QStringList rows = candidateTable(state).split(u'\n');
  painter.setFont(theme.residueFont());
  for (qsizetype k = 0; k < rows.size(); ++k) {
    const QRectF row(area.left(), area.top() + static_cast<double>(k) * line, area.width(), line);
    if (state.winner && k == static_cast<qsizetype>(*state.winner) + 1) {
      const auto from = state.candidates[*state.winner].from;
      QColor tint = from ? toColor(stateColor(*from)) : theme.muted;
      tint.setAlphaF(kWinnerAlpha);
      painter.fillRect(row, tint);
    }
    const bool isTerm = k > 0 && k <= static_cast<qsizetype>(state.candidates.size());
    painter.setPen(isTerm || k + 1 == rows.size() ? theme.text : theme.muted);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, rows[k]);
  }
}

void paintPacked(QPainter& painter, const Theme& theme, const QRectF& area, const CellCard& card) {
  const double line = QFontMetricsF(theme.labelFont()).height();
  const std::uint8_t byte = byteIn(card.form, card.packed);
  paintByte(painter, theme, QRectF(area.left(), area.top(), area.width(), kByteLines * line), byte, card.form, true);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  painter.drawText(QRectF(area.left(), area.top() + kByteLines * line, area.width(), 2 * line),
                   Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                   QStringLiteral("Byte %1: %2").arg(byte).arg(byteMeaning(card.packed, card.form)));
}

}  // namespace

double cellCardWidth(const Theme& theme) {
  return QFontMetricsF(theme.residueFont()).horizontalAdvance(QString(kColumns, u'0'));
}

double cellCardHeight(const Theme& theme, const CellCard& card) {
  double height = headingOf(theme) + (kByteLines + 2) * QFontMetricsF(theme.labelFont()).height();
  for (const auto& state : card.cell.states) height += heightOf(theme, state);
  return height;
}

void paintCellCard(QPainter& painter, const Theme& theme, const QRectF& area, const CellCard& card) {
  painter.save();
  painter.setClipRect(area);
  painter.setFont(theme.titleFont());
  painter.setPen(theme.text);
  painter.drawText(QRectF(area.left(), area.top(), area.width(), headingOf(theme)), Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(theme.titleFont()), {card.title}, area.width()));
  double y = area.top() + headingOf(theme);
  if (card.cell.isOff) {
    painter.setFont(theme.labelFont());
    painter.drawText(QRectF(area.left(), y, area.width(), headingOf(theme)), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("This cell is switched off"));
    painter.restore();
    return;
  }
  const double byte = (kByteLines + 2) * QFontMetricsF(theme.labelFont()).height();
  const std::vector<const engine::StateCandidates*> states = inOrder(card);
  double waiting = static_cast<double>(states.size()) * headingOf(theme);  // of those not told yet, a line each
  for (const engine::StateCandidates* state : states) {
    waiting -= headingOf(theme);
    const bool isWhole = state == states.front() || y + heightOf(theme, *state) + waiting + byte <= area.bottom();
    if (isWhole)
      paintTable(painter, theme, QRectF(area.left(), y, area.width(), heightOf(theme, *state)), *state);
    else
      paintHeading(painter, theme, QRectF(area.left(), y, area.width(), headingOf(theme)), *state,
                   candidateLine(*state));
    y += isWhole ? heightOf(theme, *state) : headingOf(theme);
  }
  if (y + byte <= area.bottom() + 1) paintPacked(painter, theme, QRectF(area.left(), y, area.width(), byte), card);
  painter.restore();
}

}  // namespace ui
