// Eight doubles at a time, and loops over rows that keep a sum in every lane. Operators of the compiler's vector types
// work lane by lane; a comparison gives all bits or none of a lane.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "engine/base/Array.h"
#include "engine/base/level/PerLevel.h"

namespace engine {

inline constexpr Index kDoubleLanes = 8;
using DoubleLanes = double __attribute__((vector_size(kDoubleLanes * sizeof(double))));
using LongLanes = std::int64_t __attribute__((vector_size(kDoubleLanes * sizeof(double))));
using EightFloats = float __attribute__((vector_size(kDoubleLanes * sizeof(float))));

/// Length of a row with room for whole vectors.
inline constexpr Index paddedLength(Index length) { return (length + kDoubleLanes - 1) / kDoubleLanes * kDoubleLanes; }

inline DoubleLanes loadDoubles(const double* source) {
  DoubleLanes lanes;
  std::memcpy(&lanes, source, sizeof lanes);
  return lanes;
}
inline void storeDoubles(double* target, DoubleLanes lanes) { std::memcpy(target, &lanes, sizeof lanes); }
/// Eight floats, exactly.
inline DoubleLanes widened(const float* source) {
  EightFloats lanes;
  std::memcpy(&lanes, source, sizeof lanes);
  return __builtin_convertvector(lanes, DoubleLanes);
}
/// The same value in every lane.
inline DoubleLanes eightOf(double value) { return value - DoubleLanes{}; }
/// 0, 1, ..., 7.
inline DoubleLanes laneNumbers() { return DoubleLanes{0, 1, 2, 3, 4, 5, 6, 7}; }
/// a where the mask is set, else 0.
inline DoubleLanes where(LongLanes mask, DoubleLanes a) {
  return std::bit_cast<DoubleLanes>(std::bit_cast<LongLanes>(a) & mask);
}
inline DoubleLanes magnitudes(DoubleLanes a) {
  constexpr std::int64_t kAllButSign = 0x7FFFFFFFFFFFFFFF;
  return std::bit_cast<DoubleLanes>(std::bit_cast<LongLanes>(a) & kAllButSign);
}
/// Set where the value is finite.
inline LongLanes areFinite(DoubleLanes a) { return (a - a) == DoubleLanes{}; }

/// Always in the same order.
inline double sumOf(DoubleLanes a) { return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7])); }
inline double largestOf(DoubleLanes a) {
  double largest = a[0];
  for (Index k = 1; k < kDoubleLanes; ++k) largest = largest < a[k] ? a[k] : largest;
  return largest;
}

/// log2 x for normal x > 0 with an error below 2e-15 (times log2 x where that is above 1); finite for 0, so that
/// 0 log2 0 is 0. x = 2^k m with m between sqrt(1/2) and sqrt(2); log2 m = 2 / ln 2 artanh(s), s = (m - 1) / (m + 1),
/// series to degree 19.
inline DoubleLanes log2Of(DoubleLanes x) {
  constexpr std::int64_t kRootHalf = 0x3FE6A09E667F3BCD;  // bits of sqrt(1/2)
  constexpr std::int64_t kWhole = 0x4338000000000000;     // bits of 1.5 * 2^52: whole numbers added to it stay exact
  constexpr double kScale = 2.8853900817779268;           // 2 / ln 2
  const LongLanes bits = std::bit_cast<LongLanes>(x);
  const LongLanes k = (bits - kRootHalf) >> 52;
  const DoubleLanes m = std::bit_cast<DoubleLanes>(bits - (k << 52));
  const DoubleLanes s = (m - 1.0) / (m + 1.0), square = s * s;
  DoubleLanes series = eightOf(kScale / 19);
  series = series * square + kScale / 17;
  series = series * square + kScale / 15;
  series = series * square + kScale / 13;
  series = series * square + kScale / 11;
  series = series * square + kScale / 9;
  series = series * square + kScale / 7;
  series = series * square + kScale / 5;
  series = series * square + kScale / 3;
  series = series * square + kScale;
  return (std::bit_cast<DoubleLanes>(k + kWhole) - 6755399441055744.0) + s * series;
}

}  // namespace engine
