#include "engine/lessons/expression/ArrayMath.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/lessons/expression/SettingTarget.h"

namespace engine {

void OperationBudget::spend(double operations) {
  m_left -= operations;
  if (m_left < 0) fail("the expression takes more than ", static_cast<Index>(kMost), " operations");
}

Shape broadcastShape(const Shape& one, const Shape& other) {
  Shape shape(std::max(one.size(), other.size()), 1);
  for (std::size_t back = 1; back <= shape.size(); ++back) {
    const Index a = back <= one.size() ? one[one.size() - back] : 1;
    const Index b = back <= other.size() ? other[other.size() - back] : 1;
    if (a != b && a != 1 && b != 1)
      fail("shapes ", lengthsText(one), " and ", lengthsText(other), " do not fit element by element");
    shape[shape.size() - back] = a == 1 ? b : a;
  }
  return shape;
}

BroadcastOffsets::BroadcastOffsets(const Shape& from, const Shape& shape)
    : m_shape(shape), m_strides(shape.size(), 0), m_position(shape.size(), 0) {
  Index stride = 1;
  for (std::size_t back = 1; back <= from.size(); ++back) {
    const Index length = from[from.size() - back];
    if (length != 1) m_strides[shape.size() - back] = stride;
    stride *= length;
  }
}

void BroadcastOffsets::next() {
  for (std::size_t axis = m_shape.size(); axis-- > 0;) {
    m_offset += m_strides[axis];
    if (++m_position[axis] < m_shape[axis]) return;
    m_offset -= m_strides[axis] * m_shape[axis];
    m_position[axis] = 0;
  }
}

namespace {

/// rows x inner times inner x columns, added up in order.
void multiply(const double* a, const double* b, double* c, Index rows, Index inner, Index columns) {
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) {
      double sum = 0;
      for (Index k = 0; k < inner; ++k) sum += a[i * inner + k] * b[k * columns + j];
      c[i * columns + j] = sum;
    }
}

}  // namespace

LessonArray matrixProduct(const LessonArray& a, const LessonArray& b, OperationBudget& budget) {
  const auto misfit = [&] {
    fail("the product a @ b does not fit: a is ", describeValue(a), ", b is ", describeValue(b));
  };
  if (a.rank() == 0 || b.rank() == 0) misfit();
  const bool isRow = a.rank() == 1, isColumn = b.rank() == 1;
  Shape left = a.shape(), right = b.shape();
  if (isRow) left.insert(left.begin(), 1);
  if (isColumn) right.push_back(1);
  const Index rows = left[left.size() - 2], inner = left.back(), columns = right.back();
  if (right[right.size() - 2] != inner) misfit();
  left.resize(left.size() - 2);
  right.resize(right.size() - 2);
  const Shape lead = broadcastShape(left, right);
  const Index products = elementCount(lead);
  budget.spend(static_cast<double>(products) * static_cast<double>(rows) * static_cast<double>(columns) *
               static_cast<double>(std::max<Index>(1, inner)));
  Shape shape = lead;
  if (!isRow) shape.push_back(rows);
  if (!isColumn) shape.push_back(columns);
  LessonArray result(shape, Untouched{});
  BroadcastOffsets first(left, lead), second(right, lead);
  for (Index k = 0; k < products; ++k, first.next(), second.next())
    multiply(a.data() + first.offset() * rows * inner, b.data() + second.offset() * inner * columns,
             result.data() + k * rows * columns, rows, inner, columns);
  return result;
}

LessonArray transposed(const LessonArray& array, OperationBudget& budget) {
  if (array.rank() < 2) return array;
  budget.spend(static_cast<double>(array.size()));
  Shape shape = array.shape();
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  LessonArray result(shape, Untouched{});
  const Index rows = shape[shape.size() - 1], columns = shape[shape.size() - 2], cells = rows * columns;
  for (Index k = 0; cells > 0 && k < array.size() / cells; ++k)
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) result[k * cells + j * rows + i] = array[k * cells + i * columns + j];
  return result;
}

namespace {

void requireInside(const LessonArray& array, Index axis, Index index, const std::string& name) {
  const Index length = array.length(axis);
  if (index >= 1 && index <= length) return;
  const std::string what = array.rank() == 1 ? name : "axis " + std::to_string(axis + 1) + " of " + name;
  if (length == 0) fail("index ", index, " of ", what, ": it is empty");
  fail("index ", index, " of ", what, " is outside of 1 to ", length, " (", name, " is ", describeValue(array), ")");
}

}  // namespace

LessonArray partOf(const LessonArray& array, const std::vector<IndexSlot>& slots, const std::string& name,
                   OperationBudget& budget) {
  if (static_cast<Index>(slots.size()) > array.rank())
    fail(name, " is ", describeValue(array), ", but has ", slots.size(), slots.size() == 1 ? " index" : " indices");
  Shape shape;
  std::vector<std::vector<Index>> chosen(static_cast<std::size_t>(array.rank()));
  double count = 1;
  for (Index axis = 0; axis < array.rank(); ++axis) {
    const bool isWhole = axis >= static_cast<Index>(slots.size()) || nth(slots, axis).isWhole;
    std::vector<Index>& indices = nth(chosen, axis);
    if (isWhole)
      for (Index k = 1; k <= array.length(axis); ++k) indices.push_back(k);
    else
      indices = nth(slots, axis).indices;
    for (const Index index : indices) requireInside(array, axis, index, name);
    if (isWhole || !nth(slots, axis).isSingle) shape.push_back(static_cast<Index>(indices.size()));
    count *= static_cast<double>(indices.size());
  }
  budget.spend(count);
  LessonArray result(shape, Untouched{});
  std::vector<std::size_t> position(chosen.size(), 0);
  for (Index k = 0; k < result.size(); ++k) {
    Index flat = 0;
    for (std::size_t axis = 0; axis < chosen.size(); ++axis)
      flat = flat * array.shape()[axis] + chosen[axis][position[axis]] - 1;
    result[k] = array[flat];
    for (std::size_t axis = chosen.size(); axis-- > 0;) {
      if (++position[axis] < chosen[axis].size()) break;
      position[axis] = 0;
    }
  }
  return result;
}

}  // namespace engine
