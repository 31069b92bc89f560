#include "ui/views/training/TrainingLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace ui {

using engine::Index;

namespace {

constexpr double kLeastChart = 96, kLeastChartWidth = 190, kMostChartWidth = 520, kShareOfCharts = 0.4;
constexpr double kChartAspect = 2;  ///< width by height
constexpr double kHole = 0.3;       ///< as bad as an aspect by a third too large
constexpr double kLeastHeadCell = 8, kMostHeadCell = 44, kShareOfHeads = 0.16;

/// Columns that make cells of all heads largest in an area.
void placeHeads(const Theme& theme, TrainingLayout& layout, QRectF area) {
  const auto count = double(layout.numHeads);
  for (int rows = 1; rows <= layout.numHeads; ++rows) {
    const double columns = std::ceil(count / rows);
    const double cell = std::min({area.width() / columns, area.height() / rows, kMostHeadCell * theme.scale});
    if (cell <= layout.headCell) continue;
    layout.headCell = cell;
    layout.headColumns = int(columns);
  }
  const double rows = std::ceil(count / layout.headColumns);
  layout.heads = QRectF(area.topLeft(), QSizeF(layout.headColumns * layout.headCell, rows * layout.headCell));
  if (layout.headCell >= kLeastHeadCell) return;
  layout.heads = {};
  layout.headCell = 0;
}

/// Columns of a grid of `count` charts whose cells are nearest to kChartAspect, none smaller than is readable; 0: there
/// is no such grid.
int chartColumns(const Theme& theme, std::size_t count, QSizeF room) {
  const double gap = theme.space(2);
  int best = 0;
  double nearest = 0;
  for (int columns = 1; columns <= int(count); ++columns) {
    const double rows = std::ceil(double(count) / columns);
    const double width = (room.width() - gap * (columns - 1)) / columns;
    const double height = (room.height() - gap * (rows - 1)) / rows;
    if (width < kLeastChartWidth * theme.scale || height < kLeastChart * theme.scale) continue;
    const double holes = columns * rows - double(count);
    const double distance = std::abs(std::log(width / height / kChartAspect)) + kHole * holes;
    if (best > 0 && distance >= nearest) continue;
    best = columns;
    nearest = distance;
  }
  return best;
}

/// In a grid, row by row; what does not fit is left out from the end.
void placeCharts(const Theme& theme, TrainingLayout& layout, const std::vector<TrainingChart>& wanted, QRectF area) {
  std::size_t count = wanted.size();
  int columns = 0;
  while (count > 0 && (columns = chartColumns(theme, count, area.size())) == 0) --count;
  const double gap = theme.space(2), rows = columns > 0 ? std::ceil(double(count) / columns) : 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double width = (area.width() - gap * (columns - 1)) / columns,
                 height = (area.height() - gap * (rows - 1)) / rows;
    layout.charts.emplace_back(wanted[k],
                               QRectF(area.left() + double(k % std::size_t(columns)) * (width + gap),
                                      area.top() + double(k / std::size_t(columns)) * (height + gap), width, height));
  }
}

std::vector<TrainingChart> chartsOf(const TrainingShown& shown) {
  std::vector<TrainingChart> wanted;
  if (shown.numSteps() > 0 || !shown.isComparison()) wanted.push_back(TrainingChart::objective);
  if (shown.course->judged.size() > 0) wanted.push_back(TrainingChart::learned);
  if (shown.hasStructure()) wanted.push_back(TrainingChart::precision);
  if (shown.hasStructure() && shown.isComparison())
    wanted.insert(wanted.end(), {TrainingChart::far, TrainingChart::middle, TrainingChart::near});
  if (!shown.isComparison()) wanted.push_back(TrainingChart::letters);
  if (!shown.course->groups.isEmpty()) wanted.push_back(TrainingChart::groups);
  return wanted;
}

/// Squares side by side with titles above and numbers at the left and the top; gives the height that they take.
double placeMaps(const Theme& theme, TrainingLayout& layout, std::size_t count, QRectF area) {
  const double axis = 2.2 * layout.line, gap = theme.space(3);
  const double width = (area.width() - gap * double(count - 1)) / double(count) - axis;
  const double side = std::max(0.0, std::floor(std::min(width, area.height() - 2.4 * layout.line)));
  for (std::size_t k = 0; k < count; ++k)
    layout.maps.emplace_back(area.left() + double(k) * (side + axis + gap) + axis, area.top() + 2.4 * layout.line, side,
                             side);
  return side + 2.4 * layout.line;
}

void placeComparison(const Theme& theme, TrainingLayout& layout, const TrainingShown& shown, QRectF area) {
  const double least = shown.hasStructure() ? kLeastChart * theme.scale * 1.5 : 0;
  const double taken =
      placeMaps(theme, layout, shown.methods.size(), area.adjusted(0, 0, 0, -least - layout.line - theme.space(2)));
  layout.legend = QRectF(area.left(), area.top() + taken + theme.space(1), area.width(), layout.line);
  placeCharts(theme, layout, chartsOf(shown), area.adjusted(0, taken + layout.line + theme.space(4), 0, 0));
}

void placeLearning(const Theme& theme, TrainingLayout& layout, const TrainingShown& shown, QRectF area) {
  const double gap = theme.space(3);
  const bool isNarrow = area.width() < 2.2 * kLeastChartWidth * theme.scale;
  const double charts = isNarrow ? 0
                                 : std::clamp(area.width() * kShareOfCharts, kLeastChartWidth * theme.scale,
                                              kMostChartWidth * theme.scale);
  QRectF left = area.adjusted(0, 0, -charts - (isNarrow ? 0 : gap), 0);
  if (isNarrow && area.height() > left.width() + kLeastChart * theme.scale)
    left.setHeight(std::max(left.width(), area.height() * 0.6));
  const double heads = layout.numHeads > 0 ? std::min(area.height() * kShareOfHeads, 110 * theme.scale) : 0;
  const double below = layout.line + theme.space(3) + (heads > 0 ? heads + layout.line + theme.space(2) : 0);
  const double taken = placeMaps(theme, layout, 1, left.adjusted(0, 0, 0, -below));
  // What the square leaves free is for the curves.
  const double from = std::min(layout.maps[0].right() + 2 * gap, area.right() - charts);
  if (!isNarrow) left.setRight(from - gap);
  layout.legend = QRectF(left.left(), left.top() + taken + theme.space(2), left.width(), layout.line);
  if (heads > 0)
    placeHeads(theme, layout,
               QRectF(left.left(), layout.legend.bottom() + layout.line + theme.space(1), left.width(), heads));
  if (!isNarrow)
    placeCharts(theme, layout, chartsOf(shown), QRectF(QPointF(from, area.top()), area.bottomRight()));
  else if (left.bottom() < area.bottom())
    placeCharts(theme, layout, chartsOf(shown), QRectF(QPointF(area.left(), left.bottom() + gap), area.bottomRight()));
}

}  // namespace

TrainingLayout trainingLayout(const Theme& theme, const TrainingShown& shown, bool areHeadsThere, QSizeF size) {
  TrainingLayout layout;
  layout.line = QFontMetricsF(theme.labelFont()).height();
  layout.length = shown.length();
  if (shown.isEmpty()) return layout;
  layout.numHeads = areHeadsThere && !shown.isComparison() ? shown.numHeads() : 0;
  QRectF area(QPointF(0, 0), size);
  area.adjust(theme.space(2), theme.space(1), -theme.space(2), -theme.space(1));
  const int lines = 1 + (shown.isComparison() || layout.numHeads > 0 ? 1 : 0) + (shown.course->groups.isEmpty() ? 0 : 1);
  const double words = layout.line * lines;
  layout.words = QRectF(area.left(), area.bottom() - words, area.width(), words);
  area.setBottom(layout.words.top() - theme.space(1));
  if (shown.isComparison())
    placeComparison(theme, layout, shown, area);
  else
    placeLearning(theme, layout, shown, area);
  return layout;
}

QRectF TrainingLayout::headRect(Index head) const {
  return {heads.left() + double(head % headColumns) * headCell, heads.top() + double(head / headColumns) * headCell,
          headCell, headCell};
}

Index TrainingLayout::headAt(QPointF point) const {
  if (!heads.contains(point) || headCell <= 0) return -1;
  const auto column = std::min(Index((point.x() - heads.left()) / headCell), Index(headColumns) - 1);
  const Index head = Index((point.y() - heads.top()) / headCell) * headColumns + column;
  return head < numHeads ? head : Index{-1};
}

TrainingLayout::Cell TrainingLayout::cellAt(QPointF point) const {
  for (const QRectF& map : maps) {
    if (!map.contains(point) || length == 0) continue;
    const auto place = [&](double from, double at) {
      return std::clamp<Index>(Index((at - from) / map.width() * double(length)), 0, length - 1);
    };
    return {place(map.top(), point.y()), place(map.left(), point.x())};
  }
  return {};
}

QRectF TrainingLayout::chart(TrainingChart which) const {
  for (const auto& [kind, rect] : charts)
    if (kind == which) return rect;
  return {};
}

}  // namespace ui
