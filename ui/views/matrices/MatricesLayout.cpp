#include "ui/views/matrices/MatricesLayout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/matrices/MatricesFormula.h"

namespace ui {

using engine::Index;

namespace {

/// Of a cell with a number in it; of a cell that a long matrix is not shrunk below, but cut off instead.
constexpr double kCell = 52, kLongCell = 20;
/// A matrix with at most so many rows and columns is small; of a long one the beginning is.
constexpr Index kSmall = 16;
/// A wide matrix is shown whole up to this many columns.
constexpr Index kShownWhole = 48;
/// So many of its columns are in sight at least: cells are smaller than numbers only where these have no room.
constexpr Index kLeastColumns = 4;
/// A matrix this many times as long as wide is long.
constexpr double kLong = 6;
/// An upright colour bar has room for two numbers.
constexpr double kLeastBarLines = 3;
constexpr double kLeastSide = 56, kLeastLarge = 200, kShrinking = 0.94, kLeastWords = 160, kThumb = 6;
/// Of matrices without words, bars and axes.
constexpr double kLeastBare = 12;
/// Of the height of a picture that is scrolled: what is saved by smaller cells alone is no reason for them.
constexpr double kDenser = 0.8;
/// Of the height of the view, by which a page is scrolled.
constexpr double kPage = 0.85;
/// Letters of a line of a formula that stands beside the matrices, and share of the height of one below them.
constexpr int kFormulaLetters = 44;
constexpr double kFormulaShare = 0.42;
/// Matrices that take less than this share of the width grow where they are scrolled.
constexpr double kNarrow = 0.6;

/// What is left out where there is little room: all that stands before it too.
enum class Without { nothing, words, titles, bars, axes };

/// Pixels of the cells of small matrices, of the longer side of large ones, of what is shown of long ones, of the room.
struct Sizes {
  double cell = 0, large = 0, longest = 0, room = 0;
  Without without = Without::nothing;
  bool fillsLines = false;  ///< a later matrix may stand behind the last one of a line that is half blank
};

bool isLong(const ArraySlice& slice) {
  const auto [shorter, longer] = std::minmax({slice.rows(), slice.columns()});
  return shorter <= kSmall && static_cast<double>(longer) > kLong * static_cast<double>(shorter);
}

bool isSmall(const ArraySlice& slice) { return std::max(slice.rows(), slice.columns()) <= kSmall; }

bool isOneNumber(const ArraySlice& slice) { return slice.rows() == 1 && slice.columns() == 1; }

/// One matrix alone may have cells twice as large.
double mostCell(const Theme& theme, size_t numMatrices) { return (numMatrices == 1 ? 2 : 1) * kCell * theme.scale; }

/// Of the words above a matrix; what says where other axes stand is cut off where it is long.
double wordsWidth(const Theme& theme, const ArraySlice& slice, double axes) {
  const double most = axes + kLeastWords * theme.scale;
  if (!slice.movableAxes().empty()) return most;
  const QFontMetricsF title(theme.titleFont()), label(theme.labelFont());
  const double text = title.horizontalAdvance(slice.name) + label.horizontalAdvance(slice.shapeText());
  return std::min(text + theme.space(3), most);
}

/// At the origin.
MatrixPlace placeFor(const Theme& theme, const ArraySlice& slice, const Sizes& sizes) {
  const auto rows = static_cast<double>(slice.rows()), columns = static_cast<double>(slice.columns());
  MatrixPlace place;
  place.cell = sizes.cell;
  double most = sizes.large;
  if (isSmall(slice)) {
    // A few cells among many are not as small as these; one number has room for its digits.
    const double least = isOneNumber(slice) ? kNumberCellPixels : kLongCell;
    place.cell = std::max(place.cell, std::min(least * theme.scale, sizes.large / std::max(rows, columns)));
    most = place.cell * std::max(rows, columns);
  } else if (isLong(slice)) {
    place.cell = std::max(sizes.cell, std::min(kLongCell * theme.scale, sizes.longest / std::min(rows, columns)));
    most = sizes.longest;
    if (rows < columns && slice.columns() <= kShownWhole) most = std::max(most, place.cell * columns);
  } else {
    place.cell = std::min(kCell * theme.scale, sizes.large / std::max(rows, columns));
  }
  place.hasTitles = sizes.without < Without::titles;
  place.hasAxes = sizes.without < Without::axes && !isOneNumber(slice);
  const AxisTitles titles = place.hasTitles ? AxisTitles::shown : AxisTitles::none;
  const AxisSpace axes =
      place.hasAxes ? axisSpace(theme, slice.rows(), titles, slice.words, place.cell) : AxisSpace{};
  double width = std::min(columns * place.cell, most);
  const double height = std::min(rows * place.cell, most);
  if (axes.left + width > sizes.room)
    width = std::max(std::floor((sizes.room - axes.left) / place.cell), 1.0) * place.cell;
  const double title = QFontMetricsF(theme.titleFont()).height() + theme.space(1);
  place.whole = place.panel = {axes.left, title + axes.top, width, height};
  const double words = kLeastWords * theme.scale;
  const double name = QFontMetricsF(theme.titleFont()).horizontalAdvance(slice.name) + 1;
  const double least = sizes.without < Without::words ? wordsWidth(theme, slice, axes.left) : name;
  place.header = {0, 0, std::max(axes.left + width, least), title};
  if (sizes.without >= Without::bars || isOneNumber(slice)) return place;
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

/// Puts a matrix of this size into the first rest of a line that has room for it; false: none has.
bool takeRest(std::vector<QRectF>& rests, QSizeF size, double gap, MatrixPlace& place) {
  for (QRectF& rest : rests) {
    if (size.width() > rest.width() || size.height() > rest.height()) continue;
    moveBy(place, rest.x(), rest.y());
    rest.setLeft(rest.left() + size.width() + gap);
    return true;
  }
  return false;
}

/// All that fit into the room, line after line; those that do not stand in `withoutRoom`. In lines of at least
/// `leastLine` the next one stands below the last where there is room for it.
MatricesLayout packed(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                      const QRectF& room, const Sizes& sizes, double leastLine = 0) {
  MatricesLayout layout;
  const double gap = theme.space(4);
  std::vector<QRectF> rests;  // of lines before that are half blank
  QRectF column(room.x(), room.y(), 0, 0);
  double top = room.y(), lineHeight = leastLine;
  for (const size_t array : wanted) {
    MatrixPlace place = placeFor(theme, slices[array], sizes);
    place.array = array;
    const double width = std::max(place.header.right(), place.bar.right());
    const double height = std::max(place.bar.bottom(), place.panel.bottom());
    if (takeRest(rests, {width, height}, gap, place)) {
      layout.places.push_back(place);
      continue;
    }
    const bool isFirst = column.isEmpty();
    QRectF before = column;
    const double below = column.bottom() + gap;
    if (!isFirst && below + height <= top + lineHeight && column.x() + width <= room.right()) {
      column = QRectF(column.x(), below, std::max(column.width(), width), height);
    } else if (isFirst || column.right() + gap + width <= room.right()) {
      column = QRectF(isFirst ? room.x() : column.right() + gap, top, width, height);
    } else {
      const QRectF rest(column.right() + gap, top, room.right() - column.right() - gap, lineHeight);
      if (sizes.fillsLines && rest.width() > room.width() / 2) rests.push_back(rest);
      top += lineHeight + gap;
      column = QRectF(room.x(), top, width, height);
      lineHeight = leastLine;
      before = QRectF(room.x(), top, 0, 0);
    }
    if (column.right() > room.right() + 1 || column.bottom() > room.bottom() + 1) {
      column = before;
      layout.withoutRoom.push_back(array);
      continue;
    }
    moveBy(place, column.x(), column.y());
    layout.places.push_back(place);
    lineHeight = std::max(lineHeight, height);
    layout.height = std::max(layout.height, column.bottom());
  }
  return layout;
}

/// In lines that are as high as the highest of all, where that makes the picture less high.
MatricesLayout packedBest(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                          const QRectF& room, const Sizes& sizes) {
  MatricesLayout layout = packed(theme, slices, wanted, room, sizes);
  double highest = 0;
  for (const MatrixPlace& place : layout.places)
    highest = std::max({highest, place.bar.bottom() - place.header.y, place.panel.bottom() - place.header.y});
  MatricesLayout stacked = packed(theme, slices, wanted, room, sizes, highest);
  const bool isBetter = stacked.withoutRoom.size() != layout.withoutRoom.size()
                            ? stacked.withoutRoom.size() < layout.withoutRoom.size()
                            : stacked.height < layout.height;
  return isBetter ? stacked : layout;
}

/// Pixels of the cells of small matrices at which the widest fits into the room, or its first columns; at most `most`.
double fittingCell(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                   const QRectF& room, double most, Index mostColumns) {
  for (const size_t array : wanted) {
    const ArraySlice& slice = slices[array];
    if (!isSmall(slice) && !isLong(slice)) continue;
    const double axes = axisSpace(theme, slice.rows(), AxisTitles::shown, slice.words, most).left;
    most = std::min(most, (room.width() - axes) / static_cast<double>(std::min(slice.columns(), mostColumns)));
  }
  return most;
}

double rightOf(const MatrixPlace& place) {
  return std::max({place.header.right(), place.panel.right(), place.bar.right()});
}

/// Where the matrices with all that belongs to them end.
double rightOf(const MatricesLayout& layout) {
  double right = 0;
  for (const MatrixPlace& place : layout.places) right = std::max(right, rightOf(place));
  return right;
}

/// Height of all matrices that have nothing beside them in the right half of the room.
double halfBlank(const MatricesLayout& layout, const QRectF& room) {
  double height = 0;
  for (const MatrixPlace& place : layout.places) {
    double right = 0;
    for (const MatrixPlace& other : layout.places)
      if (other.header.y < place.panel.bottom() && place.header.y < other.panel.bottom())
        right = std::max(right, rightOf(other));
    if (right < room.center().x()) height += place.panel.bottom() - place.header.y;
  }
  return height;
}

/// In a room as high as it takes, cells of `usual` pixels or, where more of them stand side by side then, smaller ones
/// down to `least` and fewer words.
std::optional<MatricesLayout> higherThanSeen(const Theme& theme, const std::vector<ArraySlice>& slices,
                                             const std::vector<size_t>& wanted, const QRectF& room, double usual,
                                             double least) {
  const QRectF high(room.x(), room.y(), room.width(), 1e9);
  const double large = std::max(std::min(room.width(), room.height()) / 2, kLeastLarge * theme.scale);
  const auto at = [&](double cell, Without without) {
    return packedBest(theme, slices, wanted, high, {cell, large, kSmall * cell, room.width(), without, true});
  };
  MatricesLayout layout = at(usual, Without::nothing);
  for (const auto& [cell, without] :
       {std::pair(least, Without::nothing), std::pair(usual, Without::words), std::pair(least, Without::words)}) {
    MatricesLayout denser = at(cell, without);
    const bool isFuller = denser.height <= layout.height && halfBlank(denser, room) < halfBlank(layout, room);
    if (isFuller || denser.height < kDenser * layout.height) layout = std::move(denser);
  }
  // In one column that leaves half of the width free: larger, as far as the widest has room.
  if (rightOf(layout) - room.x() < kNarrow * room.width()) {
    const double wide = fittingCell(theme, slices, wanted, room, 2 * kCell * theme.scale, kSmall);
    if (MatricesLayout larger = at(wide, Without::nothing); wide > usual && larger.withoutRoom.empty())
      layout = std::move(larger);
  }
  return layout.withoutRoom.empty() ? std::optional(layout) : std::nullopt;
}

/// With numbers in the cells of small matrices, or as large as the widest of them allows, in a room that may be higher
/// than what is in sight; nothing where there is no small one or no room for any.
std::optional<MatricesLayout> scrolled(const Theme& theme, const std::vector<ArraySlice>& slices,
                                          const std::vector<size_t>& wanted, const QRectF& room) {
  const bool isAny = std::any_of(wanted.begin(), wanted.end(),
                                 [&](size_t array) { return isSmall(slices[array]) || isLong(slices[array]); });
  const double usual = kCell * theme.scale, most = mostCell(theme, wanted.size());
  const double whole = fittingCell(theme, slices, wanted, room, most, kSmall);
  const double begun = fittingCell(theme, slices, wanted, room, kNumberCellPixels * theme.scale, kLeastColumns);
  const double largest = std::max(whole, begun);
  if (!isAny || largest < kLetterCellPixels * theme.scale) return std::nullopt;
  const double least = std::min(kNumberCellPixels * theme.scale, largest);
  const double leastLarge = kLeastLarge * theme.scale;
  double large = std::max({room.width(), room.height(), leastLarge});
  for (double cell = largest;; cell = std::max(cell * kShrinking, least)) {
    MatricesLayout layout = packedBest(theme, slices, wanted, room, {cell, large, kSmall * cell, room.width()});
    if (layout.withoutRoom.empty()) return layout;
    if (cell <= least && large <= leastLarge) break;
    large = std::max(large * kShrinking, leastLarge);
  }
  return higherThanSeen(theme, slices, wanted, room, std::min(largest, usual), least);
}

/// All as large as fits into the room; small ones have cells of one size.
MatricesLayout inSight(const Theme& theme, const std::vector<ArraySlice>& slices, const std::vector<size_t>& wanted,
                       const QRectF& room) {
  Index longest = 1;
  for (const size_t array : wanted)
    if (isSmall(slices[array])) longest = std::max({longest, slices[array].rows(), slices[array].columns()});
  const double most = mostCell(theme, wanted.size());
  const auto at = [&](double side, Without without) {
    const Sizes sizes{std::min(most, side / static_cast<double>(longest)), side, side, 1e9, without};
    return packedBest(theme, slices, wanted, room, sizes);
  };
  for (const Without without : {Without::nothing, Without::words, Without::titles, Without::bars, Without::axes}) {
    const double least = (without == Without::axes ? kLeastBare : kLeastSide) * theme.scale;
    MatricesLayout smallest = at(least, without);
    if (smallest.withoutRoom.empty() || without == Without::axes)
      for (double side = std::max({room.width(), room.height(), least}); side > least; side *= kShrinking)
        if (MatricesLayout layout = at(side, without); layout.withoutRoom.empty()) return layout;
    if (smallest.withoutRoom.empty() || without == Without::axes) return smallest;
  }
  return {};
}

/// Puts what is scrolled where it is seen, and cuts off what is not.
void scrollTo(MatricesLayout& layout, const Theme& theme, double scroll) {
  layout.height += theme.space(3);
  const double height = layout.sight.height(), most = std::max(layout.height - height, 0.0);
  layout.scroll = std::clamp(scroll, 0.0, most);
  if (most <= 0) return;
  for (MatrixPlace& place : layout.places) {
    moveBy(place, 0, -layout.scroll);
    place.panel.y = std::max(place.whole.y, 0.0);
    place.panel.height = std::min(place.whole.bottom(), height) - place.panel.y;
  }
  const double share = height / layout.height, width = kThumb * theme.scale;
  layout.thumb = QRectF(layout.sight.width() - width, layout.scroll * share, width, height * share);
}

/// In a part of the view of this size.
MatricesLayout layoutIn(const Theme& theme, const std::vector<ArraySlice>& slices, QSizeF size, bool areAllInSight) {
  std::vector<size_t> wanted;
  for (size_t array = 0; array < slices.size(); ++array)
    if (slices[array].matrix) wanted.push_back(array);
  const double margin = theme.space(3), note = QFontMetricsF(theme.labelFont()).height() + theme.space(1);
  const QRectF room(margin, margin, std::max(size.width() - 2 * margin, 0.0),
                    std::max(size.height() - 2 * margin - note, 0.0));
  const bool isPaper = !theme.page.mayElide;  // which cannot be scrolled
  const auto readable = areAllInSight || isPaper ? std::nullopt : scrolled(theme, slices, wanted, room);
  MatricesLayout layout = readable ? *readable : inSight(theme, slices, wanted, room);
  layout.footnote = QRectF(margin, room.bottom() + theme.space(1), room.width(), note);
  layout.sight = size;
  return layout;
}

double formulaHeight(const Theme& theme, int lines) {
  return QFontMetricsF(theme.titleFont()).height() + lines * QFontMetricsF(theme.residueFont()).height() +
         theme.space(8);
}

/// The formula takes what the matrices leave at the right, or a part of the height.
MatricesLayout layoutWithFormula(const Theme& theme, const std::vector<ArraySlice>& slices, QSizeF size,
                                 bool areAllInSight) {
  MatricesLayout layout = layoutIn(theme, slices, size, areAllInSight);
  const double width = QFontMetricsF(theme.residueFont()).horizontalAdvance(QString(kFormulaLetters, u'0'));
  const double margin = theme.space(3), most = formulaHeight(theme, kMostFormulaLines);
  const double left = rightOf(layout) + theme.space(6);
  if (!layout.places.empty() && size.width() - left - margin >= width && size.height() >= most) {
    layout.sight.setWidth(left - margin);
    layout.formula = QRectF(left, margin, size.width() - left - margin, size.height() - 2 * margin);
    layout.hasTerms = true;
    return layout;
  }
  for (const int lines : {kMostFormulaLines, kMostResultLines}) {
    const double height = formulaHeight(theme, lines);
    if (height > kFormulaShare * size.height()) continue;
    layout = layoutIn(theme, slices, QSizeF(size.width(), size.height() - height), areAllInSight);
    layout.formula = QRectF(margin, size.height() - height + margin, size.width() - 2 * margin, height - margin);
    layout.hasTerms = lines == kMostFormulaLines;
    return layout;
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

MatricesLayout matricesLayout(const Theme& theme, const std::vector<ArraySlice>& slices, QSize size,
                              bool areAllInSight, double scroll, bool hasFormula) {
  MatricesLayout layout = hasFormula ? layoutWithFormula(theme, slices, size, areAllInSight)
                                     : layoutIn(theme, slices, size, areAllInSight);
  scrollTo(layout, theme, scroll);
  return layout;
}

std::optional<double> scrolledByKey(const MatricesLayout& layout, int key) {
  const double height = layout.sight.height();
  if (layout.thumb.isEmpty()) return std::nullopt;
  if (key == Qt::Key_PageDown) return layout.scroll + kPage * height;
  if (key == Qt::Key_PageUp) return layout.scroll - kPage * height;
  if (key == Qt::Key_Home) return 0;
  return key == Qt::Key_End ? std::optional(layout.height) : std::nullopt;
}

}  // namespace ui
