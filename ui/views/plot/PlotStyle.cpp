#include "ui/views/plot/PlotStyle.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/views/maps/MapAxes.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

namespace {
constexpr double kLineWidth = 2;
constexpr float kLaterTone = 0.45F;  // share of the colour of text in those that come again

QColor mixed(const QColor& color, const QColor& other, float share) {
  const auto mix = [share](float a, float b) { return a + share * (b - a); };
  return QColor::fromRgbF(mix(color.redF(), other.redF()), mix(color.greenF(), other.greenF()),
                          mix(color.blueF(), other.blueF()));
}

/// Blue of Okabe and Ito is dark, sky blue light: lines take the one that is farther from the ground, bars the other.
QColor lineBlue(const Theme& theme) { return toColor(okabeIto()[theme.kind == ThemeKind::light ? 5 : 2]); }

}  // namespace

QColor barColor(const Theme& theme) { return toColor(okabeIto()[theme.kind == ThemeKind::light ? 2 : 5]); }

QColor bandColor(const Theme& theme) {
  constexpr float kFaint = 0.3F;
  QColor color = theme.muted;
  color.setAlphaF(kFaint);
  return color;
}

SeriesStyle seriesStyle(int series, const Theme& theme) {
  // Far from each other, also for the colour-blind. A second round has other tones.
  const auto okabe = [](size_t index) { return toColor(okabeIto()[index]); };
  const QColor colors[] = {lineBlue(theme), okabe(6), okabe(3), okabe(1), okabe(7), theme.text, barColor(theme)};
  static const std::vector<double> kDashes[] = {{}, {4, 2}, {1, 1.6}, {5, 2, 1, 2}, {8, 2, 2, 2, 2, 2}};
  const int numColors = static_cast<int>(std::size(colors)), round = series / numColors;
  SeriesStyle style;
  style.color = colors[series % numColors];
  if (round % 2 == 1) style.color = mixed(style.color, series % numColors == 5 ? theme.canvas : theme.text, kLaterTone);
  style.dashes = kDashes[series % static_cast<int>(std::size(kDashes))];
  style.marker = series % kNumMarkers;
  return style;
}

SeriesStyle styleOf(const Plot& plot, size_t series, const Theme& theme) {
  if (!plot.series[series].isRule) {
    SeriesStyle style = seriesStyle(static_cast<int>(series), theme);
    const auto end = plot.series.begin() + static_cast<std::ptrdiff_t>(series);
    const auto isPointsAlone = [](const PlotSeries& each) { return each.hasPoints && !each.hasLine; };
    // Of points in one place those below are still seen.
    style.isOpen = isPointsAlone(*end) && std::any_of(plot.series.begin(), end, isPointsAlone);
    return style;
  }
  static const std::vector<double> kDashes[] = {{6, 3}, {2, 2}, {9, 3, 2, 3}, {}};
  const auto before = std::count_if(plot.series.begin(), plot.series.begin() + static_cast<std::ptrdiff_t>(series),
                                    [](const PlotSeries& each) { return each.isRule; });
  SeriesStyle style;
  style.color = theme.muted;
  style.dashes = kDashes[before % std::ssize(kDashes)];
  style.width = 0.75;
  return style;
}

QColor spreadColor(const SeriesStyle& style) {
  constexpr float kFaint = 0.18F;
  QColor color = style.color;
  color.setAlphaF(kFaint);
  return color;
}

QPen seriesPen(const SeriesStyle& style, const Theme& theme) {
  QPen pen(style.color, kLineWidth * style.width * theme.lineScale, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (!style.dashes.empty()) pen.setDashPattern({style.dashes.begin(), style.dashes.end()});
  return pen;
}

void paintMarker(QPainter& painter, const SeriesStyle& style, QPointF at, double radius) {
  constexpr double kOpenLine = 0.45;  // of the radius
  painter.setPen(style.isOpen ? QPen(style.color, std::max(1.0, kOpenLine * radius)) : QPen(Qt::NoPen));
  painter.setBrush(style.isOpen ? QBrush(Qt::NoBrush) : QBrush(style.color));
  const double r = radius;
  const auto polygon = [&](std::initializer_list<QPointF> corners) {
    QPolygonF shape;
    for (const QPointF& corner : corners) shape << at + corner;
    painter.drawPolygon(shape);
  };
  switch (style.marker) {
    case 0:
      painter.drawEllipse(at, r, r);
      break;
    case 1:
      painter.drawRect(QRectF(at.x() - 0.85 * r, at.y() - 0.85 * r, 1.7 * r, 1.7 * r));
      break;
    case 2:
      polygon({{0, -1.15 * r}, {1.1 * r, 0.8 * r}, {-1.1 * r, 0.8 * r}});
      break;
    case 3:
      polygon({{0, -1.25 * r}, {1.25 * r, 0}, {0, 1.25 * r}, {-1.25 * r, 0}});
      break;
    case 4:
      painter.setPen(QPen(style.color, std::max(1.0, 0.6 * r)));
      painter.drawLine(at - QPointF(r, r), at + QPointF(r, r));
      painter.drawLine(at - QPointF(r, -r), at + QPointF(r, -r));
      break;
    case 5:
      polygon({{0, 1.15 * r}, {1.1 * r, -0.8 * r}, {-1.1 * r, -0.8 * r}});
      break;
    case 6:
      painter.setPen(QPen(style.color, std::max(1.0, 0.6 * r)));
      painter.drawLine(at - QPointF(1.25 * r, 0), at + QPointF(1.25 * r, 0));
      painter.drawLine(at - QPointF(0, 1.25 * r), at + QPointF(0, 1.25 * r));
      break;
    default:
      polygon({{-r, -r}, {r, r}, {r, -r}, {-r, r}});
  }
}

void paintArrowHead(QPainter& painter, const SeriesStyle& style, QPointF from, QPointF to, double length) {
  const QPointF way = to - from;
  const double size = std::hypot(way.x(), way.y());
  if (!(size > 0)) return;
  const QPointF along = way / size * std::min(length, size), across(-0.4 * along.y(), 0.4 * along.x());
  painter.setPen(Qt::NoPen);
  painter.setBrush(style.color);
  painter.drawPolygon(QPolygonF{{to, to - along + across, to - along - across}});
}

QString plotNumber(double value) {
  if (!std::isfinite(value))
    return std::isnan(value) ? QStringLiteral("–") : value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const double size = std::abs(value);
  if (value == std::round(value) && size < 1e6) return withMinus(QString::number(value, 'f', 0));
  return withMinus(size >= 1e5 || size < 1e-3 ? QString::number(value, 'e', 2) : QString::number(value, 'g', 4));
}

QString plotTickText(double value) {
  const double size = std::abs(value);
  if (size != 0 && (size >= 1e5 || size < 1e-3)) {
    const int power = static_cast<int>(std::floor(std::log10(size) + 1e-9));
    const double digits = value / std::pow(10.0, power);
    static const QString kRaised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString raised = power < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(power))) raised += kRaised[digit.digitValue()];
    const QString ten = QStringLiteral("10") + raised;
    return std::abs(digits - 1) < 1e-9 ? ten : shownNumber(digits, 4) + QStringLiteral("·") + ten;
  }
  return shownNumber(value, 6);
}

}  // namespace ui
