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
/// A matrix with at most so many rows and columns is small; of a long one the beginning is.
constexpr Index kSmall = 16;
/// So many of its columns are in sight at least: cells are smaller than numbers only where these have no room.
constexpr Index kLeastColumns = 4;
/// A matrix this many times as long as wide is long.
constexpr double kLong = 6;
/// An upright colour bar has room for two numbers.
constexpr double kLeastBarLines = 3;
constexpr double kLeastSide = 56, kLeastLarge = 200, kShrinking = 0.94, kLeastWords = 160, kThumb = 6;
/// Of the height of the view, by which a page is scrolled.
constexpr double kPage = 0.85;

/// Pixels of the cells of small matrices, of the longer side of large ones, of what is shown of long ones, of the room.
struct Sizes {
  double cell = 0, large = 0, longest = 0, room = 0;
};

bool isLong(const ArraySlice& slice) {
  const auto [shorter, longer] = std::minmax({slice.rows(), slice.columns()});
  return shorter <= kSmall && static_cast<double>(longer) > kLong * static_cast<double>(shorter);
}

bool isSmall(const ArraySlice& slice) { return std::max(slice.rows(), slice.columns()) <= kSmall; }

/// At the origin.
MatrixPlace placeFor(const Theme& theme, const ArraySlice& slice, const Sizes& sizes) {
  const auto rows = static_cast<double>(slice.rows()), columns = static_cast<double>(slice.columns());
  MatrixPlace place;
  place.cell = sizes.cell;
  double most = sizes.large;
  if (isSmall(slice)) {
    most = place.cell * std::max(rows, columns);
  } else if (isLong(slice)) {
    place.cell = std::max(sizes.cell, std::min(kLongCell * theme.scale, sizes.longest / std::min(rows, columns)));
    most = sizes.longest;
  } else {
    place.cell = std::min(kCell * theme.scale, sizes.large / std::max(rows, columns));
  }
  const AxisSpace axes = axisSpace(theme, slice.rows(), AxisTitles::shown);
  double width = std::min(columns * place.cell, most);
  const double height = std::min(rows * place.cell, most);
  if (axes.left + width > sizes.room)
    width = std::max(std::floor((sizes.room - axes.left) / place.cell), 1.0) * place.cell;
  const double title = QFontMetricsF(theme.titleFont()).height() + theme.space(1);
  place.whole = place.panel = {axes.left, title + axes.top, width, height};
  const double words = std::max(width, kLeastWords * theme.scale);
  place.header = {0, 0, axes.left + words, title};
  place.bar = {axes.left, place.panel.bottom() + theme.space(1), std::max(width, 0.6 * words), colorBarHeight(theme)};
  if (const double upright = colorBarWidth(theme); upright > 0)
    place.bar = {place.panel.right(), place.panel.y, upright,
                 std::max(height, kLeastBarLines * QFontMetricsF(theme.labelFont()).height())};
  return place;
}

void moveBy(MatrixPlace& place, double dx, double dy) {
  for (Rect* part : {&place.header, &place.whole, &place.panel, &place.bar}) {
    part->x += dx;
    part->y += dy;
  }
}

/// All that fit into the room; those that do not stand in `withoutRoom`.
MatricesLayout packed(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                      const QRectF& room, const Sizes& sizes) {
  MatricesLayout layout;
  const double gap = theme.space(4);
  double x = room.x(), y = room.y(), lineHeight = 0;
  for (const size_t array : wanted) {
    MatrixPlace place = placeFor(theme, slices[array], sizes);
    place.array = array;
    const double width = std::max(place.header.width, place.bar.right());
    const double height = std::max(place.bar.bottom(), place.panel.bottom());
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
    layout.height = std::max(layout.height, y + height);
  }
  return layout;
}

/// Pixels of the cells of small matrices at which the widest fits into the room, or its first columns; at most `most`.
double fittingCell(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                   const QRectF& room, double most, Index mostColumns) {
  for (const size_t array : wanted) {
    const ArraySlice& slice = slices[array];
    if (!isSmall(slice) && !isLong(slice)) continue;
    const double axes = axisSpace(theme, slice.rows(), AxisTitles::shown).left;
    most = std::min(most, (room.width() - axes) / static_cast<double>(std::min(slice.columns(), mostColumns)));
  }
  return most;
}

/// With numbers in the cells of small matrices, or as large as the widest of them allows, in a room that may be higher
/// than what is in sight; nothing where there is no small one or no room for any.
std::optional<MatricesLayout> scrolled(const Theme& theme, const std::vector<ArraySlice>& slices,
                                          const std::vector<size_t>& wanted, const QRectF& room) {
  const bool isAny = std::any_of(wanted.begin(), wanted.end(),
                                 [&](size_t array) { return isSmall(slices[array]) || isLong(slices[array]); });
  const double usual = kCell * theme.scale, most = wanted.size() == 1 ? 2 * usual : usual;
  const double whole = fittingCell(theme, slices, wanted, room, most, kSmall);
  const double begun = fittingCell(theme, slices, wanted, room, kNumberCellPixels * theme.scale, kLeastColumns);
  const double largest = std::max(whole, begun);
  if (!isAny || largest < kLetterCellPixels * theme.scale) return std::nullopt;
  const double least = std::min(kNumberCellPixels * theme.scale, largest);
  const double leastLarge = kLeastLarge * theme.scale;
  double large = std::max({room.width(), room.height(), leastLarge});
  for (double cell = largest;; cell = std::max(cell * kShrinking, least)) {
    MatricesLayout layout = packed(theme, slices, wanted, room, {cell, large, kSmall * cell, room.width()});
    if (layout.withoutRoom.empty()) return layout;
    if (cell <= least && large <= leastLarge) break;
    large = std::max(large * kShrinking, leastLarge);
  }
  const double cell = std::min(largest, usual);
  const QRectF high(room.x(), room.y(), room.width(), 1e9);
  MatricesLayout layout =
      packed(theme, slices, wanted, high,
             {cell, std::max(std::min(room.width(), room.height()) / 2, leastLarge), kSmall * cell, room.width()});
  return layout.withoutRoom.empty() ? std::optional(layout) : std::nullopt;
}

/// All as large as fits into the room; small ones have cells of one size.
MatricesLayout inSight(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                       const QRectF& room) {
  Index longest = 1;
  for (const size_t array : wanted)
    if (isSmall(slices[array])) longest = std::max({longest, slices[array].rows(), slices[array].columns()});
  const double least = kLeastSide * theme.scale, most = (wanted.size() == 1 ? 2 : 1) * kCell * theme.scale;
  for (double side = std::max({room.width(), room.height(), least});; side = std::max(side * kShrinking, least)) {
    const Sizes sizes{std::min(most, side / static_cast<double>(longest)), side, side, 1e9};
    MatricesLayout layout = packed(theme, slices, wanted, room, sizes);
    if (layout.withoutRoom.empty() || side <= least) return layout;
  }
}

/// Puts what is scrolled where it is seen, and cuts off what is not.
void scrollTo(MatricesLayout& layout, const Theme& theme, QSize size, double scroll) {
  layout.height += theme.space(3);
  const double most = std::max(layout.height - size.height(), 0.0);
  layout.scroll = std::clamp(scroll, 0.0, most);
  if (most <= 0) return;
  for (MatrixPlace& place : layout.places) {
    moveBy(place, 0, -layout.scroll);
    place.panel.y = std::max(place.whole.y, 0.0);
    place.panel.height = std::min(place.whole.bottom(), static_cast<double>(size.height())) - place.panel.y;
  }
  const double share = size.height() / layout.height, width = kThumb * theme.scale;
  layout.thumb = QRectF(size.width() - width, layout.scroll * share, width, size.height() * share);
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

MatricesLayout matricesLayout(const Theme& theme, const std::vector<ArraySlice>& slices, QSize size,
                              bool areAllInSight, double scroll) {
  std::vector<size_t> wanted;
  for (size_t array = 0; array < slices.size(); ++array)
    if (slices[array].matrix) wanted.push_back(array);
  const double margin = theme.space(3), note = QFontMetricsF(theme.labelFont()).height() + theme.space(1);
  const QRectF room(margin, margin, std::max(size.width() - 2 * margin, 0.0),
                    std::max(size.height() - 2 * margin - note, 0.0));
  const bool isPaper = !theme.page.mayElide;  // which cannot be scrolled
  const auto readable = areAllInSight || isPaper ? std::nullopt : scrolled(theme, slices, wanted, room);
  MatricesLayout layout = readable ? *readable : inSight(theme, slices, wanted, room);
  scrollTo(layout, theme, size, scroll);
  layout.footnote = QRectF(margin, room.bottom() + theme.space(1), room.width(), note);
  return layout;
}

std::optional<double> scrolledByKey(const MatricesLayout& layout, int key, double height) {
  if (layout.thumb.isEmpty()) return std::nullopt;
  if (key == Qt::Key_PageDown) return layout.scroll + kPage * height;
  if (key == Qt::Key_PageUp) return layout.scroll - kPage * height;
  if (key == Qt::Key_Home) return 0;
  return key == Qt::Key_End ? std::optional(layout.height) : std::nullopt;
}

}  // namespace ui
