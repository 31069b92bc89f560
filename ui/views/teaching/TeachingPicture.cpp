#include "ui/views/teaching/TeachingPicture.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::Shape;

#define PICTURE(id, Class, title) std::unique_ptr<TeachingPicture> make##Class();
#include "ui/views/teaching/pictures.def"
#undef PICTURE

const std::vector<PictureKind>& pictureKinds() {
  static const std::vector<PictureKind> kinds = {
#define PICTURE(id, Class, title) PictureKind{#id, QStringLiteral(title), &make##Class},
#include "ui/views/teaching/pictures.def"
#undef PICTURE
  };
  return kinds;
}

const PictureKind* findPictureKind(const std::string& id) {
  const auto& kinds = pictureKinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const PictureKind& kind) { return kind.id == id; });
  return found == kinds.end() ? nullptr : &*found;
}

namespace {

bool isIn(const Shape& shape, const std::vector<Index>& at) {
  if (at.size() != shape.size()) return false;
  for (size_t axis = 0; axis < at.size(); ++axis)
    if (at[axis] < 0 || at[axis] >= shape[axis]) return false;
  return true;
}

Index flatIndex(const Shape& shape, const std::vector<Index>& at) {
  Index flat = 0;
  for (size_t axis = 0; axis < at.size(); ++axis) flat = flat * shape[axis] + at[axis];
  return flat;
}

std::vector<Index> indexOf(const Shape& shape, Index flat) {
  std::vector<Index> at(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    at[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  return at;
}

std::vector<std::string> labelsOf(const PictureArray& array, size_t axis) {
  std::vector<std::string> labels;
  if (axis < array.labels.size())
    for (const QString& label : array.labels[axis]) labels.push_back(label.toStdString());
  return labels;
}

/// Letters, digits and underscores, as arrays in files have it.
std::string fileName(const std::string& name, const std::string& sheet) {
  std::string result = name;
  if (!sheet.empty()) result.append(1, '_').append(sheet);
  for (char& letter : result)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  return result;
}

/// Rows and columns of one sheet, which begins at `first` of the values in C order.
NumberTable tableOf(const PictureArray& array, Index first, const std::string& sheet) {
  const Shape& shape = array.values.shape();
  const size_t rank = shape.size();
  const Index rows = rank < 2 ? 1 : shape[rank - 2], columns = rank < 1 ? 1 : shape[rank - 1];
  NumberTable table{fileName(array.name, sheet), "row", "column", {}, {}, engine::Array<float>({rows, columns})};
  if (rank >= 2) table.rowLabels = labelsOf(array, rank - 2);
  if (rank >= 1) table.columnLabels = labelsOf(array, rank - 1);
  for (Index k = 0; k < rows * columns; ++k) table.values[k] = static_cast<float>(array.values[first + k]);
  return table;
}

/// Labels that do not fit the array are left out: numbers are better than wrong words.
void dropWrongLabels(PictureArray& array) {
  for (size_t axis = 0; axis < array.labels.size(); ++axis)
    if (axis >= array.values.shape().size() ||
        static_cast<Index>(array.labels[axis].size()) != array.values.shape()[axis])
      array.labels[axis].clear();
}

}  // namespace

QString expressionOf(const PictureCell& cell) {
  QStringList indices;
  for (const Index index : cell.at) indices << QString::number(index + 1);
  const QString name = QString::fromStdString(cell.array);
  return indices.isEmpty() ? name : QStringLiteral("%1[%2]").arg(name, indices.join(u','));
}

QString labelOf(const PictureArray& array, size_t axis, Index index) {
  if (axis < array.labels.size() && index >= 0 && index < static_cast<Index>(array.labels[axis].size()))
    return engine::nth(array.labels[axis], index);
  return QString::number(index + 1);
}

void TeachingPicture::set(PictureInput input) {
  for (PictureArray& array : input.arrays) {
    dropWrongLabels(array);
    if (array.isCovered) std::fill(array.values.begin(), array.values.end(), std::numeric_limits<double>::quiet_NaN());
  }
  check(input);
  m_input = std::move(input);
  prepare();
}

void TeachingPicture::setTurn(const PictureTurn& turn) {
  if (!std::isfinite(turn.turn) || !std::isfinite(turn.tilt)) return;
  m_turn.turn = std::remainder(turn.turn, 360);
  m_turn.tilt = std::clamp(turn.tilt, -90 - DepthView::kTilt, 90 - DepthView::kTilt);
  turned();
}

const PictureArray* TeachingPicture::array(const std::string& name) const {
  const auto& arrays = m_input.arrays;
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const auto& one) { return one.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

std::optional<double> TeachingPicture::value(const PictureCell& cell) const {
  const PictureArray* found = array(cell.array);
  if (!found || found->isCovered || !isIn(found->values.shape(), cell.at)) return std::nullopt;
  return found->values[flatIndex(found->values.shape(), cell.at)];
}

std::optional<PictureMove> TeachingPicture::moveTo(const PictureCell& cell, double value) const {
  for (const PictureHandle& handle : m_input.handles) {
    if (!(handle.cell == cell) || !std::isfinite(value)) continue;
    if (handle.by > 0) value = handle.from + std::round((value - handle.from) / handle.by) * handle.by;
    return PictureMove{cell, std::clamp(value, std::min(handle.from, handle.to), std::max(handle.from, handle.to))};
  }
  return std::nullopt;
}

std::optional<PictureMove> TeachingPicture::press(const PictureCell& cell) const {
  const std::optional<double> now = value(cell);
  for (const PictureHandle& handle : m_input.handles)
    if (handle.isSwitch && handle.cell == cell && now)
      return PictureMove{cell, *now == handle.to ? handle.from : handle.to};
  return std::nullopt;
}

std::optional<PictureCell> TeachingPicture::next(const std::optional<PictureCell>& from, int key) const {
  std::vector<const PictureArray*> arrays;
  for (const PictureArray& one : m_input.arrays)
    if (!one.values.empty()) arrays.push_back(&one);
  if (arrays.empty()) return std::nullopt;
  const auto start = [](const PictureArray& one) {
    return PictureCell{one.name, std::vector<Index>(one.values.shape().size())};
  };
  const auto here = std::find_if(arrays.begin(), arrays.end(),
                                 [&](const PictureArray* one) { return from && one->name == from->array; });
  if (here == arrays.end() || !isIn((*here)->values.shape(), from->at)) return start(*arrays.front());
  const Shape& shape = (*here)->values.shape();
  const Index columns = shape.empty() ? 1 : shape.back(), flat = flatIndex(shape, from->at), column = flat % columns;
  const bool isForth = key == Qt::Key_Right || key == Qt::Key_Down,
             isAcross = key == Qt::Key_Left || key == Qt::Key_Right;
  if (!isAcross && key != Qt::Key_Up && key != Qt::Key_Down) return from;
  if (isAcross) {
    const Index to = column + (isForth ? 1 : -1);
    if (to < 0 || to >= columns) return from;
    return PictureCell{from->array, indexOf(shape, flat + (isForth ? 1 : -1))};
  }
  const Index to = flat + (isForth ? columns : -columns);
  if (to >= 0 && to < (*here)->values.size()) return PictureCell{from->array, indexOf(shape, to)};
  if (isForth ? here + 1 == arrays.end() : here == arrays.begin()) return from;
  // The nearest column of the array that comes next.
  const PictureArray& other = **(isForth ? here + 1 : here - 1);
  const Shape& otherShape = other.values.shape();
  const Index otherColumns = otherShape.empty() ? 1 : otherShape.back();
  const Index line = isForth ? 0 : other.values.size() - otherColumns;
  return PictureCell{other.name, indexOf(otherShape, line + std::min(column, otherColumns - 1))};
}

QString TeachingPicture::readout(const PictureCell& cell) const {
  const PictureArray* found = array(cell.array);
  if (!found || !isIn(found->values.shape(), cell.at)) return {};
  QStringList words;
  for (size_t axis = 0; axis < found->labels.size() && axis < cell.at.size(); ++axis)
    if (!found->labels[axis].empty()) words << labelOf(*found, axis, cell.at[axis]);
  const std::optional<double> number = value(cell);
  QString text = QObject::tr("%1 is covered").arg(expressionOf(cell));
  if (number && std::isnan(*number))
    text = QObject::tr("%1 has no value").arg(expressionOf(cell));
  else if (number)
    text = QStringLiteral("%1 = %2%3%4")
               .arg(expressionOf(cell), shownNumber(*number), found->unit.isEmpty() ? QString() : QStringLiteral(" "),
                    found->unit);
  return words.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, words.join(QStringLiteral(", ")));
}

std::vector<NumberTable> TeachingPicture::numbers() const {
  std::vector<NumberTable> tables;
  for (const PictureArray& one : m_input.arrays) {
    const Shape& shape = one.values.shape();
    const size_t rank = shape.size();
    const Index sheet = rank < 2 ? one.values.size() : shape[rank - 2] * shape[rank - 1];
    const Index count = sheet > 0 ? one.values.size() / sheet : 0;
    if (rank <= 2) tables.push_back(tableOf(one, 0, {}));
    for (Index k = 0; rank > 2 && k < count; ++k) tables.push_back(tableOf(one, k * sheet, std::to_string(k + 1)));
  }
  return tables;
}

}  // namespace ui
