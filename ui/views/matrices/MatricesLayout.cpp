#include "ui/views/matrices/MatricesLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

/// Of a cell with a number in it; of a cell that a long matrix is not shrunk below, but cut off instead.
constexpr double kCell = 52, kLongCell = 20;
/// A matrix this many times as long as wide is long.
constexpr double kLong = 6;
/// An upright colour bar has room for two numbers.
constexpr double kLeastBarLines = 3;
constexpr double kLeastSide = 56, kShrinking = 0.94, kLeastWords = 150;

/// A matrix with sides of at most `side` pixels, at the origin.
MatrixPlace placeFor(const Theme& theme, const ArraySlice& slice, double side, double largestCell) {
  const auto rows = static_cast<double>(slice.rows()), columns = static_cast<double>(slice.columns());
  const double shorter = std::min(rows, columns), longer = std::max(rows, columns);
  MatrixPlace place;
  place.cell = std::min(largestCell, side / longer);
  const double longCell = kLongCell * theme.scale;
  if (longer > kLong * shorter && place.cell < longCell) place.cell = std::min(longCell, side / shorter);
  const double width = std::min(columns * place.cell, side), height = std::min(rows * place.cell, side);
  const AxisSpace axes = axisSpace(theme, slice.rows(), AxisTitles::shown);
  const double title = QFontMetricsF(theme.titleFont()).height() + theme.space(1);
  place.panel = {axes.left, title + axes.top, width, height};
  const double words = std::max(width, kLeastWords * theme.scale);
  place.header = {0, 0, axes.left + words, title};
  place.bar = {axes.left, place.panel.bottom() + theme.space(1), std::max(width, 0.6 * words), colorBarHeight(theme)};
  if (const double upright = colorBarWidth(theme); upright > 0)
    place.bar = {place.panel.right(), place.panel.y, upright,
                 std::max(height, kLeastBarLines * QFontMetricsF(theme.labelFont()).height())};
  return place;
}

void moveBy(MatrixPlace& place, double dx, double dy) {
  for (Rect* part : {&place.header, &place.panel, &place.bar}) {
    part->x += dx;
    part->y += dy;
  }
}

/// All that fit into the room with sides of at most `side`; those that do not stand in `withoutRoom`.
MatricesLayout packed(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                      const QRectF& room, double side) {
  MatricesLayout layout;
  const double gap = theme.space(4), cell = (wanted.size() == 1 ? 2 : 1) * kCell * theme.scale;
  double x = room.x(), y = room.y(), lineHeight = 0;
  for (const size_t array : wanted) {
    MatrixPlace place = placeFor(theme, slices[array], side, cell);
    place.array = array;
    const double width = std::max(place.header.width, place.bar.right()), height = std::max(place.bar.bottom(), place.panel.bottom());
    if (x > room.x() && x + width > room.right()) {
      x = room.x();
      y += lineHeight + gap;
      lineHeight = 0;
    }
    if (x + width > room.right() + 1 || y + height > room.bottom() + 1) {
      layout.withoutRoom.push_back(array);
      continue;
    }
    moveBy(place, x, y);
    layout.places.push_back(place);
    x += width + gap;
    lineHeight = std::max(lineHeight, height);
  }
  return layout;
}

}  // namespace

const MatrixPlace* MatricesLayout::placeOf(size_t array) const {
  const auto found =
      std::find_if(places.begin(), places.end(), [&](const MatrixPlace& place) { return place.array == array; });
  return found == places.end() ? nullptr : &*found;
}

const MatrixPlace* MatricesLayout::panelAt(QPointF position) const {
  for (const MatrixPlace& place : places)
    if (place.panel.contains(position.x(), position.y())) return &place;
  return nullptr;
}

const MatrixPlace* MatricesLayout::headerAt(QPointF position) const {
  for (const MatrixPlace& place : places)
    if (place.header.contains(position.x(), position.y())) return &place;
  return nullptr;
}

MatricesLayout matricesLayout(const Theme& theme, const std::vector<ArraySlice>& slices, QSize size) {
  std::vector<size_t> wanted;
  for (size_t array = 0; array < slices.size(); ++array)
    if (slices[array].matrix) wanted.push_back(array);
  const double margin = theme.space(3), note = QFontMetricsF(theme.labelFont()).height() + theme.space(1);
  const QRectF room(margin, margin, std::max(size.width() - 2 * margin, 0.0),
                    std::max(size.height() - 2 * margin - note, 0.0));
  const double least = kLeastSide * theme.scale;
  double side = std::max({room.width(), room.height(), least});
  MatricesLayout layout = packed(theme, slices, wanted, room, side);
  while (!layout.withoutRoom.empty() && side > least) {
    side = std::max(side * kShrinking, least);
    layout = packed(theme, slices, wanted, room, side);
  }
  layout.footnote = QRectF(margin, room.bottom() + theme.space(1), room.width(), note);
  return layout;
}

}  // namespace ui
