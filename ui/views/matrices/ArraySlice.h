// An array of any rank as the matrix that is on show: which axes are rows and columns, where the others stand.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/datasets/Dataset.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/matrices/MatricesOptions.h"

namespace ui {

struct ArraySlice {
  QString name, help;  ///< symbol of the formula; one line or empty
  QString type;        ///< "float32"
  engine::Shape shape;
  /// What each axis is called, and what is common to the axes of all arrays that count the same: "n" of Q and of S.
  std::vector<QString> axes, keys;
  std::vector<QString> titles;  ///< of the axes: "query n" where the mechanism has a word for the letter
  MatrixAxes shown;
  std::vector<engine::Index> at;  ///< where each axis stands, from 0; nothing of those that are on show
  std::shared_ptr<const engine::AnyArray> array;  ///< all of it
  std::string rowLetters, columnLetters;          ///< of residues, one per row and column; empty: none
  AxisWords words;                                ///< in place of letters
  /// (rows, columns); null while the array is not in the picture.
  std::shared_ptr<const engine::Array<float>> matrix;
  MapLook look;

  engine::Index rows() const { return lengthOf(shown.row); }
  engine::Index columns() const { return lengthOf(shown.column); }
  /// "20 × 20"; "one number" without axes.
  QString shapeText() const;
  bool isEmpty() const { return rows() == 0 || columns() == 0; }
  /// "A[1, 2, 3]", counted from 1.
  QString cellName(engine::Index row, engine::Index column) const;
  /// Of a cell among all numbers of the array.
  engine::Index offsetOf(engine::Index row, engine::Index column) const;
  /// "query n" for the rows; empty where there is one row only.
  QString rowTitle() const { return titleOf(shown.row); }
  QString columnTitle() const { return titleOf(shown.column); }
  QString titleOf(int axis) const;  ///< empty for -1
  QString titleFromEnd(int axis) const { return titleOf(static_cast<int>(shape.size()) - axis); }  ///< 1: the last
  const QString* rowKey() const { return keyOf(shown.row); }
  const QString* columnKey() const { return keyOf(shown.column); }
  /// Axes that are not on show and can stand elsewhere.
  std::vector<int> movableAxes() const;

 private:
  engine::Index lengthOf(int axis) const { return axis < 0 ? 1 : shape[static_cast<size_t>(axis)]; }
  const QString* keyOf(int axis) const { return axis < 0 ? nullptr : &keys[static_cast<size_t>(axis)]; }
};

/// All arrays of the datasets, in their order, each with its matrix where the options show it. An axis or a place that
/// an array does not have becomes the nearest it has. Throws engine::Cancelled.
std::vector<ArraySlice> slicesOf(const std::vector<engine::DatasetPtr>& datasets, const MatricesOptions& options,
                                 engine::Progress& progress);

/// Numbers that such a picture copies.
double numbersOnShow(const std::vector<engine::DatasetPtr>& datasets, const MatricesOptions& options);

}  // namespace ui
