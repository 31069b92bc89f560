#include "ui/views/profile/EmissionChart.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::ResidueCode;

namespace {

constexpr int kCount = engine::alphabet::kNumResidues;
constexpr double kBarShare = 0.72;  // of the room of a residue

struct ChartFrame {
  QRectF plot;         ///< bars
  double slot = 0;     ///< room of a residue
  double highest = 1;  ///< probability at the top
  bool hasOdds = false;
};

/// The smallest of 0.1, 0.2, 0.5 and 1 that holds everything.
double roundTop(double value) {
  for (const double top : {0.1, 0.2, 0.5})
    if (value <= top) return top;
  return 1;
}

ChartFrame frameFor(const EmissionColumn& column, const QRectF& area, const Theme& theme) {
  const QFontMetricsF metrics(theme.labelFont());
  const double left = metrics.horizontalAdvance(QStringLiteral("0.00")) + theme.space(2);
  ChartFrame frame;
  frame.slot = std::max(area.width() - left, 0.0) / kCount;
  frame.hasOdds = frame.slot >= metrics.horizontalAdvance(QStringLiteral("−0.0")) + 2;
  const double below = metrics.height() * (frame.hasOdds ? 2 : 1) + theme.space(1), above = 0.5 * metrics.height();
  frame.plot =
      QRectF(area.left() + left, area.top() + above, frame.slot * kCount, std::max(area.height() - above - below, 0.0));
  double highest = 0;
  for (size_t a = 0; a < kCount; ++a) highest = std::max({highest, column.probabilities[a], column.background[a]});
  if (column.steps)
    for (size_t a = 0; a < kCount; ++a)
      highest = std::max({highest, column.steps->counted[a], column.steps->expected[a]});
  frame.highest = roundTop(highest);
  return frame;
}

QRectF barAt(const ChartFrame& frame, int k, double probability) {
  const double height = std::clamp(probability / frame.highest, 0.0, 1.0) * frame.plot.height();
  const double width = frame.slot * kBarShare;
  return {frame.plot.left() + (k + 0.5) * frame.slot - width / 2, frame.plot.bottom() - height, width, height};
}

constexpr int kParts = 3;

/// One of three beside each other.
QRectF partAt(const ChartFrame& frame, int k, double probability, EmissionPart part) {
  const QRectF whole = barAt(frame, k, probability);
  const double width = whole.width() / kParts;
  return {whole.left() + static_cast<int>(part) * width, whole.top(), width, whole.height()};
}

void paintSteps(QPainter& painter, const Theme& theme, const ChartFrame& frame, int k, ResidueCode code,
                const EmissionColumn& column, QColor color) {
  painter.fillRect(partAt(frame, k, column.probabilities[code], EmissionPart::probability), color);
  color.setAlphaF(0.4F * color.alphaF());
  painter.fillRect(partAt(frame, k, column.steps->expected[code], EmissionPart::expected), color);
  const QRectF counted = partAt(frame, k, column.steps->counted[code], EmissionPart::counted);
  if (counted.height() <= 0) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.text, theme.lineScale));
  painter.drawRect(counted);
}

void paintAxis(QPainter& painter, const Theme& theme, const ChartFrame& frame, const QRectF& area) {
  const QFontMetricsF metrics(theme.labelFont());
  MapLook range;
  range.high = frame.highest;
  painter.setFont(theme.labelFont());
  const int most = std::clamp(static_cast<int>(frame.plot.height() / (1.8 * metrics.height())), 2, 6);
  for (const double value : scaleTicks(range, most)) {
    const double y = frame.plot.bottom() - value / frame.highest * frame.plot.height();
    painter.setPen(QPen(theme.line, theme.lineScale));
    painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
    painter.setPen(theme.text);
    painter.drawText(QRectF(area.left(), y - metrics.height() / 2, frame.plot.left() - area.left() - theme.space(1),
                            metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(value, 'g', 2));
  }
}

}  // namespace

std::vector<ResidueCode> orderedResidues(const engine::ResidueVector& probabilities, ResidueOrder order) {
  std::vector<ResidueCode> codes(kCount);
  for (int k = 0; k < kCount; ++k) engine::nth(codes, k) = static_cast<ResidueCode>(k);
  std::sort(codes.begin(), codes.end(), [&](ResidueCode a, ResidueCode b) {
    if (order == ResidueOrder::byProbability && probabilities[a] != probabilities[b])
      return probabilities[a] > probabilities[b];
    return engine::alphabet::letterOf(a) < engine::alphabet::letterOf(b);
  });
  return codes;
}

QString logOddsText(double bits) {
  if (std::isinf(bits)) return bits < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
  const QString size = QString::number(std::abs(bits), 'f', 1);
  if (size == QStringLiteral("0.0")) return size;
  return (bits < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
}

QRectF emissionBar(const EmissionColumn& column, ResidueOrder order, int k, const QRectF& area, const Theme& theme,
                   EmissionPart part) {
  const ResidueCode code = engine::nth(orderedResidues(column.probabilities, order), k);
  const ChartFrame frame = frameFor(column, area, theme);
  if (!column.steps) return barAt(frame, k, column.probabilities[code]);
  const double value = part == EmissionPart::counted    ? column.steps->counted[code]
                       : part == EmissionPart::expected ? column.steps->expected[code]
                                                        : column.probabilities[code];
  return partAt(frame, k, value, part);
}

void paintEmissionChart(QPainter& painter, const Theme& theme, const QRectF& area, const EmissionColumn& column,
                        ResidueOrder order) {
  const ChartFrame frame = frameFor(column, area, theme);
  if (frame.plot.isEmpty()) return;
  const QFontMetricsF metrics(theme.labelFont());
  painter.save();
  paintAxis(painter, theme, frame, area);
  const LogoColors& colors = logoColors(theme);
  const std::vector<ResidueCode> codes = orderedResidues(column.probabilities, order);
  for (int k = 0; k < kCount; ++k) {
    const ResidueCode code = engine::nth(codes, k);
    const double p = column.probabilities[code], background = column.background[code];
    if (column.steps) paintSteps(painter, theme, frame, k, code, column, colors[code]);
    else painter.fillRect(barAt(frame, k, p), colors[code]);
    const double y = barAt(frame, k, background).top(), left = frame.plot.left() + k * frame.slot;
    painter.setPen(QPen(theme.canvas, 3 * theme.lineScale));  // visible on bars of every colour
    painter.drawLine(QPointF(left + 1, y), QPointF(left + frame.slot - 1, y));
    painter.setPen(QPen(theme.muted, 1.5 * theme.lineScale));
    painter.drawLine(QPointF(left, y), QPointF(left + frame.slot, y));
    const double letterTop = frame.plot.bottom() + 2;
    painter.setFont(theme.residueFont());
    painter.setPen(theme.text);
    painter.drawText(QRectF(left, letterTop, frame.slot, metrics.height()), Qt::AlignCenter,
                     QString(QLatin1Char(engine::alphabet::letterOf(code))));
    if (!frame.hasOdds) continue;
    const double bits = engine::logOddsBits(p, background);
    painter.setFont(theme.labelFont());
    painter.setPen(bits > 0 ? theme.text : theme.muted);
    painter.drawText(QRectF(left, letterTop + metrics.height(), frame.slot, metrics.height()), Qt::AlignCenter,
                     logOddsText(bits));
  }
  painter.restore();
}

}  // namespace ui
