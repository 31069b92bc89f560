#include "ui/views/matrices/ArraySlice.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/Nth.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/ArrayMeaning.h"
#include "ui/views/maps/MapReadout.h"

namespace ui {

using engine::Index;
using engine::nth;

namespace {

constexpr Index kRowsBetweenReports = 64;

/// Where nobody has chosen: two axes that count the same, or else the last two.
MatrixAxes standardAxes(const std::vector<QString>& axes) {
  const int rank = static_cast<int>(axes.size());
  for (int axis = 0; axis + 1 < rank; ++axis)
    if (nth(axes, axis) == nth(axes, axis + 1)) return {axis, axis + 1};
  return {rank - (rank > 1 ? 2 : 1), rank > 1 ? rank - 1 : -1};
}

bool areAxesOf(const MatrixAxes& axes, int rank) {
  return axes.row >= -1 && axes.column >= -1 && axes.row < rank && axes.column < rank &&
         (axes.row != axes.column || rank == 0) && (axes.row >= 0 || axes.column >= 0 || rank == 0);
}

/// An array in words, without its numbers.
ArraySlice describe(const engine::ArrayMeaning& meaning, const engine::AnyArray& array,
                    const MatricesOptions& options) {
  ArraySlice slice;
  slice.name = QString::fromStdString(meaning.name);
  slice.help = QString::fromStdString(meaning.help);
  slice.type = QString::fromStdString(engine::typeNameOf(array));
  slice.shape = engine::shapeOf(array);
  const int rank = static_cast<int>(slice.shape.size());
  for (int axis = 0; axis < rank; ++axis) {
    const bool isKnown = !meaning.axes.empty();
    slice.axes.push_back(isKnown ? QString::fromStdString(nth(meaning.axes, axis))
                                 : QObject::tr("axis %1").arg(axis + 1));
    const std::string word = meaning.words.empty() ? std::string() : nth(meaning.words, axis);
    slice.titles.push_back(QString::fromStdString(engine::axisTitle(word, slice.axes.back().toStdString())));
    slice.keys.push_back(isKnown ? slice.axes.back() : slice.name + u' ' + slice.axes.back());
  }
  slice.shown = standardAxes(slice.keys);
  const auto chosen = options.axes.find(slice.name);
  if (chosen != options.axes.end() && areAxesOf(chosen->second, rank)) slice.shown = chosen->second;
  for (int axis = 0; axis < rank; ++axis) {
    const auto place = options.slices.find(nth(slice.keys, axis));
    const Index length = nth(slice.shape, axis);
    slice.at.push_back(place == options.slices.end() || length == 0 ? 0 : std::min(place->second, length - 1));
  }
  for (const int axis : {slice.shown.row, slice.shown.column})
    if (axis >= 0) nth(slice.at, axis) = 0;
  return slice;
}

/// What the arrays tell of an axis: letters where all are one letter long, else words.
void giveLabels(const engine::ArrayBundle& arrays, const QString* axis, Index count, std::string& letters,
                std::vector<QString>& words) {
  const std::vector<std::string> labels =
      axis ? engine::labelsIn(arrays, axis->toStdString()) : std::vector<std::string>{};
  if (labels.empty() || static_cast<Index>(labels.size()) != count) return;
  const bool areLetters = std::all_of(labels.begin(), labels.end(), [](const auto& text) { return text.size() == 1; });
  for (const std::string& label : labels) {
    if (areLetters) letters += label;
    else words.push_back(QString::fromStdString(label));
  }
}

/// Values from one to the next along an axis.
Index strideOf(const engine::Shape& shape, int axis) {
  Index stride = 1;
  for (int later = static_cast<int>(shape.size()) - 1; later > axis; --later) stride *= nth(shape, later);
  return axis < 0 ? 0 : stride;
}

engine::Array<float> matrixOf(const ArraySlice& slice, const engine::AnyArray& array, engine::Progress& progress) {
  engine::Array<float> matrix({slice.rows(), slice.columns()}, engine::Untouched{}, slice.name.toStdString());
  Index origin = 0;
  for (int axis = 0; axis < static_cast<int>(slice.shape.size()); ++axis)
    origin += nth(slice.at, axis) * strideOf(slice.shape, axis);
  const Index down = strideOf(slice.shape, slice.shown.row), across = strideOf(slice.shape, slice.shown.column);
  std::visit(
      [&](const auto& values) {
        for (Index row = 0; row < slice.rows(); ++row) {
          if (row % kRowsBetweenReports == 0)
            progress.update(static_cast<double>(row) / static_cast<double>(slice.rows()), matrix.name);
          for (Index column = 0; column < slice.columns(); ++column)
            matrix(row, column) = static_cast<float>(values[origin + row * down + column * across]);
        }
      },
      array);
  return matrix;
}

/// From 0, or as far on both sides of it where there are negative values.
MapLook lookOf(const engine::Array<float>& matrix, const MatricesOptions& options) {
  const ValueRange range = rangeOf(matrix);
  MapLook look;
  const double most = std::max(std::abs(range.low), std::abs(range.high));
  look.high = most > 0 ? most : 1;
  look.shrinking = Shrinking::largestMagnitude;
  if (range.low < 0) {
    look.low = -look.high;
    look.colorMapId = "diverging";
  } else {
    look.low = 0;
    look.colorMapId = options.colorMap.toStdString();
  }
  return look;
}

}  // namespace

QString ArraySlice::titleOf(int axis) const { return axis < 0 ? QString() : nth(titles, axis); }

QString ArraySlice::shapeText() const {
  QStringList lengths;
  for (const Index length : shape) lengths << QString::number(length);
  return lengths.isEmpty() ? QObject::tr("one number") : lengths.join(QStringLiteral(" × "));
}

QString ArraySlice::cellName(Index row, Index column) const {
  QStringList places;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis)
    places << QString::number(1 + (axis == shown.row ? row : axis == shown.column ? column : nth(at, axis)));
  return places.isEmpty() ? name : name + u'[' + places.join(QStringLiteral(", ")) + u']';
}

Index ArraySlice::offsetOf(Index row, Index column) const {
  Index offset = 0;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis)
    offset = offset * nth(shape, axis) + (axis == shown.row ? row : axis == shown.column ? column : nth(at, axis));
  return offset;
}

std::vector<int> ArraySlice::movableAxes() const {
  std::vector<int> movable;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis)
    if (axis != shown.row && axis != shown.column && nth(shape, axis) > 1) movable.push_back(axis);
  return movable;
}

std::vector<ArraySlice> slicesOf(const std::vector<engine::DatasetPtr>& datasets, const MatricesOptions& options,
                                 engine::Progress& progress) {
  std::vector<ArraySlice> slices;
  std::set<std::string> names;  // of arrays that several datasets have the first is meant
  for (const engine::DatasetPtr& dataset : datasets)
    for (const engine::ArrayMeaning& meaning : engine::meaningsOf(*dataset)) {
      if (!names.insert(meaning.name).second) continue;
      const engine::AnyArray& array = dataset->as<engine::ArrayBundle>()->at(meaning.name);
      ArraySlice slice = describe(meaning, array, options);
      slice.array = std::shared_ptr<const engine::AnyArray>(dataset->share<engine::ArrayBundle>(), &array);
      const auto& arrays = *dataset->as<engine::ArrayBundle>();
      giveLabels(arrays, slice.rowKey(), slice.rows(), slice.rowLetters, slice.words.rows);
      giveLabels(arrays, slice.columnKey(), slice.columns(), slice.columnLetters, slice.words.columns);
      if (options.isShown(slice.name) && !slice.isEmpty()) {
        slice.matrix = std::make_shared<const engine::Array<float>>(matrixOf(slice, array, progress));
        slice.look = lookOf(*slice.matrix, options);
      }
      slices.push_back(std::move(slice));
    }
  return slices;
}

double numbersOnShow(const std::vector<engine::DatasetPtr>& datasets, const MatricesOptions& options) {
  double count = 0;
  for (const engine::DatasetPtr& dataset : datasets)
    for (const engine::ArrayMeaning& meaning : engine::meaningsOf(*dataset)) {
      const ArraySlice slice = describe(meaning, dataset->as<engine::ArrayBundle>()->at(meaning.name), options);
      if (options.isShown(slice.name))
        count += static_cast<double>(slice.rows()) * static_cast<double>(slice.columns());
    }
  return count;
}

}  // namespace ui
