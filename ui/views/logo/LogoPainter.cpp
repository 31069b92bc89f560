#include "ui/views/logo/LogoPainter.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;
using engine::ResidueVector;

namespace {

constexpr size_t kNumLetters = engine::alphabet::kNumResidues;
/// Letters and bars lower than this add nothing that an eye can see (logical pixels).
constexpr double kLeastHeight = 0.25;
constexpr double kLetterGap = 0.06;  // of a column, between neighbours

LogoColors groupColors(const QColor& plain) {
  constexpr std::pair<std::string_view, size_t> kGroups[] = {{"DE", 6},  {"KRH", 5}, {"STNQ", 3},
                                                             {"FWY", 7}, {"GP", 1},  {"C", 2}};
  LogoColors colors;
  colors.fill(plain);
  for (const auto& [letters, color] : kGroups)
    for (const char letter : letters) colors[engine::alphabet::codeOf(letter)] = toColor(okabeIto()[color]);
  return colors;
}

/// The letter stretched over the unit square, standing on y = 0, upwards negative.
using LetterPaths = std::array<QPainterPath, kNumLetters>;
const LetterPaths& letterPaths() {
  static const LetterPaths paths = [] {
    QFont font = Theme::light().residueFont();  // monospaced: an I with serifs is as wide as the others
    font.setBold(true);
    font.setPixelSize(100);
    LetterPaths made;
    for (size_t code = 0; code < kNumLetters; ++code) {
      QPainterPath path;
      path.addText(0, 0, font, QString(QLatin1Char(engine::alphabet::kLetters[code])));
      const QRectF box = path.boundingRect();
      QTransform unit;
      unit.scale(1 / std::max(box.width(), 1.0), 1 / std::max(box.height(), 1.0));
      unit.translate(-box.left(), -box.bottom());
      made[code] = unit.map(path);
    }
    return made;
  }();
  return paths;
}

/// One stack in a coordinate system in which columns run to the right and letters grow upwards from y = 0.
struct Stack {
  double left, width, height, limit;
  void paint(QPainter& painter, const ResidueVector& heights, const LogoColors& colors) const {
    std::array<size_t, kNumLetters> order;
    for (size_t k = 0; k < kNumLetters; ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return heights[a] < heights[b]; });
    double y = 0;
    for (const size_t code : order) {
      const double tall = std::min(heights[code] / limit * height, height + y);
      if (!(tall > 0)) continue;
      if (tall >= kLeastHeight) paintLetter(painter, code, y, tall, colors[code]);
      y -= tall;
    }
  }

 private:
  void paintLetter(QPainter& painter, size_t code, double y, double tall, const QColor& color) const {
    if (width < kLeastLogoLetter) return painter.fillRect(QRectF(left, y - tall, width, tall), color);
    const double gap = width * kLetterGap;
    QTransform place;
    place.translate(left + gap / 2, y);
    place.scale(width - gap, tall);
    painter.fillPath(place.map(letterPaths()[code]), color);
  }
};

ResidueVector meanOf(std::span<const ResidueVector> columns) {
  ResidueVector mean{};
  for (const ResidueVector& column : columns)
    for (size_t a = 0; a < kNumLetters; ++a) mean[a] += column[a] / static_cast<double>(columns.size());
  return mean;
}

}  // namespace

const LogoColors& logoColors(const Theme& theme) {
  static std::map<QRgb, LogoColors> known;
  const auto [at, isNew] = known.try_emplace(theme.text.rgb());
  if (isNew) at->second = groupColors(theme.text);
  return at->second;
}

void paintLogo(QPainter& painter, std::span<const ResidueVector> heights, double firstColumn, double lastColumn,
               const QRectF& area, double limit, LogoDirection direction, const LogoColors& colors) {
  if (area.isEmpty() || !(lastColumn > firstColumn) || !(limit > 0)) return;
  const bool isDown = direction == LogoDirection::down;
  const double length = isDown ? area.height() : area.width(), pixels = length / (lastColumn - firstColumn);
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  painter.translate(isDown ? area.topLeft() : area.bottomLeft());
  if (isDown) painter.rotate(90);
  const double height = isDown ? area.width() : area.height();
  const Index count = static_cast<Index>(heights.size());
  const Index first = std::clamp(static_cast<Index>(std::floor(firstColumn)), Index{0}, count);
  const Index last = std::clamp(static_cast<Index>(std::ceil(lastColumn)), Index{0}, count);
  const Index step = std::max<Index>(1, static_cast<Index>(std::ceil(1 / pixels)));
  for (Index column = first / step * step; column < last; column += step) {
    const Index end = std::min(column + step, count);
    const ResidueVector stack = meanOf(heights.subspan(static_cast<size_t>(column), static_cast<size_t>(end - column)));
    Stack{(static_cast<double>(column) - firstColumn) * pixels, static_cast<double>(end - column) * pixels, height,
          limit}
        .paint(painter, stack, colors);
  }
  painter.restore();
}

}  // namespace ui
