// Powers and logarithms to the base 2 of many floats, written so that the compiler turns loops over them into vector
// instructions: a handful of multiplications each, no tables, no branches.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace engine {

/// `condition` ? a : b, by bits: the compiler must not put the computation of a or b into a branch.
inline float selected(bool condition, float a, float b) {
  const std::uint32_t mask = 0u - static_cast<std::uint32_t>(condition);
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(a) & mask) | (std::bit_cast<std::uint32_t>(b) & ~mask));
}

/// 2^x for -126 <= x <= 0 to 2 units in the last place.
/// x = k + r with |r| <= 1/2, the Taylor series of 2^r to degree 7 (error 2e-9) and 2^k by exponent bits.
inline float vectorExp2(float x) {
  constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  const float shifted = x + kRound;
  const float r = x - (shifted - kRound);
  float series = 1.52527338e-5f;
  series = series * r + 1.54035304e-4f;
  series = series * r + 1.33335581e-3f;
  series = series * r + 9.61812911e-3f;
  series = series * r + 5.55041087e-2f;
  series = series * r + 2.40226507e-1f;
  series = series * r + 6.93147181e-1f;
  series = series * r + 1.0f;
  const auto exponent = static_cast<std::uint32_t>(std::bit_cast<std::int32_t>(shifted) + 127) << 23;
  return series * std::bit_cast<float>(exponent);
}

/// log2 x for normal x > 0, absolute error below 4e-7 (times log2 x where that is above 1); -infinity for 0.
/// x = 2^k m with m between sqrt(1/2) and sqrt(2); log2 m = 2 / ln 2 artanh((m - 1) / (m + 1)), series to degree 9.
inline float vectorLog2(float x) {
  constexpr std::uint32_t kRootHalf = 0x3F3504F3;  // bits of sqrt(1/2)
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  const auto k = static_cast<std::int32_t>(bits - kRootHalf) >> 23;
  const float m = std::bit_cast<float>(bits - (static_cast<std::uint32_t>(k) << 23));
  const float s = (m - 1) / (m + 1), square = s * s;
  float series = 0.320598898f;
  series = series * square + 0.412198583f;
  series = series * square + 0.577078016f;
  series = series * square + 0.961796694f;
  series = series * square + 2.88539008f;
  const float value = static_cast<float>(k) + s * series;
  return selected(bits != 0, value, -std::numeric_limits<float>::infinity());
}

}  // namespace engine
