#include "ui/views/dp/lanes/DpByte.h"

#include <QFontMetricsF>
#include <QStringList>
#include <vector>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::PairState;

namespace {

QString nameOf(PairState state) { return QString::fromUtf8(engine::stateName(state).data()); }

/// The gap states by bit 3, 4, ...
std::vector<PairState> gapStates(bool hasFiveStates) {
  if (!hasFiveStates) return {PairState::I, PairState::D};
  return {PairState::GD, PairState::IM, PairState::DG, PairState::MI};
}

PairState matchState(bool hasFiveStates) { return hasFiveStates ? PairState::MM : PairState::M; }

QColor bitColor(const Theme& theme, int bit, bool hasFiveStates) {
  const auto gaps = gapStates(hasFiveStates);
  if (bit < 3) return toColor(stateColor(matchState(hasFiveStates)));
  if (static_cast<size_t>(bit - 3) < gaps.size()) return toColor(stateColor(engine::nth(gaps, bit - 3)));
  return theme.muted;
}

}  // namespace

std::array<QString, 8> bitNames(bool hasFiveStates) {
  std::array<QString, 8> names;
  const auto gaps = gapStates(hasFiveStates);
  for (int bit = 0; bit < 8; ++bit) {
    QString& name = engine::nth(names, 7 - bit);
    if (bit < 3)
      name = nameOf(matchState(hasFiveStates));
    else if (static_cast<size_t>(bit - 3) < gaps.size())
      name = nameOf(engine::nth(gaps, bit - 3));
    else if (bit == 7 && hasFiveStates)
      name = QStringLiteral("off");
  }
  return names;
}

QString byteMeaning(std::uint8_t packed, bool hasFiveStates) {
  if (hasFiveStates && (packed & engine::pointer::kCellOff) != 0) return QStringLiteral("cell switched off");
  const PairState match = matchState(hasFiveStates);
  const auto origin = engine::originOf(match, packed);
  QString text = origin ? QStringLiteral("%1 from %2").arg(nameOf(match), nameOf(*origin))
                        : QStringLiteral("%1 begins (STOP)").arg(nameOf(match));
  QStringList opening, goingOn;
  for (const PairState state : gapStates(hasFiveStates))
    (engine::originOf(state, packed) == match ? opening : goingOn) << nameOf(state);
  if (!opening.isEmpty()) text += QStringLiteral("; %1 from %2").arg(opening.join(QStringLiteral(", ")), nameOf(match));
  if (!goingOn.isEmpty()) text += QStringLiteral("; %1 from itself").arg(goingOn.join(QStringLiteral(", ")));
  return text;
}

void paintByte(QPainter& painter, const Theme& theme, const QRectF& area, std::uint8_t packed, bool hasFiveStates,
               bool named) {
  const double line = QFontMetricsF(theme.labelFont()).height(), width = area.width() / 8;
  const auto names = bitNames(hasFiveStates);
  painter.save();
  for (int place = 0; place < 8; ++place) {
    const int bit = 7 - place;
    const double x = area.left() + place * width;
    const bool isSet = (packed >> bit & 1) != 0;
    const double top = area.top() + (named ? 2 * line : 0);
    if (named) {
      painter.setFont(theme.labelFont());
      painter.setPen(theme.muted);
      painter.drawText(QRectF(x, area.top(), width, line), Qt::AlignCenter, QString::number(bit));
      painter.setPen(theme.text);
      if (bit > 2 || bit == 1)  // one name for the three bits of the match state
        painter.drawText(QRectF(bit == 1 ? x - width : x, area.top() + line, bit == 1 ? 3 * width : width, line),
                         Qt::AlignCenter, bit == 1 ? names[7] + QStringLiteral(" origin") : names[size_t(place)]);
    }
    const QRectF box(x + 0.5, top + 0.5, width - 1, std::max(area.bottom() - top - 1, 1.0));
    const QColor color = bitColor(theme, bit, hasFiveStates);
    painter.setPen(QPen(color, theme.lineScale));
    painter.setBrush(isSet ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawRect(box);
    painter.setFont(theme.residueFont());
    painter.setPen(isSet ? theme.canvas : theme.text);
    painter.drawText(box, Qt::AlignCenter, isSet ? QStringLiteral("1") : QStringLiteral("0"));
  }
  painter.restore();
}

}  // namespace ui
