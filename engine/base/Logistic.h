// The logistic function.
#pragma once

#include <cmath>

namespace engine {

/// 1 / (1 + exp(-x)), in [0, 1]; no power overflows for any x. T is float or double.
template <class T>
T logistic(T x) {
  const T power = std::exp(-std::abs(x));
  return (x >= 0 ? T{1} : power) / (1 + power);
}

}  // namespace engine
