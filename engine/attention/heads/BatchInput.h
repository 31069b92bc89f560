// Arrays of mechanisms whose batch axis may be absent: (B, rows, columns) or (rows, columns).
#pragma once

#include "engine/attention/ShapeLetters.h"

namespace engine {

/// The named array as (B, rows, columns), its shape checked against the letters; a missing batch axis becomes one of
/// length 1. Throws Error when the array is missing.
template <class T>
Array<T> readBatch(const ArrayBundle& inputs, const std::string& name, ShapeLetters& letters, const std::string& rows,
                   const std::string& columns) {
  Array<T> array = numbersOf<T>(inputs, name);
  Shape shape = array.shape();
  if (shape.size() == 2) shape.insert(shape.begin(), 1);
  letters.require(name, shape, {"B", rows, columns});
  array.name = name;
  return std::move(array).reshaped(shape);
}

/// Whether the named array has a batch axis; outputs then have one, too.
inline bool hasBatch(const ArrayBundle& inputs, const std::string& name) {
  return shapeOf(inputs.at(name)).size() != 2;
}

/// The array, or the same without its batch axis of length 1.
template <class T>
Array<T> withBatch(Array<T> array, bool keepsBatch) {
  Shape shape(array.shape().begin() + (keepsBatch ? 0 : 1), array.shape().end());
  return std::move(array).reshaped(std::move(shape));
}

}  // namespace engine
