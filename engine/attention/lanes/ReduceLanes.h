// One float out of all lanes of a vector.
#pragma once

#include "engine/attention/lanes/FloatLanes.h"

namespace engine {

/// combine(a, b) of ever shorter halves: the same order, so the same bits, always.
template <class Combine>
float reduceLanes(FloatLanes x, const Combine& combine) {
  for (Index half = kFloatLanes / 2; half > 0; half /= 2)
    for (Index lane = 0; lane < half; ++lane) x[lane] = combine(x[lane], x[lane + half]);
  return x[0];
}

inline float largestOfLanes(FloatLanes x) {
  return reduceLanes(x, [](float a, float b) { return a > b ? a : b; });
}
inline float sumOfLanes(FloatLanes x) {
  return reduceLanes(x, [](float a, float b) { return a + b; });
}

}  // namespace engine
