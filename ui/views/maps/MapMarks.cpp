// Marks over maps: guides along the diagonals, the row and column of a cell.
#include "ui/views/maps/MapMarks.h"

#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

namespace {

/// Of a line in the other colour below dashes, which are seen on cells of every colour then; by which it is wider.
constexpr float kUnderOpacity = 0.35F;
constexpr double kUnderMore = 1;
/// Pixels; a narrower row or column is marked by one line, not by its two edges.
constexpr double kLeastBand = 6;

void paintBand(QPainter& painter, const QRectF& band, bool isRow) {
  const bool isWide = (isRow ? band.height() : band.width()) >= kLeastBand;
  const QPointF center = band.center();
  if (!isWide && isRow) return painter.drawLine(QPointF(band.left(), center.y()), QPointF(band.right(), center.y()));
  if (!isWide) return painter.drawLine(QPointF(center.x(), band.top()), QPointF(center.x(), band.bottom()));
  painter.drawLine(band.topLeft(), isRow ? band.topRight() : band.bottomLeft());
  painter.drawLine(isRow ? band.bottomLeft() : band.topRight(), band.bottomRight());
}

}  // namespace

void paintDiagonals(QPainter& painter, const Theme& theme, const MapFrame& frame, const std::vector<int>& offsets,
                    const QColor& color) {
  const QRectF area = matrixArea(frame);
  if (area.isEmpty()) return;
  const QFontMetricsF metrics(theme.labelFont());
  painter.save();
  painter.setClipRect(area);
  painter.setFont(theme.labelFont());
  const QPen dashes(color, theme.lineScale, Qt::DashLine);
  QColor other = lightness(toRgb(color)) < 55 ? Qt::white : Qt::black;
  other.setAlphaF(kUnderOpacity);
  const QPen under(other, theme.lineScale + kUnderMore);
  double lastLabelled = -1e9;
  for (const int size : offsets) {
    // Numbers of lines that lie close together would cover each other.
    const bool hasLabel =
        (size - lastLabelled) * frame.viewport.pixelsPerCell > metrics.horizontalAdvance(QStringLiteral("+000"));
    if (hasLabel) lastLabelled = size;
    for (const int offset : {size, -size}) {
      // Row r, column r + offset, from border to border of the matrix.
      const auto first = static_cast<double>(std::max(0, -offset));
      const auto last = static_cast<double>(std::min<Index>(frame.rows, frame.columns - offset));
      if (last <= first) continue;
      const PixelPoint a = frame.viewport.toPixel(frame.panel, first, first + offset);
      const PixelPoint b = frame.viewport.toPixel(frame.panel, last, last + offset);
      for (const QPen& pen : {under, dashes}) {
        painter.setPen(pen);
        painter.drawLine(QPointF(a.x, a.y), QPointF(b.x, b.y));
      }
      // Where the line comes into sight: it falls to the right at 45 degrees.
      const double skip = std::max({0.0, area.left() - a.x, area.top() - a.y});
      const QString text = QStringLiteral("%1%2").arg(offset > 0 ? QStringLiteral("+") : QStringLiteral("−")).arg(size);
      const QPointF start(a.x + skip, a.y + skip);
      if (hasLabel && b.x - start.x() > metrics.height())
        painter.drawText(start + (offset > 0 ? QPointF(metrics.height() * 0.7, metrics.ascent() * 0.8)
                                             : QPointF(2, metrics.height() * 1.4)),
                         text);
    }
  }
  painter.restore();
}

void paintCrosshair(QPainter& painter, const Theme& theme, const MapFrame& frame, Index row, Index column,
                    const QColor& color) {
  const QRectF area = matrixArea(frame);
  const bool hasRow = row >= 0 && row < frame.rows, hasColumn = column >= 0 && column < frame.columns;
  if (area.isEmpty() || (!hasRow && !hasColumn)) return;
  const double size = frame.viewport.pixelsPerCell;
  const double width = std::max(theme.lineScale, 1.0);
  const PixelPoint corner = frame.viewport.toPixel(frame.panel, static_cast<double>(row), static_cast<double>(column));
  painter.save();
  painter.setClipRect(area);
  painter.setPen(QPen(color, width));
  if (hasRow) paintBand(painter, QRectF(area.left(), corner.y, area.width(), size), true);
  if (hasColumn) paintBand(painter, QRectF(corner.x, area.top(), size, area.height()), false);
  if (hasRow && hasColumn) {
    const double grow = size >= kLeastBand ? 0 : (7 - size) / 2;
    QColor strong = color;
    strong.setAlphaF(1);
    painter.setBrush(Qt::NoBrush);
    const QRectF box = QRectF(corner.x, corner.y, size, size).adjusted(-grow, -grow, grow, grow);
    painter.setPen(QPen(QColor(255, 255, 255, 200), 4 * width));  // visible on dark and on bright maps
    painter.drawRect(box);
    painter.setPen(QPen(strong, 2 * width));
    painter.drawRect(box);
  }
  painter.restore();
}

}  // namespace ui
