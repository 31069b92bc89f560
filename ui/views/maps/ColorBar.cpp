// Colour bars and the round values of their scales.
#include "ui/views/maps/ColorBar.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

namespace {

constexpr double kTickGap = 2;
constexpr const char* kWidestTick = "-0.005";
/// As wide as brief notes get.
constexpr const char* kLongNote = ", max of 10 x 10";

/// In lines of whole words; one may be wider than the room. Products stay together.
QStringList wrapped(const QFontMetricsF& metrics, QString text, double room) {
  QStringList lines;
  for (QString word : text.replace(QStringLiteral(" × "), QStringLiteral("\u00a0×\u00a0")).split(u' ')) {
    word.replace(QChar::Nbsp, u' ');
    const QString longer = lines.isEmpty() ? QString() : lines.back() + u' ' + word;
    if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= room) lines.back() = longer;
    else lines << word;
  }
  return lines;
}

bool isUpright(const Theme& theme) { return theme.page.colorBar == ColorBarPlace::right; }

/// The colours of a bar.
QRectF stripOf(const Theme& theme, const Rect& bar) {
  if (isUpright(theme)) return {bar.x + theme.space(2), bar.y, double(theme.space(2)), bar.height};
  return {bar.x, bar.y, bar.width, double(theme.space(2))};
}

QLinearGradient gradientOf(const MapLook& look, QPointF low, QPointF high) {
  const auto& colors = colorMap(look.colorMapId).colors;
  QLinearGradient gradient(low, high);
  for (int k = 0; k <= 32; ++k)
    gradient.setColorAt(k / 32.0, toColor(engine::nth(colors, std::lround(k * 255.0 / 32.0))));
  return gradient;
}

}  // namespace

std::vector<double> scaleTicks(const MapLook& look, int most) {
  std::vector<double> ticks;
  if (look.scale == ValueScale::rank) {
    const int count = std::clamp(most, 2, 5);  // the ends, the median and the quartiles, as far as there is room
    for (int k = 0; k < count; ++k) {
      const double value = valueAtPlace(look, static_cast<double>(k) / (count - 1));
      if (ticks.empty() || value > ticks.back()) ticks.push_back(value);
    }
    return ticks;
  }
  if (!(look.high > look.low) || most < 2) return {look.low};
  if (look.scale == ValueScale::logarithmic && look.low > 0) {
    const int first = static_cast<int>(std::ceil(std::log10(look.low) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(look.high) + 1e-9));
    const int step = std::max(1, (last - first + most) / most);
    for (int power = last; power >= first; power -= step) ticks.insert(ticks.begin(), std::pow(10.0, power));
    if (ticks.size() > 1) return ticks;
    return {look.low, look.high};
  }
  const double least = (look.high - look.low) / most;
  // The whole circle and half of it, in degrees.
  const bool areDegrees = (look.low == -180 || look.low == 0) && look.high == 180;
  for (const double degrees : {30.0, 45.0, 60.0, 90.0, 180.0})
    if (areDegrees && degrees >= least) {
      for (double tick = look.low; tick <= look.high; tick += degrees) ticks.push_back(tick);
      return ticks;
    }
  double step = std::pow(10.0, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0, 10.0})
    if (digit * step >= least * 0.999) {
      step *= digit;
      break;
    }
  const auto first = static_cast<long long>(std::ceil(look.low / step - 1e-6));
  const auto last = static_cast<long long>(std::floor(look.high / step + 1e-6));
  for (long long k = first; k <= last; ++k) ticks.push_back(static_cast<double>(k) * step);
  if (ticks.size() > 1) return ticks;
  // One number says nothing of a scale.
  if (look.low < 0 && look.high > 0) return {look.low, 0, look.high};
  return {look.low, look.high};
}

QString scaleText(double value) {
  const double size = std::abs(value);
  if (size > 0 && (size < 1e-3 || size >= 1e5)) {
    QString text = QString::number(value, 'e', 0);
    return withMinus(
        text.replace(QStringLiteral("e-0"), QStringLiteral("e-")).replace(QStringLiteral("e+0"), QStringLiteral("e")));
  }
  if (size >= 1e3) return withMinus(QString::number(value, 'f', 0));
  return withMinus(QString::number(value, 'g', 3));
}

QString shrinkingText(Shrinking shrinking, engine::Index cellsPerPixel) {
  if (cellsPerPixel < 2) return {};
  const QString what = shrinking == Shrinking::mean      ? QStringLiteral("mean")
                       : shrinking == Shrinking::largest ? QStringLiteral("maximum")
                                                         : QStringLiteral("largest magnitude");
  return QStringLiteral("%1 of %2 × %2 cells").arg(what).arg(cellsPerPixel);
}

QStringList captionLines(const QFontMetricsF& metrics, const QString& caption, const QString& note, double room,
                         int mostLines) {
  QString briefCaption = caption, briefNote = note;
  briefCaption.remove(QStringLiteral(" scale"));
  briefNote.replace(QStringLiteral("maximum"), QStringLiteral("max")).remove(QStringLiteral(" cells"));
  const QString comma = QStringLiteral(", "), what = caption.section(comma, 0, 0);
  QStringList texts;
  if (caption.isEmpty())
    texts = {note, briefNote};
  else if (!note.isEmpty())
    texts = {caption + comma + note, caption + comma + briefNote, briefCaption + comma + briefNote,
             what + comma + briefNote};
  texts << caption << briefCaption << what;
  for (const QString& text : texts) {
    const QStringList lines = wrapped(metrics, text, room);
    const auto fits = [&](const QString& line) { return metrics.horizontalAdvance(line) <= room; };
    if (lines.size() <= mostLines && std::all_of(lines.begin(), lines.end(), fits)) return lines;
  }
  return {};
}

double colorBarHeight(const Theme& theme, const QString& caption, double captionWidth) {
  if (theme.page.colorBar != ColorBarPlace::below) return 0;
  const QFontMetricsF metrics(theme.labelFont());
  const bool isNarrow = metrics.horizontalAdvance(caption + QLatin1String(kLongNote)) > captionWidth;
  return theme.space(2) + 2 * kTickGap + (isNarrow ? 3 : 2) * metrics.height();
}

double colorBarWidth(const Theme& theme) {
  if (!isUpright(theme)) return 0;
  const QFontMetricsF metrics(theme.labelFont());
  return 2 * theme.space(2) + 2 * kTickGap + metrics.horizontalAdvance(QLatin1String(kWidestTick)) + metrics.height();
}

namespace {

void paintUpright(QPainter& painter, const Theme& theme, const Rect& bar, const MapLook& look, const QString& caption,
                  const QString& note) {
  const QFontMetricsF metrics(theme.labelFont());
  const QRectF strip = stripOf(theme, bar);
  painter.save();
  painter.setPen(QPen(theme.line, 1));
  painter.setBrush(gradientOf(look, strip.bottomLeft(), strip.topLeft()));
  painter.drawRect(strip);
  painter.setFont(theme.labelFont());
  const double left = strip.right() + 2 * kTickGap;
  double free = strip.bottom() + metrics.height();
  for (const double tick : scaleTicks(look, std::max(2, static_cast<int>(bar.height / (2 * metrics.height()))))) {
    const double y = strip.bottom() - placeOnScale(look, tick) * strip.height();
    // The numbers at the ends stay beside the bar.
    const double lowest = std::max(strip.top(), strip.bottom() - metrics.height());
    const double top = std::clamp(y - metrics.height() / 2, strip.top(), lowest);
    if (top + metrics.height() > free) continue;
    free = top;
    painter.setPen(theme.muted);
    painter.drawLine(QPointF(strip.right() - 2, y), QPointF(strip.right() + 2, y));
    painter.setPen(theme.text);
    painter.drawText(QPointF(left, top + metrics.ascent()), scaleText(tick));
  }
  painter.setPen(theme.muted);
  painter.translate(bar.right(), strip.bottom());
  painter.rotate(-90);
  QStringList lines = captionLines(metrics, caption, note, bar.height, 1);
  if (lines.isEmpty()) lines << caption.section(QStringLiteral(", "), 0, 0);  // beside a low map
  paintLine(painter, theme, QRectF(0, -metrics.height(), bar.height, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, lines.front());
  painter.restore();
}

void paintLying(QPainter& painter, const Theme& theme, const Rect& bar, const MapLook& look, const QString& caption,
                double captionWidth, const QString& note) {
  const QFontMetricsF metrics(theme.labelFont());
  const QRectF strip = stripOf(theme, bar);
  painter.save();
  painter.setPen(QPen(theme.line, 1));
  painter.setBrush(gradientOf(look, strip.topLeft(), strip.topRight()));
  painter.drawRect(strip);
  painter.setFont(theme.labelFont());
  const double y = strip.bottom() + kTickGap;
  double free = bar.x - metrics.averageCharWidth() * 4;
  for (const double tick :
       scaleTicks(look, std::max(2, static_cast<int>(bar.width / (metrics.averageCharWidth() * 9))))) {
    const QString text = scaleText(tick);
    const double x = bar.x + placeOnScale(look, tick) * bar.width, width = metrics.horizontalAdvance(text) + 2;
    // The number at the high end may reach as far as the caption, not out of the picture.
    const double left = std::min(x - width / 2, bar.x + std::max(bar.width, captionWidth) + theme.space(2) - width);
    if (left < free) continue;
    free = left + width + metrics.averageCharWidth();
    painter.setPen(theme.muted);
    painter.drawLine(QPointF(x, strip.bottom() - 2), QPointF(x, strip.bottom() + 2));
    painter.setPen(theme.text);
    painter.drawText(QRectF(left, y, width, metrics.height()), Qt::AlignCenter, text);
  }
  painter.setPen(theme.muted);
  const double room = std::max(bar.width, captionWidth);
  QRectF line(bar.x, y + metrics.height(), room, metrics.height());
  const int mostLines = bar.height > colorBarHeight(theme) ? 2 : 1;
  for (const QString& text : captionLines(metrics, caption, note, room, mostLines)) {
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
    line.translate(0, metrics.height());
  }
  painter.restore();
}

}  // namespace

void paintColorBar(QPainter& painter, const Theme& theme, const Rect& bar, const MapLook& look, const QString& caption,
                   double captionWidth, const QString& note) {
  if (bar.isEmpty()) return;
  if (isUpright(theme)) return paintUpright(painter, theme, bar, look, caption, note);
  paintLying(painter, theme, bar, look, caption, captionWidth, note);
}

QLineF lineAcrossBar(const Theme& theme, const Rect& bar, const MapLook& look, double value) {
  const QRectF strip = stripOf(theme, bar);
  const double place = placeOnScale(look, value);
  if (isUpright(theme)) {
    const double y = strip.bottom() - place * strip.height();
    return {strip.left() - 1, y, strip.right() + 1, y};
  }
  const double x = strip.left() + place * strip.width();
  return {x, strip.top() - 1, x, strip.bottom() + 1};
}

}  // namespace ui
