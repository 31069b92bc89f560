#include "ui/views/base/figure/FigureGrid.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// A panel narrower than so many heights of a letter shows nothing.
constexpr double kLeastLetters = 7;

/// Fewest empty places among the numbers of columns around the root, fewer columns first.
int numColumns(int count, int most) {
  const int root = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const auto numEmpty = [count](int columns) { return (columns - count % columns) % columns; };
  int best = std::clamp(root, 1, most);
  for (int columns = best; columns <= std::min({root + 2, count, most}); ++columns)
    if (numEmpty(columns) < numEmpty(best)) best = columns;
  return best;
}

}  // namespace

QSize FigureGrid::size() const {
  return {axes + columns * panel.width() + (columns - 1) * gap,
          axes + rows * (labelHeight + panel.height()) + (rows - 1) * gap};
}

QRect FigureGrid::panelAt(int index) const {
  const int row = index / columns, column = index % columns;
  return {QPoint(axes + column * (panel.width() + gap),
                 axes + row * (labelHeight + panel.height() + gap) + labelHeight),
          panel};
}

QRectF FigureGrid::labelAt(int index) const {
  const QRect below = panelAt(index);
  return QRectF(below.left(), below.top() - labelHeight, below.width(), labelHeight);
}

FigureGrid figureGrid(int count, QSize page, const Theme& theme, const std::function<int(int width)>& fittingHeight) {
  FigureGrid grid;
  grid.count = std::max(count, 1);
  grid.gap = grid.count > 1 ? theme.space(2) : 0;
  const QFontMetricsF metrics(theme.titleFont());
  grid.labelHeight = grid.count > 1 ? static_cast<int>(std::ceil(metrics.height())) : 0;
  const int most = static_cast<int>((page.width() + grid.gap) / (kLeastLetters * metrics.height() + grid.gap));
  grid.columns = numColumns(grid.count, std::max(most, 1));
  grid.rows = (grid.count + grid.columns - 1) / grid.columns;
  const int width = std::max((page.width() - (grid.columns - 1) * grid.gap) / grid.columns, 1);
  const int given = (page.height() - (grid.rows - 1) * grid.gap) / grid.rows - grid.labelHeight;
  grid.panel = {width, std::max(page.height() > 0 ? given : fittingHeight(width), 1)};
  return grid;
}

}  // namespace ui
