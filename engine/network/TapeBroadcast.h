// Loops over two arrays of which one or both are repeated along some axes. For the operations on tapes only.
#pragma once

#include "engine/base/Array.h"

namespace engine {

/// Throws Error naming the operation and both shapes.
Shape broadcastShape(const char* operation, const Shape& a, const Shape& b);

/// Steps in the flat array of `shape` for one step along each axis of `full`; 0 along repeated axes.
std::vector<Index> broadcastStrides(const Shape& shape, const Shape& full);

/// visit(k, i, j) for every element k of `full` in order, i and j being the elements of two arrays of shapes a and b
/// that are broadcast to it.
template <class Visit>
void forEachBroadcast(const Shape& full, const Shape& a, const Shape& b, const Visit& visit) {
  const Index count = elementCount(full);
  if (count == 0) return;
  if (full.empty()) return visit(Index{0}, Index{0}, Index{0});
  const std::vector<Index> stepsA = broadcastStrides(a, full), stepsB = broadcastStrides(b, full);
  const size_t last = full.size() - 1;
  const Index inner = full[last], stepA = stepsA[last], stepB = stepsB[last];
  std::vector<Index> position(last, 0);
  Index startA = 0, startB = 0;
  for (Index k = 0; k < count;) {
    for (Index c = 0; c < inner; ++c) visit(k++, startA + c * stepA, startB + c * stepB);
    for (size_t axis = last; axis-- > 0;) {
      startA += stepsA[axis];
      startB += stepsB[axis];
      if (++position[axis] < full[axis]) break;
      startA -= full[axis] * stepsA[axis];
      startB -= full[axis] * stepsB[axis];
      position[axis] = 0;
    }
  }
}

/// The array of shape `full` summed over the axes along which `shape` was repeated.
template <class T>
Array<T> summedTo(const Shape& shape, const Array<T>& full) {
  if (shape == full.shape()) return full;
  Array<T> result(shape);
  forEachBroadcast(full.shape(), shape, shape, [&](Index k, Index i, Index) { result[i] += full[k]; });
  return result;
}

/// The array repeated to the shape `full`. Throws Error naming the operation and both shapes.
template <class T>
Array<T> repeatedTo(const char* operation, const Shape& full, const Array<T>& array) {
  if (broadcastShape(operation, full, array.shape()) != full)
    fail(operation, ": shape ", shapeText(array.shape()), " cannot be repeated to ", shapeText(full));
  Array<T> result(full);
  forEachBroadcast(full, array.shape(), array.shape(), [&](Index k, Index i, Index) { result[k] = array[i]; });
  return result;
}

}  // namespace engine
