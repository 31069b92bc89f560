#include "ui/views/maps/CellsInSight.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

CellsInSight cellsInSight(const MapFrame& frame) {
  constexpr double kRounding = 1e-6;  // a cell that is out of sight but for the last bit is out of sight
  const CellPoint top = frame.viewport.toCell(frame.panel, frame.panel.x, frame.panel.y);
  const CellPoint bottom = frame.viewport.toCell(frame.panel, frame.panel.right(), frame.panel.bottom());
  const auto within = [](double cell, Index count) {
    return static_cast<Index>(std::clamp(cell, 0.0, static_cast<double>(std::max<Index>(count, 0))));
  };
  const auto first = [&](double cell, Index count) { return within(std::floor(cell + kRounding), count); };
  const auto last = [&](double cell, Index count) { return within(std::ceil(cell - kRounding), count); };
  CellsInSight cells{first(top.row, frame.rows), last(bottom.row, frame.rows), first(top.column, frame.columns),
                     last(bottom.column, frame.columns)};
  cells.lastRow = std::max(cells.lastRow, cells.firstRow);
  cells.lastColumn = std::max(cells.lastColumn, cells.firstColumn);
  return cells;
}

QString sightText(const MapFrame& frame) {
  if (frame.panel.isEmpty()) return {};
  const CellsInSight sight = cellsInSight(frame);
  QStringList parts;
  const auto tell = [&](const QString& what, Index first, Index last, Index count) {
    if (last - first < count) parts << QObject::tr("%1 %2–%3 of %4").arg(what).arg(first + 1).arg(last).arg(count);
  };
  tell(QObject::tr("rows"), sight.firstRow, sight.lastRow, frame.rows);
  tell(QObject::tr("columns"), sight.firstColumn, sight.lastColumn, frame.columns);
  return parts.join(QStringLiteral(", "));
}

QString sightSentence(const MapFrame& frame) {
  const QString sight = sightText(frame);
  return sight.isEmpty() ? QString() : QObject::tr(" Shown: %1.").arg(sight);
}

}  // namespace ui
