// The picture of matrices: names, axes, numbers, marks; and the same in words and tables.
#pragma once

#include <QPainter>
#include <QPoint>
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
  std::vector<MatrixCell> kept;  ///< put aside
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
/// A marked cell marks the same row, column or both in all matrices that count the same; the formula is of the marked
/// one.
void paintMatrices(QPainter& painter, const Theme& theme, const MatricesPicture& picture);

/// The cell at a point; nothing outside of all matrices.
std::optional<MatrixCell> cellAt(const MatricesLayout& layout, const std::vector<ArraySlice>& slices,
                                 const MatrixNavigations& navigations, QPointF position);
/// The cell so many cells further, within its matrix; the first one of all where there is none to start from.
MatrixCell movedCell(const MatricesLayout& layout, const std::vector<ArraySlice>& slices,
                     const std::optional<MatrixCell>& from, QPoint by);
/// How far to scroll so that the row of a cell is in sight; nothing where it is.
std::optional<double> scrollShowing(const MatricesLayout& layout, const std::vector<ArraySlice>& slices,
                                    const MatrixNavigations& navigations, const MatrixCell& cell);

/// The number, where it stands, what its row adds up to, and the formula that gives it.
std::vector<ReadoutLine> matricesReadout(const std::vector<ArraySlice>& slices, const MatrixCell& cell);
/// The same number in other results of the operation that made these arrays, which were kept to be compared.
std::vector<ReadoutLine> comparedReadout(const engine::Dataset& arrays, const std::vector<ArraySlice>& slices,
                                         const MatrixCell& cell, const Document& document);
/// For the legend of a figure.
QString matricesCaption(const QString& title, const std::vector<ArraySlice>& slices, const MatricesLayout& layout);
/// Each matrix on show, whole.
std::vector<NumberTable> matricesNumbers(const std::vector<ArraySlice>& slices, const MatricesLayout& layout);

}  // namespace ui
