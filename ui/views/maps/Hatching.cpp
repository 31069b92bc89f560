#include "ui/views/maps/Hatching.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

namespace {

constexpr double kSpacing = 6;  // logical pixels along a row
/// Cells smaller than this (pixels) are not all looked at, but one per pixel.
constexpr double kSmallCell = 3;

/// The pieces of the line y + x = sum, or y - x = sum for those that go down to the right.
void addPieces(QList<QLineF>& lines, const MapFrame& frame, const QRectF& area, double sum, HatchSlope slope,
               const std::function<bool(Index, Index)>& isMarked) {
  const bool isUp = slope == HatchSlope::up;
  const double size = frame.viewport.pixelsPerCell, leastStep = size < kSmallCell ? 1 : 1e-6;
  const PixelPoint origin = frame.viewport.toPixel(frame.panel, 0, 0);
  const auto xAt = [&](double y) { return isUp ? sum - y : y - sum; };
  const double end = std::min(area.bottom(), isUp ? sum - area.left() : sum + area.right());
  double y = std::max(area.top(), isUp ? sum - area.right() : sum + area.left()), begin = y;
  bool isIn = false;
  const auto close = [&] {
    if (isIn && y > begin) lines.append(QLineF(xAt(begin), begin, xAt(y), y));
  };
  while (y < end) {
    // The next border is the bottom of the row, or the side of the column that the line goes to.
    const double row = (y - origin.y) / size, column = (xAt(y) - origin.x) / size;
    const double toRow = (std::floor(row + 1e-9) + 1 - row) * size;
    const double toColumn =
        (isUp ? column - std::ceil(column - 1e-9) + 1 : std::floor(column + 1e-9) + 1 - column) * size;
    const double next = std::min(end, y + std::max(std::min(toRow, toColumn), leastStep));
    const double middle = (y + next) / 2;
    const auto i = static_cast<Index>(std::floor((middle - origin.y) / size));
    const auto j = static_cast<Index>(std::floor((xAt(middle) - origin.x) / size));
    const bool isHere = i >= 0 && j >= 0 && i < frame.rows && j < frame.columns && isMarked(i, j);
    if (isHere != isIn) {
      close();
      begin = y;
      isIn = isHere;
    }
    y = next;
  }
  close();
}

QPen hatchPen(const Theme& theme) { return QPen(theme.muted, 0.75 * theme.lineScale, Qt::SolidLine, Qt::FlatCap); }

}  // namespace

QList<QLineF> hatchLines(const MapFrame& frame, double spacing, const std::function<bool(Index, Index)>& isMarked,
                         HatchSlope slope) {
  QList<QLineF> lines;
  const QRectF area = matrixArea(frame);
  if (area.isEmpty() || !(spacing > 0)) return lines;
  // Multiples of the spacing from the corner of the map, so that panning moves the lines with the cells.
  const PixelPoint origin = frame.viewport.toPixel(frame.panel, 0, 0);
  const double sign = slope == HatchSlope::up ? 1 : -1;
  const double start = origin.y + sign * origin.x;
  const double first = area.top() + std::min(sign * area.left(), sign * area.right());
  const double last = area.bottom() + std::max(sign * area.left(), sign * area.right());
  for (double sum = start + std::ceil((first - start) / spacing) * spacing; sum < last; sum += spacing)
    addPieces(lines, frame, area, sum, slope, isMarked);
  return lines;
}

void paintHatching(QPainter& painter, const Theme& theme, const MapFrame& frame,
                   const std::function<bool(Index, Index)>& isMarked, Hatching hatching) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hatchPen(theme));
  painter.drawLines(hatchLines(frame, kSpacing * theme.scale, isMarked));
  if (hatching == Hatching::crossed)
    painter.drawLines(hatchLines(frame, kSpacing * theme.scale, isMarked, HatchSlope::down));
  painter.restore();
}

double paintHatchKey(QPainter* painter, const Theme& theme, double right, double top, const QString& word,
                     Hatching hatching) {
  const QFontMetricsF metrics(theme.labelFont());
  const double height = metrics.height(), text = metrics.horizontalAdvance(word) + 2, gap = theme.space(1);
  const double width = 1.5 * height + gap + text;
  if (!painter) return width;
  MapFrame swatch;
  swatch.panel = {right - width, top, 1.5 * height, height};
  swatch.viewport = {0.5, 0.5, 1.5 * height};
  swatch.rows = swatch.columns = 1;
  painter->save();
  paintHatching(*painter, theme, swatch, [](Index, Index) { return true; }, hatching);
  painter->setPen(QPen(theme.line, 1));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(toRectF(swatch.panel));
  painter->setFont(theme.labelFont());
  painter->setPen(theme.text);
  painter->drawText(QRectF(right - text, top, text, height), Qt::AlignLeft | Qt::AlignVCenter, word);
  painter->restore();
  return width;
}

}  // namespace ui
