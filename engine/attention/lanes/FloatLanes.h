// Vectors of floats at the width of this build: 16 lanes with AVX-512, 8 with AVX, else 4. Operators of the compiler's
// vector types work lane by lane; a comparison gives all bits or none of a lane.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#if defined(__SSE2__)
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

/// storeLanes() past the caches, for what is large and not read soon: memory is then not read before it is overwritten.
/// `target` is a multiple of the vector's size; finishStreams() comes before another thread may read it.
inline void streamLanes(float* target, FloatLanes lanes) {
#if defined(__AVX512F__)
  _mm512_stream_ps(target, lanes);
#elif defined(__AVX__)
  _mm256_stream_ps(target, lanes);
#elif defined(__SSE2__)
  _mm_stream_ps(target, lanes);
#else
  storeLanes(target, lanes);
#endif
}

inline void finishStreams() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

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

/// Blocks one below the other, so that each row of the target gets Blocks vectors at once.
template <Index Blocks, class Store>
inline void transposeBlocks(const float* source, Index sourceStride, float* target, Index targetStride,
                            const Store& store) {
  FloatLanes blocks[Blocks][kFloatLanes];
  for (Index b = 0; b < Blocks; ++b) {
    for (Index i = 0; i < kFloatLanes; ++i) blocks[b][i] = loadLanes(source + (b * kFloatLanes + i) * sourceStride);
    transposeSteps<1>(blocks[b]);
  }
  for (Index i = 0; i < kFloatLanes; ++i)
    for (Index b = 0; b < Blocks; ++b) store(target + i * targetStride + b * kFloatLanes, blocks[b][i]);
}

/// target(c, r) = source(r, c) for rows x columns elements, rows `sourceStride` and `targetStride` apart. Whole vectors
/// are written by `store`, each row of the target from its begin to its end, a line of the cache at a time.
template <class Store>
inline void transposeFloats(const float* source, Index sourceStride, Index rows, Index columns, float* target,
                            Index targetStride, const Store& store) {
  constexpr Index kLine = 16, kBlocks = kLine / kFloatLanes;
  const Index wholeRows = rows / kFloatLanes * kFloatLanes, wholeColumns = columns / kFloatLanes * kFloatLanes;
  for (Index c = 0; c < wholeColumns; c += kFloatLanes) {
    Index r = 0;
    for (; r + kLine <= rows; r += kLine)
      transposeBlocks<kBlocks>(source + r * sourceStride + c, sourceStride, target + c * targetStride + r, targetStride,
                               store);
    for (; r < wholeRows; r += kFloatLanes)
      transposeBlocks<1>(source + r * sourceStride + c, sourceStride, target + c * targetStride + r, targetStride,
                         store);
  }
  for (Index r = 0; r < rows; ++r)
    for (Index c = r < wholeRows ? wholeColumns : 0; c < columns; ++c)
      target[c * targetStride + r] = source[r * sourceStride + c];
}

inline void transposeFloats(const float* source, Index sourceStride, Index rows, Index columns, float* target,
                            Index targetStride) {
  transposeFloats(source, sourceStride, rows, columns, target, targetStride, storeLanes);
}

}  // namespace engine
