// The lines of an array along one of its axes.
#pragma once

#include "engine/base/Nth.h"
#include "engine/lessons/expression/Value.h"

namespace engine {

struct AxisLine {
  const double* first = nullptr;
  Index length = 0, stride = 1;
  double operator[](Index k) const { return first[k * stride]; }
};

class AxisLines {
 public:
  /// `axis` counts from 1. Throws Error when the array has no such axis. The array must live as long.
  AxisLines(const LessonArray& array, Index axis) : m_array(array) {
    if (axis < 1 || axis > array.rank())
      fail("argument 2 is the axis: expected 1 to ", array.rank(), ", found ", axis,
           " (for the largest of two numbers write max((a b)))");
    m_length = array.length(axis - 1);
    for (Index k = axis; k < array.rank(); ++k) m_stride *= array.length(k);
    m_outer = array.shape();
    m_outer.erase(m_outer.begin() + (axis - 1));
  }
  /// The shape without the axis; its elements in C order number the lines.
  const Shape& outerShape() const { return m_outer; }
  AxisLine line(Index k) const { return {m_array.data() + firstOf(k), m_length, m_stride}; }
  /// Where a line begins among the elements.
  Index firstOf(Index k) const { return k / m_stride * m_stride * m_length + k % m_stride; }

 private:
  const LessonArray& m_array;
  Shape m_outer;
  Index m_length = 0, m_stride = 1;
};

}  // namespace engine
