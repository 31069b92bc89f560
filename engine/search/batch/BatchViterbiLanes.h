// Vectors of the batch Viterbi: one template per lane, 16 lanes with AVX-512, else 8 (MATHEMATICS.md 1.1).
// Everything that depends on the processor is here; the recursion is written once, in BatchViterbiKernel.cpp.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/base/Array.h"
#include "engine/base/level/PerLevel.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define HEADLIGHT_LANES_AVX512
#endif
#if defined(HEADLIGHT_LANES_AVX512) || defined(__SSE2__)
#include <immintrin.h>
#endif

namespace engine::lanes {

#ifdef HEADLIGHT_LANES_AVX512

inline constexpr int kLanes = 16;
/// log2(m) = t[0][k] + t[1][k] m + t[2][k] m^2 to 3.4e-6 for 1 + k/16 <= m < 1 + (k+1)/16: minimax polynomials of
/// degree 2 (Remez exchange). Looking coefficients up and computing with them use different execution units.
alignas(64) inline constexpr float kLog2[3][16] = {
    {-2.12039399f, -2.03542233f, -1.95518219f, -1.87917411f, -1.80697346f, -1.73821688f, -1.67259037f, -1.6098212f,
     -1.54967082f, -1.49192929f, -1.43641102f, -1.38295114f, -1.3314023f, -1.28163266f, -1.23352337f, -1.18696713f},
    {2.7990787f, 2.63901353f, 2.49627042f, 2.36818075f, 2.25259805f, 2.14777541f, 2.05227637f, 1.96491015f, 1.88467979f,
     1.81074548f, 1.74239373f, 1.67901528f, 1.62008631f, 1.56515408f, 1.5138253f, 1.46575654f},
    {-0.678681433f, -0.603295445f, -0.539808095f, -0.485840589f, -0.439580381f, -0.399626642f, -0.364882916f,
     -0.33448118f, -0.30772686f, -0.284058988f, -0.263020396f, -0.244235545f, -0.227393657f, -0.212235719f,
     -0.198544472f, -0.186136603f}};
inline constexpr double kLog2Offset = 0;  ///< what log2WithoutOffset leaves out

using Floats = __m512;
using Ints = __m512i;
using Mask = __mmask16;  ///< one bit per lane
using Bytes = __m128i;   ///< one byte per lane

inline Floats splat(float x) { return _mm512_set1_ps(x); }
inline Ints splatInt(std::int32_t x) { return _mm512_set1_epi32(x); }
inline Bytes splatByte(int x) { return _mm_set1_epi8(static_cast<char>(x)); }
inline Floats maximum(Floats a, Floats b) { return _mm512_max_ps(a, b); }
/// The larger of two, or something negative when both are: floats compared as integers, for which there are more
/// execution units.
inline Floats maximumIfAboveZero(Floats a, Floats b) {
  return _mm512_castsi512_ps(_mm512_max_epi32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
inline Mask greater(Floats a, Floats b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
inline Mask notLess(Floats a, Floats b) { return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ); }
inline Mask both(Mask a, Mask b) { return a & b; }
inline bool any(Mask mask) { return mask != 0; }
inline unsigned bitsOf(Mask mask) { return mask; }
inline Mask maskOf(unsigned bits) { return static_cast<Mask>(bits); }
inline Bytes select(Mask mask, Bytes yes, Bytes no) { return _mm_mask_mov_epi8(no, mask, yes); }
/// `bytes` where the mask is set, else 0.
inline Bytes keep(Mask mask, Bytes bytes) { return _mm_maskz_mov_epi8(mask, bytes); }
/// Adds `bit` to the bytes where the mask is set.
inline Bytes mark(Bytes bytes, Mask mask, Bytes bit) { return _mm_mask_add_epi8(bytes, mask, bytes, bit); }
inline void store(std::uint8_t* target, Bytes bytes) { _mm_storeu_si128(reinterpret_cast<__m128i*>(target), bytes); }

/// log2(x) - kLog2Offset to 5e-6 for x >= 0; -inf at 0. Who wants the logarithm itself multiplies x by 2^kLog2Offset
/// beforehand.
inline Floats log2WithoutOffset(Floats x) {
  const Floats m = _mm512_getmant_ps(x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_src);
  // The first four bits of the mantissa; bits in front of them are ignored.
  const Ints interval = _mm512_srli_epi32(_mm512_castps_si512(x), 19);
  const auto coefficient = [interval](const float* table) {
    return _mm512_permutexvar_ps(interval, _mm512_load_ps(table));
  };
  const Floats slope = coefficient(kLog2[2]) * m + coefficient(kLog2[1]);
  return slope * m + (coefficient(kLog2[0]) + _mm512_getexp_ps(x));
}

#else

inline constexpr int kLanes = 8;
/// log2(m) for 1 <= m < 2 to 1.9e-6: minimax polynomial of degree 6 (Remez exchange).
inline constexpr float kLog2[7] = {-3.04004027f, 6.11296313f, -5.3419892f,   3.28652877f,
                                   -1.26691826f, 0.27514877f, -0.0256910888f};
inline constexpr double kLog2Offset = kLog2[0];  ///< what log2WithoutOffset leaves out

using Floats = float __attribute__((vector_size(32)));
using Ints = std::int32_t __attribute__((vector_size(32)));
using Mask = Ints;   ///< all bits of a lane or none
using Bytes = Ints;  ///< one byte per lane in 32 bits

inline Floats splat(float x) { return Floats{} + x; }
inline Ints splatInt(std::int32_t x) { return Ints{} + x; }
inline Bytes splatByte(int x) { return splatInt(x); }
inline Floats maximum(Floats a, Floats b) {
#if defined(__AVX__)
  return _mm256_max_ps(a, b);
#elif defined(__SSE2__)
  __m128 x[2], y[2];
  std::memcpy(x, &a, sizeof(a));
  std::memcpy(y, &b, sizeof(b));
  x[0] = _mm_max_ps(x[0], y[0]);
  x[1] = _mm_max_ps(x[1], y[1]);
  std::memcpy(&a, x, sizeof(a));
  return a;
#else
  return a > b ? a : b;
#endif
}
inline Floats maximumIfAboveZero(Floats a, Floats b) { return maximum(a, b); }
inline Mask greater(Floats a, Floats b) { return a > b; }
inline Mask notLess(Floats a, Floats b) { return a >= b; }
inline Mask both(Mask a, Mask b) { return a & b; }
inline unsigned bitsOf(Mask mask) {
  unsigned bits = 0;
  for (int lane = 0; lane < kLanes; ++lane) bits |= (mask[lane] ? 1u : 0u) << lane;
  return bits;
}
inline bool any(Mask mask) {
#if defined(__AVX__)
  return _mm256_movemask_ps(reinterpret_cast<Floats>(mask)) != 0;
#else
  return bitsOf(mask) != 0;
#endif
}
inline Mask maskOf(unsigned bits) {
  Mask mask;
  for (int lane = 0; lane < kLanes; ++lane) mask[lane] = bits >> lane & 1 ? -1 : 0;
  return mask;
}
inline Bytes select(Mask mask, Bytes yes, Bytes no) { return (mask & yes) | (~mask & no); }
inline Bytes keep(Mask mask, Bytes bytes) { return mask & bytes; }
inline Bytes mark(Bytes bytes, Mask mask, Bytes bit) { return bytes | (mask & bit); }
inline void store(std::uint8_t* target, Bytes bytes) {
  using Packed = std::uint8_t __attribute__((vector_size(8)));
  const Packed packed = __builtin_convertvector(bytes, Packed);
  std::memcpy(target, &packed, sizeof(packed));
}

inline Floats log2WithoutOffset(Floats x) {
  const Ints bits = reinterpret_cast<Ints>(x);
  const Floats m = reinterpret_cast<Floats>((bits & 0x007fffff) | 0x3f800000);
  const Floats exponent = __builtin_convertvector((bits >> 23) - 127, Floats);
  Floats sum = m * kLog2[6] + kLog2[5];
  for (int k = 4; k > 0; --k) sum = sum * m + kLog2[k];
  sum = sum * m + exponent;
  // Below the smallest normal number, which no product of probabilities reaches but 0: minus infinity.
  const Ints isZero = bits < 0x00800000;
  const Ints minusInfinity = isZero & static_cast<std::int32_t>(0xff800000);
  return reinterpret_cast<Floats>((~isZero & reinterpret_cast<Ints>(sum)) | minusInfinity);
}

#endif

inline Floats load(const float* source) {
  Floats values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}
/// Values behind `pointer` are then read again instead of kept: there are more of them than registers.
inline void hideFromOptimiser(const float*& pointer) { asm volatile("" : "+r"(pointer)); }
inline void store(float* target, Floats values) { std::memcpy(target, &values, sizeof(values)); }

}  // namespace engine::lanes
