// Vectors of signed bytes with saturating arithmetic: 64 lanes with AVX-512BW, 32 with AVX2, 16 in plain C++.
#pragma once

#include <cstdint>

#include "engine/base/Array.h"
#include "engine/base/level/PerLevel.h"

#if defined(__AVX512BW__) || defined(__AVX2__)
#include <immintrin.h>
#else
#include <algorithm>
#endif

namespace engine {

#if defined(__AVX512BW__)

struct ByteLanes {
  static constexpr Index kCount = 64;
  static constexpr int kRegisters = 32;
  __m512i value;

  static ByteLanes all(std::int8_t byte) { return {_mm512_set1_epi8(byte)}; }
  static ByteLanes load(const std::int8_t* bytes) { return {_mm512_loadu_si512(bytes)}; }
  void store(std::int8_t* bytes) const { _mm512_storeu_si512(bytes, value); }
  /// Lane l takes lane l - 1, lane 0 the last lane of `first`.
  ByteLanes shifted(ByteLanes first) const {
    return {_mm512_alignr_epi8(value, _mm512_alignr_epi64(value, first.value, 6), 15)};
  }
};
inline ByteLanes addSaturated(ByteLanes a, ByteLanes b) { return {_mm512_adds_epi8(a.value, b.value)}; }
inline ByteLanes subSaturated(ByteLanes a, ByteLanes b) { return {_mm512_subs_epi8(a.value, b.value)}; }
inline ByteLanes max(ByteLanes a, ByteLanes b) { return {_mm512_max_epi8(a.value, b.value)}; }
inline bool anyGreater(ByteLanes a, ByteLanes b) { return _mm512_cmpgt_epi8_mask(a.value, b.value) != 0; }

#elif defined(__AVX2__)

struct ByteLanes {
  static constexpr Index kCount = 32;
  static constexpr int kRegisters = 16;
  __m256i value;

  static ByteLanes all(std::int8_t byte) { return {_mm256_set1_epi8(byte)}; }
  static ByteLanes load(const std::int8_t* bytes) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes))};
  }
  void store(std::int8_t* bytes) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes), value); }
  /// Lane l takes lane l - 1, lane 0 the last lane of `first`.
  ByteLanes shifted(ByteLanes first) const {
    return {_mm256_alignr_epi8(value, _mm256_permute2x128_si256(first.value, value, 0x21), 15)};
  }
};
inline ByteLanes addSaturated(ByteLanes a, ByteLanes b) { return {_mm256_adds_epi8(a.value, b.value)}; }
inline ByteLanes subSaturated(ByteLanes a, ByteLanes b) { return {_mm256_subs_epi8(a.value, b.value)}; }
inline ByteLanes max(ByteLanes a, ByteLanes b) { return {_mm256_max_epi8(a.value, b.value)}; }
inline bool anyGreater(ByteLanes a, ByteLanes b) {
  return _mm256_movemask_epi8(_mm256_cmpgt_epi8(a.value, b.value)) != 0;
}

#else

struct ByteLanes {
  static constexpr Index kCount = 16;
  static constexpr int kRegisters = 16;
  std::int8_t value[kCount];

  static ByteLanes all(std::int8_t byte) {
    ByteLanes lanes;
    std::fill(lanes.value, lanes.value + kCount, byte);
    return lanes;
  }
  static ByteLanes load(const std::int8_t* bytes) {
    ByteLanes lanes;
    std::copy(bytes, bytes + kCount, lanes.value);
    return lanes;
  }
  void store(std::int8_t* bytes) const { std::copy(value, value + kCount, bytes); }
  /// Lane l takes lane l - 1, lane 0 the last lane of `first`.
  ByteLanes shifted(ByteLanes first) const {
    ByteLanes lanes;
    lanes.value[0] = first.value[kCount - 1];
    std::copy(value, value + kCount - 1, lanes.value + 1);
    return lanes;
  }
};
template <class Combine>
ByteLanes laneByLane(ByteLanes a, ByteLanes b, Combine combine) {
  for (Index l = 0; l < ByteLanes::kCount; ++l)
    a.value[l] = static_cast<std::int8_t>(std::clamp<int>(combine(int{a.value[l]}, int{b.value[l]}), -128, 127));
  return a;
}
inline ByteLanes addSaturated(ByteLanes a, ByteLanes b) {
  return laneByLane(a, b, [](int x, int y) { return x + y; });
}
inline ByteLanes subSaturated(ByteLanes a, ByteLanes b) {
  return laneByLane(a, b, [](int x, int y) { return x - y; });
}
inline ByteLanes max(ByteLanes a, ByteLanes b) {
  return laneByLane(a, b, [](int x, int y) { return std::max(x, y); });
}
inline bool anyGreater(ByteLanes a, ByteLanes b) {
  for (Index l = 0; l < ByteLanes::kCount; ++l)
    if (a.value[l] > b.value[l]) return true;
  return false;
}

#endif

}  // namespace engine
