// What does not depend on where numbers lie in memory, so that the same input gives the same bits: Eigen's sums and
// exponentials begin at the first aligned number.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/base/Array.h"
#include "engine/base/VectorBits.h"

namespace engine {

/// e^x for x <= 0; of floats below e^-87 that.
inline float exponential(float x) { return vectorExp2(std::max(x * 1.44269504F, -126.0F)); }
inline double exponential(double x) { return std::exp(x); }

/// Sum of f(k) for 0 <= k < count, in 16 sums side by side.
template <class T, class Function>
T sumInLanes(Index count, const Function& f) {
  constexpr Index kLanes = 16;
  T sums[kLanes] = {};
  Index k = 0;
  for (; k + kLanes <= count; k += kLanes)
    for (Index lane = 0; lane < kLanes; ++lane) sums[lane] += f(k + lane);
  T sum = 0;
  for (; k < count; ++k) sum += f(k);
  for (const T part : sums) sum += part;
  return sum;
}

}  // namespace engine
