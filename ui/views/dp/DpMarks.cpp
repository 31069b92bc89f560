#include "ui/views/dp/DpMarks.h"

#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/CellCandidates.h"
#include "ui/views/maps/MapMarks.h"

namespace ui {

using engine::Index;
using engine::PairState;

namespace {

constexpr double kLeastMark = 5, kArrowCell = 8;
constexpr float kKeptAlpha = 0.6F;

QRectF cellRect(const MapFrame& frame, Index i, Index j) {
  const PixelPoint corner = frame.viewport.toPixel(frame.panel, static_cast<double>(i), static_cast<double>(j));
  return {corner.x, corner.y, frame.viewport.pixelsPerCell, frame.viewport.pixelsPerCell};
}

/// Cells of a pixel or two get a mark that can be seen.
QRectF atLeast(QRectF rect, double least) {
  const QPointF middle = rect.center();
  rect.setSize({std::max(rect.width(), least), std::max(rect.height(), least)});
  rect.moveCenter(middle);
  return rect;
}

/// Every way into the cell, the winner with an arrow: a predecessor stands in the plane of its own state, the winner is
/// marked in the main plane as well.
void paintWaysIn(QPainter& painter, const Theme& theme, const MapFrame& frame, const DpPicture& picture, DpCell cell,
                 int plane) {
  const auto main = static_cast<size_t>(picture.options().mainPlane);
  const PairState state = picture.planes()[main].state, own = engine::nth(picture.planes(), plane).state;
  const bool isMain = plane == picture.options().mainPlane;
  const double cellSize = frame.viewport.pixelsPerCell;
  for (const engine::StateCandidates& ways : engine::cellCandidates(*picture.alignment(), cell.i, cell.j).states)
    for (size_t k = 0; ways.state == state && k < ways.candidates.size(); ++k) {
      const auto from = ways.candidates[k].from;
      const Index i = cell.i - engine::consumesQuery(state), j = cell.j - engine::consumesTemplate(state);
      const bool isWinner = ways.winner == k;
      if (!from || i < 0 || j < 0 || (*from != own && !(isWinner && isMain))) continue;
      painter.setPen(
          QPen(toColor(stateColor(*from)), 2 * theme.lineScale, isWinner ? Qt::SolidLine : Qt::DotLine));
      painter.drawRect(atLeast(cellRect(frame, i, j), kLeastMark * theme.lineScale));
      if (isWinner && isMain && cellSize >= kArrowCell)
        paintArrow(painter, theme, frame, cell, {Predecessor::Kind::cell, *from, i, j}, cellSize);
    }
}

void paintCellInWork(QPainter& painter, const Theme& theme, const MapFrame& frame, const DpPicture& picture,
                     const DpMoment& moment, int plane) {
  const DpCell cell = moment.cell;
  if (cell.i < 0 || cell.j < 0) return;
  painter.save();
  painter.setClipRect(toRectF(frame.panel).adjusted(-2, -2, 2, 2));
  painter.setBrush(Qt::NoBrush);
  if (picture.hasWaysIn() && !moment.stepper->isTracing()) paintWaysIn(painter, theme, frame, picture, cell, plane);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.locked, 3 * theme.lineScale));
  painter.drawRect(atLeast(cellRect(frame, cell.i, cell.j), kLeastMark * theme.lineScale));
  painter.restore();
}

void paintFlash(QPainter& painter, const Theme& theme, const MapFrame& frame, const engine::AlignmentPath& path,
                const PathFlash& flash) {
  QColor color = theme.locked;
  color.setAlphaF(static_cast<float>(flash.strength));
  painter.save();
  painter.setClipRect(toRectF(frame.panel));
  const double least = 2 * kLeastMark * theme.lineScale;
  QPainterPath changed;
  changed.setFillRule(Qt::WindingFill);
  for (size_t k = 0; k < path.steps.size() && k < flash.steps.size(); ++k)
    if (flash.steps[k]) changed.addRect(atLeast(cellRect(frame, path.steps[k].i, path.steps[k].j), least));
  painter.fillPath(changed, color);
  painter.restore();
}

}  // namespace

void paintArrow(QPainter& painter, const Theme& theme, const MapFrame& frame, DpCell cell, const Predecessor& origin,
                double size) {
  const PixelPoint middle =
      frame.viewport.toPixel(frame.panel, static_cast<double>(cell.i) + 0.5, static_cast<double>(cell.j) + 0.5);
  const QPointF direction(static_cast<double>(origin.j - cell.j), static_cast<double>(origin.i - cell.i));
  // In a cell of its own the arrow is near the border that faces the predecessor: the number in the middle stays free.
  const bool isShared = size > frame.viewport.pixelsPerCell;
  const QPointF tip = QPointF(middle.x, middle.y) + direction * (size * (isShared ? 0.3 : 0.46));
  const QPointF tail = QPointF(middle.x, middle.y) + direction * (size * (isShared ? -0.2 : 0.22));
  const QColor color = toColor(stateColor(origin.state));
  painter.setPen(QPen(color, 1.6 * theme.lineScale, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(tail, tip);
  const double length = std::hypot(direction.x(), direction.y()), head = size * (isShared ? 0.16 : 0.09);
  const QPointF along = direction / length * head, across(-along.y(), along.x());
  painter.setBrush(color);
  painter.drawPolygon(QPolygonF({tip, tip - along + across * 0.7, tip - along - across * 0.7}));
}

void paintBlank(QPainter& painter, const Theme& theme, const MapFrame& frame, const DpStepper& stepper) {
  QPainterPath blank;
  const QRectF panel = toRectF(frame.panel);
  const CellPoint top = frame.viewport.toCell(frame.panel, frame.panel.x, frame.panel.y);
  const CellPoint bottom = frame.viewport.toCell(frame.panel, frame.panel.right(), frame.panel.bottom());
  const auto firstRow = std::max<Index>(0, static_cast<Index>(std::floor(top.row)));
  const auto lastRow = std::min<Index>(frame.rows - 1, static_cast<Index>(std::floor(bottom.row)));
  for (Index i = firstRow; i <= lastRow; ++i) {
    const Index first = stepper.firstBlank(i);
    if (first >= frame.columns) continue;
    const QPointF from = cellRect(frame, i, first).topLeft(), to = cellRect(frame, i + 1, frame.columns).topLeft();
    blank.addRect(QRectF(from, to).intersected(panel));
  }
  painter.fillPath(blank, theme.canvas);
}

void paintMarks(QPainter& painter, const Theme& theme, const MapFrame& frame, const DpPicture& picture,
                const DpMoment& moment, int plane) {
  const auto mark = [&](DpCell cell, const QColor& color) {
    paintCrosshair(painter, theme, frame, cell.i, cell.j, color);
  };
  QColor keptColor = theme.locked;
  keptColor.setAlphaF(kKeptAlpha);
  for (const DpCell cell : moment.kept) mark(cell, keptColor);
  if (moment.stepper) {
    mark(moment.cell, theme.hover);
  } else {
    mark(moment.locked, theme.locked);
    mark(moment.pointed, theme.hover);
  }
  if (moment.flash.strength > 0 && picture.path()) paintFlash(painter, theme, frame, *picture.path(), moment.flash);
  if (moment.stepper) paintCellInWork(painter, theme, frame, picture, moment, plane);
}

}  // namespace ui
