// The picture of matrices: names, axes, numbers, marks; and the same in words and tables.
#pragma once

#include <QPainter>
#include <map>
#include <optional>
#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/maps/MapNavigation.h"
#include "ui/views/matrices/MatricesLayout.h"

namespace ui {

/// A cell of one of the arrays.
struct MatrixCell {
  QString array;
  engine::Index row = 0, column = 0;
  bool operator==(const MatrixCell&) const = default;
};

struct MatrixMarks {
  std::optional<MatrixCell> locked, hovered;
  const std::optional<MatrixCell>& current() const { return locked ? locked : hovered; }
};

/// Where the user has moved each array, by name; the others stand as the layout puts them.
using MatrixNavigations = std::map<QString, MapNavigation>;

/// The whole matrix, or the beginning of one that is too long, unless the user has moved it.
MapViewport viewportOf(const ArraySlice& slice, const MatrixPlace& place, const MatrixNavigations& navigations);
MapFrame frameOf(const ArraySlice& slice, const MatrixPlace& place, const MatrixNavigations& navigations);

struct MatricesPicture {
  const std::vector<ArraySlice>& slices;
  const MatrixNavigations& navigations;
  MatricesLayout layout;
  MatrixMarks marks;
  std::vector<engine::Index> cellsPerPixel;  ///< by place; 0 and 1: no two share a pixel
};
/// A marked cell marks the same row, column or both in all matrices that count the same.
void paintMatrices(QPainter& painter, const Theme& theme, const MatricesPicture& picture);

/// How far to scroll so that the row of a cell is in sight in a view of this height; nothing where it is.
std::optional<double> scrollShowing(const MatricesLayout& layout, const std::vector<ArraySlice>& slices,
                                    const MatrixNavigations& navigations, const MatrixCell& cell, double height);

/// The number, where it stands, and what its row adds up to.
std::vector<ReadoutLine> matricesReadout(const std::vector<ArraySlice>& slices, const MatrixCell& cell);
/// For the legend of a figure.
QString matricesCaption(const QString& title, const std::vector<ArraySlice>& slices, const MatricesLayout& layout);
/// Each matrix on show, whole.
std::vector<NumberTable> matricesNumbers(const std::vector<ArraySlice>& slices, const MatricesLayout& layout);

}  // namespace ui
