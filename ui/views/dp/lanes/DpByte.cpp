#include "ui/views/dp/lanes/DpByte.h"

#include <QFontMetricsF>
#include <QStringList>
#include <vector>

#include "engine/base/Nth.h"
#include "engine/hmm/Preset.h"
#include "engine/hmm/viterbi/BackPointers.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::PairState;

namespace {

QString nameOfState(PairState state) { return QString::fromUtf8(engine::stateName(state).data()); }

bool hasFiveStates(ByteForm form) { return form != ByteForm::threeStates; }

/// The gap states by bit 3, 4, ...
std::vector<PairState> gapStates(ByteForm form) {
  if (form == ByteForm::threeStates) return {PairState::I, PairState::D};
  if (form == ByteForm::textbook) return {PairState::MI, PairState::IM, PairState::DG, PairState::GD};
  return {PairState::GD, PairState::IM, PairState::DG, PairState::MI};
}

PairState matchState(ByteForm form) { return hasFiveStates(form) ? PairState::MM : PairState::M; }

QColor bitColor(const Theme& theme, int bit, ByteForm form) {
  const auto gaps = gapStates(form);
  if (bit < 3) return toColor(stateColor(matchState(form)));
  if (static_cast<size_t>(bit - 3) < gaps.size()) return toColor(stateColor(engine::nth(gaps, bit - 3)));
  return theme.muted;
}

}  // namespace

ByteForm byteFormOf(const engine::ProfileAlignment& alignment) {
  if (alignment.matrices.states.size() != 5) return ByteForm::threeStates;
  return alignment.options.preset == engine::Preset::guide ? ByteForm::textbook : ByteForm::fiveStates;
}

std::uint8_t byteIn(ByteForm form, std::uint8_t packed) {
  return form == ByteForm::textbook ? engine::textbookByte(packed) : packed;
}

std::array<QString, 8> bitNames(ByteForm form) {
  std::array<QString, 8> names;
  const auto gaps = gapStates(form);
  for (int bit = 0; bit < 8; ++bit) {
    QString& name = engine::nth(names, 7 - bit);
    if (bit < 3)
      name = nameOfState(matchState(form));
    else if (static_cast<size_t>(bit - 3) < gaps.size())
      name = nameOfState(engine::nth(gaps, bit - 3));
    else if (bit == 7 && hasFiveStates(form))
      name = QStringLiteral("off");
  }
  return names;
}

QString byteMeaning(std::uint8_t packed, ByteForm form) {
  if (hasFiveStates(form) && (packed & engine::pointer::kCellOff) != 0) return QStringLiteral("cell switched off");
  const PairState match = matchState(form);
  const auto origin = engine::originOf(match, packed);
  QString text = origin ? QStringLiteral("%1 from %2").arg(nameOfState(match), nameOfState(*origin))
                        : QStringLiteral("%1 begins (STOP)").arg(nameOfState(match));
  QStringList opening, goingOn;
  for (const PairState state : gapStates(form))
    (engine::originOf(state, packed) == match ? opening : goingOn) << nameOfState(state);
  if (!opening.isEmpty())
    text += QStringLiteral("; %1 from %2").arg(opening.join(QStringLiteral(", ")), nameOfState(match));
  if (!goingOn.isEmpty()) text += QStringLiteral("; %1 from itself").arg(goingOn.join(QStringLiteral(", ")));
  return text;
}

QString byteTable(std::uint8_t byte, ByteForm form) {
  constexpr int kWidth = 4;
  const auto names = bitNames(form);
  QString heads, bits;
  for (int place = 0; place < 5; ++place) {
    const QString& name = engine::nth(names, place);
    if (name.isEmpty()) continue;
    heads += name.rightJustified(kWidth);
    bits += QString::number(byte >> (7 - place) & 1).rightJustified(kWidth);
  }
  heads += names[7].rightJustified(kWidth);
  bits += QStringLiteral("%1").arg(byte & engine::pointer::kOriginMask, 3, 2, QLatin1Char('0')).rightJustified(kWidth);
  return heads + u'\n' + bits + QStringLiteral(" = %1").arg(byte);
}

void paintByte(QPainter& painter, const Theme& theme, const QRectF& area, std::uint8_t byte, ByteForm form,
               bool named) {
  const double line = QFontMetricsF(theme.labelFont()).height(), width = area.width() / 8;
  const auto names = bitNames(form);
  painter.save();
  for (int place = 0; place < 8; ++place) {
    const int bit = 7 - place;
    const double x = area.left() + place * width;
    const bool isSet = (byte >> bit & 1) != 0;
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
    const QColor color = bitColor(theme, bit, form);
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
