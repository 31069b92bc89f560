// Vectors of the score bounds: one template per lane of 16 bits, 32 lanes with AVX-512, 16 with AVX2, else 8
// (MATHEMATICS.md 1.4). Everything that depends on the processor is here, chosen when it is compiled; the recursion is
// written once, in ScoreBoundKernel.cpp. All of them compute the same but the logarithm, whose bounds differ.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/base/Array.h"
#include "engine/base/level/PerLevel.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define HEADLIGHT_SHORTS_AVX512
#elif defined(__AVX2__)
#define HEADLIGHT_SHORTS_AVX2
#endif
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace engine::shorts {

// No level of processors has sums of products in one instruction (VNNI), but most that have AVX-512 do: files that use
// it stand beside such that do not (ScoreBoundKernelVnni.cpp), so these functions have other names there.
#ifdef __AVX512VNNI__
inline namespace vnni {
#endif

#if defined(HEADLIGHT_SHORTS_AVX512)
inline constexpr int kLanes = 32;
#elif defined(HEADLIGHT_SHORTS_AVX2)
inline constexpr int kLanes = 16;
#else
inline constexpr int kLanes = 8;
#endif
inline constexpr int kHalf = kLanes / 2;

using Shorts = std::int16_t __attribute__((vector_size(2 * kLanes)));  ///< one number per lane
using Ints = std::int32_t __attribute__((vector_size(2 * kLanes)));    ///< wide numbers of half of the lanes
using Singles = float __attribute__((vector_size(2 * kLanes)));

/// Units per bit of a score, and per octave of what logarithmOf() gives.
inline constexpr int kUnitsPerBit = 128;
/// logarithmOf(x) - kUnitsPerBit * (log2 x + 127) is at least 1/64 and at most this for x >= 1.
#ifdef HEADLIGHT_SHORTS_AVX512
inline constexpr double kMostLogarithmExcess = 2.6;
#else
inline constexpr double kMostLogarithmExcess = 3.1;
#endif

inline Shorts load(const std::int16_t* source) {
  Shorts values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}
inline void store(std::int16_t* target, Shorts values) { std::memcpy(target, &values, sizeof(values)); }
inline Ints loadPairs(const std::int16_t* source) {
  Ints values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}
inline Singles loadSingles(const float* source) {
  Singles values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}
inline void store(std::int16_t* target, Ints values) { std::memcpy(target, &values, sizeof(values)); }
inline Shorts splat(int x) { return Shorts{} + static_cast<std::int16_t>(x); }

inline Shorts larger(Shorts a, Shorts b) {
#if defined(HEADLIGHT_SHORTS_AVX512)
  return reinterpret_cast<Shorts>(_mm512_max_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(HEADLIGHT_SHORTS_AVX2)
  return reinterpret_cast<Shorts>(_mm256_max_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
  return reinterpret_cast<Shorts>(_mm_max_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  return a > b ? a : b;
#endif
}

inline Shorts smaller(Shorts a, Shorts b) {
#if defined(HEADLIGHT_SHORTS_AVX512)
  return reinterpret_cast<Shorts>(_mm512_min_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(HEADLIGHT_SHORTS_AVX2)
  return reinterpret_cast<Shorts>(_mm256_min_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
  return reinterpret_cast<Shorts>(_mm_min_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  return a < b ? a : b;
#endif
}

/// Keeps the compiler from adding in another order, for which there are not enough registers.
inline Ints asItStands(Ints sums) {
#if defined(__SSE2__)
  asm("" : "+v"(sums));
#endif
  return sums;
}

/// `sums` and in each lane the two products of the halves of `a` with those of `pair`, which is the same for all lanes.
inline Ints addProducts(Ints sums, Ints a, std::int32_t pair) {
  const Ints all = Ints{} + pair;
#if defined(HEADLIGHT_SHORTS_AVX512) && defined(__AVX512VNNI__)
  return reinterpret_cast<Ints>(_mm512_dpwssd_epi32(reinterpret_cast<__m512i>(sums), reinterpret_cast<__m512i>(a),
                                                    reinterpret_cast<__m512i>(all)));
#elif defined(HEADLIGHT_SHORTS_AVX512)
  const __m512i products = _mm512_madd_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(all));
  return asItStands(sums + reinterpret_cast<Ints>(products));
#elif defined(HEADLIGHT_SHORTS_AVX2)
  const __m256i products = _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(all));
  return asItStands(sums + reinterpret_cast<Ints>(products));
#elif defined(__SSE2__)
  const __m128i products = _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(all));
  return asItStands(sums + reinterpret_cast<Ints>(products));
#else
  // The halves by shifts: of a loop over lanes, compilers make three times the instructions.
  return sums + (a << 16 >> 16) * (all << 16 >> 16) + (a >> 16) * (all >> 16);
#endif
}

/// Where the wide number of a lane stands: which half of the lanes, and which place in it.
struct WidePlace {
  int half, place;
};
inline constexpr WidePlace widePlace(int lane) {
#ifdef HEADLIGHT_SHORTS_AVX2
  // Two vectors are narrowed into one quarter by quarter.
  return {lane / 4 % 2, lane / 8 * 4 + lane % 4};
#else
  return {lane / kHalf, lane % kHalf};
#endif
}

/// Whole numbers of 16 bits side by side.
inline Shorts narrowed(Ints first, Ints second) {
#if defined(HEADLIGHT_SHORTS_AVX512)
  return __builtin_shufflevector(reinterpret_cast<Shorts>(first), reinterpret_cast<Shorts>(second), 0, 2, 4, 6, 8, 10,
                                 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54,
                                 56, 58, 60, 62);
#elif defined(HEADLIGHT_SHORTS_AVX2)
  return reinterpret_cast<Shorts>(
      _mm256_packs_epi32(reinterpret_cast<__m256i>(first), reinterpret_cast<__m256i>(second)));
#elif defined(__SSE2__)
  return reinterpret_cast<Shorts>(_mm_packs_epi32(reinterpret_cast<__m128i>(first), reinterpret_cast<__m128i>(second)));
#else
  Shorts numbers;
  for (int k = 0; k < kLanes; ++k)
    numbers[k] =
        static_cast<std::int16_t>(widePlace(k).half == 0 ? first[widePlace(k).place] : second[widePlace(k).place]);
  return numbers;
#endif
}

/// The upper halves of floats that are not negative: sign, exponent and seven bits of the mantissa.
inline Shorts upperHalves(Singles first, Singles second) {
#if defined(HEADLIGHT_SHORTS_AVX512)
  return __builtin_shufflevector(reinterpret_cast<Shorts>(first), reinterpret_cast<Shorts>(second), 1, 3, 5, 7, 9, 11,
                                 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55,
                                 57, 59, 61, 63);
#else
  return narrowed(reinterpret_cast<Ints>(first) >> 16, reinterpret_cast<Ints>(second) >> 16);
#endif
}

/// An upper bound of 128 (log2 x + 127) for whole x from 1 to 2^31 - 1, at most kMostLogarithmExcess more. The bits
/// of a float are its logarithm with the mantissa's share m instead of log2(1 + m); the difference is added.
inline Shorts logarithmOf(Ints first, Ints second) {
  const Shorts bits = upperHalves(__builtin_convertvector(first, Singles), __builtin_convertvector(second, Singles));
#if defined(HEADLIGHT_SHORTS_AVX512)
  /// By the first six bits of the mantissa.
  alignas(64) static constexpr std::int16_t kExcess[64] = {
      2,  3,  4,  5,  5,  6,  7,  7,  8,  8,  9,  9,  10, 10, 10, 11, 11, 11, 12, 12, 12, 12,
      12, 12, 12, 12, 13, 13, 13, 13, 12, 12, 12, 12, 12, 12, 12, 12, 11, 11, 11, 11, 11, 10,
      10, 10, 9,  9,  9,  8,  8,  8,  7,  7,  6,  6,  5,  5,  4,  4,  3,  3,  2,  2};
  const __m512i place = _mm512_srli_epi16(reinterpret_cast<__m512i>(bits), 1);
  return bits + reinterpret_cast<Shorts>(
                    _mm512_permutex2var_epi16(_mm512_load_si512(kExcess), place, _mm512_load_si512(kExcess + 32)));
#else
  // m (1 - m) (a - b m), all of it in 1/65536.
  using Unsigned = std::uint16_t __attribute__((vector_size(2 * kLanes)));
  const auto product = [](Unsigned x, Unsigned y) {
#if defined(HEADLIGHT_SHORTS_AVX2)
    return reinterpret_cast<Unsigned>(_mm256_mulhi_epu16(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(y)));
#elif defined(__SSE2__)
    return reinterpret_cast<Unsigned>(_mm_mulhi_epu16(reinterpret_cast<__m128i>(x), reinterpret_cast<__m128i>(y)));
#else
    for (int k = 0; k < kLanes; ++k) x[k] = static_cast<std::uint16_t>(std::uint32_t{x[k]} * y[k] >> 16);
    return x;
#endif
  };
  const Unsigned m = reinterpret_cast<Unsigned>(bits) << 9, rest = ~m;
  const Unsigned parabola = product(m, rest);
  const Unsigned slope = Unsigned{} + std::uint16_t{50} - product(m, Unsigned{} + std::uint16_t{21});
  return bits + reinterpret_cast<Shorts>(product(parabola, slope)) + std::int16_t{3};
#endif
}

/// Values behind `pointer` are then read again instead of kept: there are more of them than registers.
template <class Value>
inline void hideFromOptimiser(const Value*& pointer) {
  asm volatile("" : "+r"(pointer));
}

#ifdef __AVX512VNNI__
}  // namespace vnni
#endif
}  // namespace engine::shorts
