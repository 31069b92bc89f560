// Arrays in another precision.
#pragma once

#include <algorithm>

#include "engine/base/Array.h"

namespace test {

template <class T, class U>
engine::Array<T> as(const engine::Array<U>& array) {
  engine::Array<T> result(array.shape());
  std::copy(array.begin(), array.end(), result.begin());
  return result;
}

}  // namespace test
