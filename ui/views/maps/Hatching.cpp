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

/// The pieces of the line x + y = sum.
void addPieces(QList<QLineF>& lines, const MapFrame& frame, const QRectF& area, double sum,
               const std::function<bool(Index, Index)>& isMarked) {
  const double size = frame.viewport.pixelsPerCell, leastStep = size < kSmallCell ? 1 : 1e-6;
  const PixelPoint origin = frame.viewport.toPixel(frame.panel, 0, 0);
  const double end = std::min(area.bottom(), sum - area.left());
  double y = std::max(area.top(), sum - area.right()), begin = y;
  bool isIn = false;
  const auto close = [&] {
    if (isIn && y > begin) lines.append(QLineF(sum - begin, begin, sum - y, y));
  };
  while (y < end) {
    // The line goes down and to the left: the next border is the bottom of the row or the left of the column.
    const double row = (y - origin.y) / size, column = (sum - y - origin.x) / size;
    const double toRow = (std::floor(row + 1e-9) + 1 - row) * size;
    const double toColumn = (column - std::ceil(column - 1e-9) + 1) * size;
    const double next = std::min(end, y + std::max(std::min(toRow, toColumn), leastStep));
    const double middle = (y + next) / 2;
    const auto i = static_cast<Index>(std::floor((middle - origin.y) / size));
    const auto j = static_cast<Index>(std::floor((sum - middle - origin.x) / size));
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

QList<QLineF> hatchLines(const MapFrame& frame, double spacing, const std::function<bool(Index, Index)>& isMarked) {
  QList<QLineF> lines;
  const QRectF area = matrixArea(frame);
  if (area.isEmpty() || !(spacing > 0)) return lines;
  // Multiples of the spacing from the corner of the map, so that panning moves the lines with the cells.
  const PixelPoint origin = frame.viewport.toPixel(frame.panel, 0, 0);
  const double start = origin.x + origin.y, first = area.left() + area.top();
  for (double sum = start + std::ceil((first - start) / spacing) * spacing; sum < area.right() + area.bottom();
       sum += spacing)
    addPieces(lines, frame, area, sum, isMarked);
  return lines;
}

void paintHatching(QPainter& painter, const Theme& theme, const MapFrame& frame,
                   const std::function<bool(Index, Index)>& isMarked) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hatchPen(theme));
  painter.drawLines(hatchLines(frame, kSpacing * theme.scale, isMarked));
  painter.restore();
}

double paintHatchKey(QPainter* painter, const Theme& theme, double right, double top, const QString& word) {
  const QFontMetricsF metrics(theme.labelFont());
  const double height = metrics.height(), text = metrics.horizontalAdvance(word) + 2, gap = theme.space(1);
  const double width = 1.5 * height + gap + text;
  if (!painter) return width;
  MapFrame swatch;
  swatch.panel = {right - width, top, 1.5 * height, height};
  swatch.viewport = {0.5, 0.5, 1.5 * height};
  swatch.rows = swatch.columns = 1;
  painter->save();
  paintHatching(*painter, theme, swatch, [](Index, Index) { return true; });
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
