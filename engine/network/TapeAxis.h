// Arrays seen along one axis. For the operations on tapes only.
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// The axis counted from the front; negative axes count from the last. Throws Error naming the operation and the shape.
inline Index axisOf(const char* operation, const Shape& shape, Index axis) {
  const auto rank = static_cast<Index>(shape.size());
  const Index place = axis < 0 ? axis + rank : axis;
  if (place < 0 || place >= rank) fail(operation, ": shape ", shapeText(shape), " has no axis ", axis);
  return place;
}

/// Element (o, k, i), k along the axis, has the number (o * length + k) * inner + i.
struct AxisView {
  AxisView(const Shape& shape, Index axis) {
    for (Index other = 0; other < static_cast<Index>(shape.size()); ++other) {
      const Index count = shape[static_cast<size_t>(other)];
      (other < axis ? outer : other == axis ? length : inner) *= count;
    }
  }

  /// visit(line, start) for every line along the axis: its number in the array without the axis, and the number of its
  /// first element; the next one is `inner` further.
  template <class Visit>
  void forEachLine(const Visit& visit) const {
    for (Index o = 0; o < outer; ++o)
      for (Index i = 0; i < inner; ++i) visit(o * inner + i, o * length * inner + i);
  }

  Index outer = 1, length = 1, inner = 1;
};

}  // namespace engine
