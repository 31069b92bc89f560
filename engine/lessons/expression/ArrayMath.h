// Arithmetic of arrays in double, element by element with NumPy's broadcasting, products, parts of arrays.
#pragma once

#include <vector>

#include "engine/lessons/expression/Functions.h"

namespace engine {

/// The shape of what is made of two arrays element by element: shapes are lined up at their last axes, an axis of
/// length 1 fits any. Throws Error with both shapes.
Shape broadcastShape(const Shape& one, const Shape& other);

/// work(a, b) of every pair of elements. Work: double(double, double).
template <class Work>
LessonArray elementwise(const LessonArray& one, const LessonArray& other, OperationBudget& budget, const Work& work);
template <class Work>
LessonArray elementwise(const LessonArray& array, OperationBudget& budget, const Work& work) {
  budget.spend(static_cast<double>(array.size()));
  LessonArray result(array.shape(), Untouched{});
  for (Index k = 0; k < array.size(); ++k) result[k] = work(array[k]);
  return result;
}

/// For each element of `shape` the offset in an array of shape `from` that is broadcast to it.
class BroadcastOffsets {
 public:
  BroadcastOffsets(const Shape& from, const Shape& shape);
  Index offset() const { return m_offset; }
  void next();

 private:
  const Shape m_shape;
  std::vector<Index> m_strides, m_position;
  Index m_offset = 0;
};

template <class Work>
LessonArray elementwise(const LessonArray& one, const LessonArray& other, OperationBudget& budget, const Work& work) {
  const Shape shape = broadcastShape(one.shape(), other.shape());
  budget.spend(static_cast<double>(elementCount(shape)));
  LessonArray result(shape, Untouched{});
  BroadcastOffsets first(one.shape(), shape), second(other.shape(), shape);
  for (Index k = 0; k < result.size(); ++k, first.next(), second.next())
    result[k] = work(one[first.offset()], other[second.offset()]);
  return result;
}

/// a @ b as NumPy's matmul: vectors are a row on the left and a column on the right, further axes are broadcast.
/// Throws Error with both shapes.
LessonArray matrixProduct(const LessonArray& a, const LessonArray& b, OperationBudget& budget);
/// Last two axes exchanged; vectors and numbers stay.
LessonArray transposed(const LessonArray& array, OperationBudget& budget);

/// What stands between commas in an index.
struct IndexSlot {
  std::vector<Index> indices;  ///< from 1
  bool isWhole = false;        ///< ":"
  bool isSingle = false;       ///< one index, whose axis goes
};
/// `name` is for errors. Fewer slots than axes: the others are whole. Throws Error "index 3 of axis 2 of A ...".
LessonArray partOf(const LessonArray& array, const std::vector<IndexSlot>& slots, const std::string& name,
                   OperationBudget& budget);

}  // namespace engine
