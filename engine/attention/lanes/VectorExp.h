// Exponentials and sums over a row of floats, written so that the compiler turns them into vector instructions and the
// result does not depend on where the row lies in memory (Eigen's reductions do).
#pragma once

#include <bit>
#include <cstdint>

#include "engine/attention/lanes/FloatLanes.h"

namespace engine {

/// exp(x) for x <= 0 to 2 units in the last place (relative error 1.8e-7); exactly 0 below -87.7, where float would
/// become subnormal; not-a-number stays. x = k ln 2 + r with |r| <= ln 2 / 2; exp(r) by the polynomial of degree 5 with
/// constant term 1 and the least relative error (Remez exchange: 9.2e-8); 2^k by exponent bits.
/// Floats: float, or a vector of floats; Bits: unsigned integers of the same size.
template <class Floats, class Bits>
inline Floats expOfNonPositiveAs(Floats x) {
  constexpr float kLog2E = 1.44269504f, kLn2High = 0.693145752f, kLn2Low = 1.42860677e-6f;
  // 1.5 * 2^23 + 127: adding it leaves the nearest integer plus the exponent's bias in the low bits.
  constexpr float kRound = 12583039.0f;
  const Floats lowest = -88.0f - Floats{};  // k = -127, whose exponent bits are those of 0
  const Floats bounded = lowest > x ? lowest : x;
  const Floats shifted = bounded * kLog2E + kRound;
  const Floats k = shifted - kRound;
  const Floats r = (bounded - k * kLn2High) - k * kLn2Low;
  Floats series = r * 0.00829027221f + 0.0418981612f;
  series = series * r + 0.166676387f;
  series = series * r + 0.499991477f;
  series = series * r + 0.999999702f;
  series = series * r + 1.0f;
  return series * std::bit_cast<Floats>(std::bit_cast<Bits>(shifted) << 23);
}

inline float expOfNonPositive(float x) { return expOfNonPositiveAs<float, std::uint32_t>(x); }
inline FloatLanes expOfNonPositive(FloatLanes x) { return expOfNonPositiveAs<FloatLanes, BitLanes>(x); }

/// exp(x) for x <= 88: the weight of a score that lies x above a shift. One operation less than expOfNonPositive, which
/// costs as much as if x were off by 1.3e-8 of its size, a quarter of what x itself is rounded by at most (7.3e-8 on
/// processors without multiply-add). Exactly 0 below -87.7: 2^k 2^r with |r| <= 1/2, the latter by the same polynomial.
inline FloatLanes weightOfScore(FloatLanes x) {
  constexpr float kLog2E = 1.44269504f, kRound = 12583039.0f;
  const FloatLanes bounded = largerLanes(splatLanes(-88.0f), x);
  const FloatLanes shifted = bounded * kLog2E + kRound;
  const FloatLanes r = bounded * kLog2E - (shifted - kRound);
  FloatLanes series = r * 0.00132646586f + 0.00967156608f;
  series = series * r + 0.055507347f;
  series = series * r + 0.240222409f;
  series = series * r + 0.693147004f;
  series = series * r + 1.0f;
  return series * std::bit_cast<FloatLanes>(std::bit_cast<BitLanes>(shifted) << 23);
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
