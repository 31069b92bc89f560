// Exponentials and sums over a row of floats, written so that the compiler turns them into vector instructions and the
// result does not depend on where the row lies in memory (Eigen's reductions do).
#pragma once

#include <bit>
#include <cstdint>

#include "engine/base/Array.h"

namespace engine {

/// exp(x) for x <= 0 to 2 units in the last place; exactly 0 below -87.3 (where float would become subnormal).
/// x = k ln 2 + r with |r| <= ln 2 / 2, then the Taylor series of exp(r) to degree 7 (error 5e-9) and 2^k by exponent
/// bits.
inline float expOfNonPositive(float x) {
  constexpr float kLog2E = 1.44269504f, kLn2High = 0.693145752f, kLn2Low = 1.42860677e-6f;
  constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  const float bounded = x > -87.3f ? x : -87.3f;
  const float shifted = bounded * kLog2E + kRound;
  const float k = shifted - kRound;
  const float r = (bounded - k * kLn2High) - k * kLn2Low;
  float series = 1.0f / 5040;
  series = series * r + 1.0f / 720;
  series = series * r + 1.0f / 120;
  series = series * r + 1.0f / 24;
  series = series * r + 1.0f / 6;
  series = series * r + 0.5f;
  series = series * r + 1.0f;
  series = series * r + 1.0f;
  const auto exponent = static_cast<std::uint32_t>(std::bit_cast<std::int32_t>(shifted) + 127) << 23;
  const float result = series * std::bit_cast<float>(exponent);
  return x > -87.3f ? result : (x <= -87.3f ? 0.0f : x);  // the last branch hands on not-a-number
}

/// Sum of a row in sixteen interleaved partial sums.
inline float sumOfRow(const float* row, Index count) {
  constexpr Index kLanes = 16;
  float lanes[kLanes] = {};
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes)
    for (Index lane = 0; lane < kLanes; ++lane) lanes[lane] += row[j + lane];
  for (Index lane = 0; j < count; ++j, ++lane) lanes[lane] += row[j];
  for (Index half = kLanes / 2; half > 0; half /= 2)
    for (Index lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

/// row[j] = exp(row[j] - shift), where no row[j] exceeds `shift`; returns the sum.
inline float expShifted(float* row, Index count, float shift) {
  for (Index j = 0; j < count; ++j) row[j] = expOfNonPositive(row[j] - shift);
  return sumOfRow(row, count);
}

}  // namespace engine
