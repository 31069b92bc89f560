#include "ui/views/heads/HeadGrid.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::HeadTable;
using engine::Index;

namespace {

constexpr double kMostCell = 64, kLeastCell = 2;  // logical pixels
constexpr double kGapCell = 6;                    // larger ones have a line between them

/// The names of the axes, and their numbers.
struct Bands {
  double left = 0, top = 0;
  Bands(const Theme& theme, Index numLayers) {
    const QFontMetricsF metrics(theme.labelFont());
    const double number = metrics.horizontalAdvance(QString::number(std::max<Index>(numLayers, 10)));
    left = metrics.height() + number + 2 * theme.space(1);
    top = 2 * metrics.height() + theme.space(1);
  }
};

/// Black or white, whichever is better to read on a colour.
QColor inkOn(const QColor& color) { return lightness(toRgb(color)) > 55 ? QColor(Qt::black) : QColor(Qt::white); }

void paintFrame(QPainter& painter, const QRectF& rect, const QColor& color, double width) {
  painter.setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect.adjusted(-width / 2, -width / 2, width / 2, width / 2));
}

/// Every number, or every second, fifth, tenth: as many as have room.
Index stepFor(double needed, double cell) {
  for (const Index step : {1, 2, 5, 10, 20, 50})
    if (static_cast<double>(step) * cell >= needed) return step;
  return 100;
}

void paintNumbers(QPainter& painter, const Theme& theme, const HeadGridLayout& layout, Index current) {
  const QFontMetricsF metrics(theme.labelFont());
  const Bands bands(theme, layout.numLayers);
  const double gap = theme.space(1), line = metrics.height();
  const double wide = metrics.horizontalAdvance(QString::number(layout.numHeads)) + gap;
  const Index layer = current < 0 ? -1 : current / layout.numHeads, head = current < 0 ? -1 : current % layout.numHeads;
  const auto isShown = [](Index number, Index marked, Index step) {
    const bool isTick = number == 0 || (number + 1) % step == 0;
    return number == marked || (isTick && (marked < 0 || std::abs(number - marked) >= step));
  };
  for (Index k = 0; k < layout.numLayers; ++k) {
    if (!isShown(k, layer, stepFor(line, layout.cell))) continue;
    const double y = layout.cells.top() + (static_cast<double>(k) + 0.5) * layout.cell;
    painter.setPen(k == layer ? theme.accent : theme.text);
    painter.drawText(QRectF(layout.cells.left() - bands.left, y - line / 2, bands.left - gap, line),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(k + 1));
  }
  for (Index k = 0; k < layout.numHeads; ++k) {
    if (!isShown(k, head, stepFor(wide, layout.cell))) continue;
    const double x = layout.cells.left() + (static_cast<double>(k) + 0.5) * layout.cell;
    painter.setPen(k == head ? theme.accent : theme.text);
    painter.drawText(QRectF(x - wide, layout.cells.top() - line - gap, 2 * wide, line), Qt::AlignCenter,
                     QString::number(k + 1));
  }
  painter.setPen(theme.muted);
  painter.drawText(QRectF(layout.cells.left(), layout.cells.top() - bands.top, layout.legend.width(), line),
                   Qt::AlignLeft | Qt::AlignVCenter, QObject::tr("head"));
  painter.save();
  painter.translate(layout.cells.left() - bands.left, layout.cells.top());
  painter.rotate(-90);
  const double length = metrics.horizontalAdvance(QObject::tr("layer")) + 1;
  painter.drawText(QRectF(-length, 0, length, line), Qt::AlignRight | Qt::AlignVCenter, QObject::tr("layer"));
  painter.restore();
}

/// Where all of it has room.
void paintVerdict(QPainter& painter, const Theme& theme, const QRectF& area, const QString& verdict) {
  const QFontMetricsF metrics(theme.labelFont());
  const QRectF room(area.topLeft(), QSizeF(area.width(), 1e4));
  const QRectF needed = metrics.boundingRect(room, Qt::TextWordWrap, verdict);
  if (verdict.isEmpty() || !theme.page.isLegendShown || needed.height() > area.height()) return;
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, verdict);
}

/// The number of a head in its cell.
void paintValue(QPainter& painter, const HeadColoring& coloring, const QRectF& rect, Index head) {
  if (coloring.isByLabel()) return;
  const double value = engine::nth(coloring.values, head);
  painter.setPen(inkOn(engine::nth(coloring.colors, head)));
  painter.drawText(rect, Qt::AlignCenter, std::isfinite(value) ? shownNumber(value, 2) : QStringLiteral("–"));
}

}  // namespace

std::optional<Index> HeadGridLayout::headAt(QPointF position) const {
  if (!cells.contains(position) || cell <= 0) return std::nullopt;
  const auto row = static_cast<Index>((position.y() - cells.top()) / cell);
  const auto column = static_cast<Index>((position.x() - cells.left()) / cell);
  if (row >= numLayers || column >= numHeads) return std::nullopt;
  return row * numHeads + column;
}

QRectF HeadGridLayout::rectOf(Index head) const {
  if (head < 0 || numHeads == 0 || head >= numLayers * numHeads) return {};
  return {cells.left() + static_cast<double>(head % numHeads) * cell,
          cells.top() + static_cast<double>(head / numHeads) * cell, cell, cell};
}

HeadGridLayout headGridLayout(const Theme& theme, const HeadTable& table, const HeadColoring& coloring,
                              const QRectF& area) {
  HeadGridLayout layout;
  if (table.count() == 0 || area.width() < 1 || area.height() < 1) return layout;
  layout.numLayers = table.numLayers;
  layout.numHeads = table.numHeads;
  const Bands bands(theme, table.numLayers);
  const double line = QFontMetricsF(theme.labelFont()).height(), gap = theme.space(2);
  const double legend = headLegendHeight(theme, coloring, area.width());
  const QRectF room = area.adjusted(bands.left, bands.top, 0, -(legend + line + 2 * gap));
  const double fitting = std::min(room.width() / static_cast<double>(table.numHeads),
                                  room.height() / static_cast<double>(table.numLayers));
  layout.cell = std::min(fitting >= kGapCell ? std::floor(fitting) : fitting, kMostCell * theme.scale);
  if (layout.cell < kLeastCell) return {};
  layout.cells = QRectF(room.left(), room.top(), static_cast<double>(table.numHeads) * layout.cell,
                        static_cast<double>(table.numLayers) * layout.cell);
  layout.legend = QRectF(area.left(), layout.cells.bottom() + gap, area.width(), legend);
  layout.words = QRectF(area.left(), layout.legend.bottom() + gap, area.width(), line);
  const double top = layout.words.bottom() + gap;
  layout.verdict = QRectF(area.left(), top, area.width(), std::max(area.bottom() - top, 0.0));
  return layout;
}

void paintHeadGrid(QPainter& painter, const Theme& theme, const HeadTable& table, const HeadColoring& coloring,
                   const HeadGridLayout& layout, const HeadMarks& marks, const QString& words) {
  if (layout.cells.isEmpty()) return;
  painter.save();
  painter.setFont(theme.labelFont());
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double gap = layout.cell >= kGapCell ? 1 : 0;
  const bool hasNumbers = layout.cell >= kNumberCellPixels * theme.scale;
  for (Index head = 0; head < table.count(); ++head) {
    const QRectF rect = layout.rectOf(head).adjusted(0, 0, -gap, -gap);
    painter.fillRect(rect, engine::nth(coloring.colors, head));
    if (hasNumbers) paintValue(painter, coloring, rect, head);
  }
  if (theme.page.areMarksShown) {
    const double width = 2 * theme.lineScale;
    for (const Index head : marks.chosen) paintFrame(painter, layout.rectOf(head), theme.locked, width);
    if (marks.hovered >= 0) paintFrame(painter, layout.rectOf(marks.hovered), theme.hover, width);
    if (marks.current >= 0 && marks.current < table.count())
      paintFrame(painter, layout.rectOf(marks.current), theme.accent, 1.5 * width);
  }
  paintNumbers(painter, theme, layout, theme.page.areMarksShown ? marks.current : -1);
  painter.restore();
  paintHeadLegend(painter, theme, coloring, layout.legend, marks.hovered >= 0 ? marks.hovered : marks.current);
  paintVerdict(painter, theme, layout.verdict, contactVerdict(table));
  if (!theme.page.areMarksShown) return;
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  paintLine(painter, theme, layout.words, Qt::AlignLeft | Qt::AlignVCenter, words);
}

}  // namespace ui
