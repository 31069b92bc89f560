// Arrays of a file that has to hold them.
#pragma once

#include <string>

#include "engine/base/Array.h"
#include "engine/base/Error.h"

namespace engine {

/// The named array of these numbers and this shape (-1: any length). Throws Error naming the array, what was found and
/// what was expected.
template <class T>
const Array<T>& arrayOf(const ArrayBundle& arrays, const std::string& name, const Shape& shape) {
  const auto expected = [&shape] { return typeNameOf(Array<T>()) + " " + shapeText(shape); };
  const auto found = arrays.find(name);
  if (found == arrays.end()) fail("array ", name, " is missing, expected ", expected());
  const auto* const array = std::get_if<Array<T>>(&found->second);
  if (!array) fail("array ", name, ": found ", typeNameOf(found->second), ", expected ", expected());
  requireShape(name, array->shape(), shape);
  return *array;
}

}  // namespace engine
