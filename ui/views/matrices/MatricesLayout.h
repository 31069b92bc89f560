// Where matrices, their names and colour bars stand in a picture.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSize>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/matrices/ArraySlice.h"

namespace ui {

struct MatrixPlace {
  size_t array = 0;    ///< number among the slices
  double cell = 0;     ///< pixels of a cell before the user zooms
  Rect header, panel;  ///< the panel may show a part of a long matrix only
  Rect bar;
};

struct MatricesLayout {
  std::vector<MatrixPlace> places;   ///< in the order of the arrays
  std::vector<size_t> withoutRoom;   ///< arrays that are chosen but do not fit
  QRectF footnote;

  const MatrixPlace* placeOf(size_t array) const;
  /// Whose panel or header is under a point; null outside of all.
  const MatrixPlace* panelAt(QPointF position) const;
  const MatrixPlace* headerAt(QPointF position) const;
};

/// Line after line, as in a text, all as large as there is room; cells are never larger than what a number needs, or
/// twice that for one matrix alone.
MatricesLayout matricesLayout(const Theme& theme, const std::vector<ArraySlice>& slices, QSize size);

}  // namespace ui
