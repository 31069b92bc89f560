// Where matrices, their names and colour bars stand in a picture.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSize>
#include <optional>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/matrices/ArraySlice.h"

namespace ui {

struct MatrixPlace {
  size_t array = 0;    ///< number among the slices
  double cell = 0;     ///< pixels of a cell before the user zooms
  Rect header, whole;  ///< `whole` may have room for a part of a long matrix only
  Rect panel;          ///< what of `whole` is in sight; empty: nothing
  Rect bar;            ///< empty where there is no room for it
  bool hasAxes = true, hasTitles = true;  ///< numbers of rows and columns; what these are
};

struct MatricesLayout {
  std::vector<MatrixPlace> places;  ///< in the order of the arrays
  std::vector<size_t> withoutRoom;  ///< arrays that are chosen but do not fit
  QRectF footnote;
  double height = 0, scroll = 0;  ///< of all that there is, and how far it is scrolled (pixels)
  QRectF thumb;                   ///< of the scroll bar; empty: all is in sight
  QSizeF sight;                   ///< of the part of the view that has the matrices, from its corner
  QRectF formula;                 ///< beside or below that part; empty: no room, or not asked for
  bool hasTerms = false;          ///< the formula has room for its terms, else for results alone

  const MatrixPlace* placeOf(size_t array) const;
  /// Whose panel or header is under a point; null outside of all.
  const MatrixPlace* panelAt(QPointF position) const;
  const MatrixPlace* headerAt(QPointF position) const;
};

/// Line after line, as in a text. Small matrices and the beginnings of long and wide ones have cells of one size, in
/// which a number has room; the picture may be higher than `size` and is scrolled by so many pixels. Where all are to
/// be in sight everything is as large as fits into `size`; where little does, words, titles of axes, colour bars and
/// axes are left out, in this order. A formula stands right of the matrices where these leave room, else below them;
/// `hasFormula`: there shall be one.
MatricesLayout matricesLayout(const Theme& theme, const std::vector<ArraySlice>& slices, QSize size,
                              bool areAllInSight = false, double scroll = 0, bool hasFormula = false);

/// Where Home, End, Page Up and Page Down scroll to; nothing for other keys, or where all is in sight.
std::optional<double> scrolledByKey(const MatricesLayout& layout, int key);

}  // namespace ui
