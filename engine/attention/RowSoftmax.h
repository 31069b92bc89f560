// The softmax of one row of floats at full speed.
#pragma once

#include <cmath>
#include <limits>

#include "engine/attention/VectorExp.h"

namespace engine {

/// One value out of all lanes: combine(a, b) of ever shorter halves.
template <class Combine>
inline float reduceLanes(FloatLanes x, const Combine& combine) {
  float lanes[kFloatLanes];
  storeLanes(lanes, x);
  for (Index half = kFloatLanes / 2; half > 0; half /= 2)
    for (Index lane = 0; lane < half; ++lane) lanes[lane] = combine(lanes[lane], lanes[lane + half]);
  return lanes[0];
}

/// The row becomes its softmax; returns ln of the sum of exp. Not-a-number throughout, and returned, unless every value
/// is finite.
inline float softmaxOfRow(float* row, Index count) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  FloatLanes largest = splatLanes(-kInfinity), differences{};
  Index j = 0;
  for (; j + kFloatLanes <= count; j += kFloatLanes) {
    const FloatLanes x = loadLanes(row + j);
    largest = largerLanes(x, largest);
    differences += x - x;  // stays 0 while x is finite
  }
  float maximum = reduceLanes(largest, [](float a, float b) { return a > b ? a : b; });
  float difference = reduceLanes(differences, [](float a, float b) { return a + b; });
  for (; j < count; ++j) {
    maximum = row[j] > maximum ? row[j] : maximum;
    difference += row[j] - row[j];
  }
  const float sum = expShifted(row, count, maximum);
  const float factor = difference == 0 ? 1 / sum : std::numeric_limits<float>::quiet_NaN();
  for (Index k = 0; k < count; ++k) row[k] *= factor;
  return difference == 0 ? maximum + std::log(sum) : factor;
}

}  // namespace engine
