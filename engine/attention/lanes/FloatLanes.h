// Vectors of floats at the width of this build: 16 lanes with AVX-512, 8 with AVX, else 4. Operators of the compiler's
// vector types work lane by lane; a comparison gives all bits or none of a lane.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "engine/base/Array.h"
#include "engine/base/level/PerLevel.h"

namespace engine {

#if defined(__AVX512F__)
inline constexpr Index kFloatLanes = 16;
#elif defined(__AVX__)
inline constexpr Index kFloatLanes = 8;
#else
inline constexpr Index kFloatLanes = 4;
#endif

using FloatLanes = float __attribute__((vector_size(kFloatLanes * sizeof(float))));
using IntLanes = std::int32_t __attribute__((vector_size(kFloatLanes * sizeof(std::int32_t))));
using BitLanes = std::uint32_t __attribute__((vector_size(kFloatLanes * sizeof(std::uint32_t))));

/// From anywhere in memory; fastest when the address is a multiple of the vector's size.
inline FloatLanes loadLanes(const float* source) {
  FloatLanes lanes;
  std::memcpy(&lanes, source, sizeof lanes);
  return lanes;
}

inline void storeLanes(float* target, FloatLanes lanes) { std::memcpy(target, &lanes, sizeof lanes); }

/// The same value in every lane. (0 + value would be an addition, because it changes -0; value - 0 changes nothing.)
inline FloatLanes splatLanes(float value) { return value - FloatLanes{}; }

/// The larger of each lane; b where one is not a number.
inline FloatLanes largerLanes(FloatLanes a, FloatLanes b) {
#if defined(__AVX512F__)
  return _mm512_maskz_max_ps(0xFFFF, a, b);  // GCC 12 makes two instructions of the choice where a is a constant
#else
  return a > b ? a : b;
#endif
}

/// One step of a transpose: exchanges lanes l with bit `Distance` of `a` for those without of `b`.
template <Index Distance, std::size_t... Lane>
inline void exchangeLanes(FloatLanes& a, FloatLanes& b, std::index_sequence<Lane...>) {
  const FloatLanes low = __builtin_shufflevector(
      a, b, ((Index(Lane) & Distance) ? kFloatLanes + (Index(Lane) ^ Distance) : Index(Lane))...);
  const FloatLanes high =
      __builtin_shufflevector(a, b, ((Index(Lane) & Distance) ? kFloatLanes + Index(Lane) : Index(Lane) ^ Distance)...);
  a = low;
  b = high;
}

template <Index Distance>
inline void transposeSteps(FloatLanes* rows) {
  for (Index i = 0; i < kFloatLanes; ++i)
    if ((i & Distance) == 0)
      exchangeLanes<Distance>(rows[i], rows[i + Distance], std::make_index_sequence<std::size_t(kFloatLanes)>{});
  if constexpr (2 * Distance < kFloatLanes) transposeSteps<2 * Distance>(rows);
}

/// target(c, r) = source(r, c) for rows x columns elements, rows `sourceStride` and `targetStride` apart.
inline void transposeFloats(const float* source, Index sourceStride, Index rows, Index columns, float* target,
                            Index targetStride) {
  const Index wholeRows = rows / kFloatLanes * kFloatLanes, wholeColumns = columns / kFloatLanes * kFloatLanes;
  for (Index r = 0; r < wholeRows; r += kFloatLanes)
    for (Index c = 0; c < wholeColumns; c += kFloatLanes) {
      FloatLanes block[kFloatLanes];
      for (Index i = 0; i < kFloatLanes; ++i) block[i] = loadLanes(source + (r + i) * sourceStride + c);
      transposeSteps<1>(block);
      for (Index i = 0; i < kFloatLanes; ++i) storeLanes(target + (c + i) * targetStride + r, block[i]);
    }
  for (Index r = 0; r < rows; ++r)
    for (Index c = r < wholeRows ? wholeColumns : 0; c < columns; ++c)
      target[c * targetStride + r] = source[r * sourceStride + c];
}

}  // namespace engine
