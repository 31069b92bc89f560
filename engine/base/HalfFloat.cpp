// Source of the layouts: IEEE 754-2019, section 3.4 (binary16).
#include "engine/base/HalfFloat.h"

#include <cmath>
#include <cstring>

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace engine {

float floatOfHalf(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1Fu, fraction = bits & 0x3FFu;
  constexpr std::uint32_t kQuiet = 0x00400000u;
  if (exponent == 0x1Fu)  // infinite, or not a number
    return std::bit_cast<float>(sign | 0x7F800000u | fraction << 13 | (fraction ? kQuiet : 0u));
  if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  const float small = static_cast<float>(fraction) * 0x1p-24F;  // below the normal numbers
  return sign ? -small : small;
}

std::uint16_t halfOfFloat(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7E00u);
  const float size = std::abs(value);
  if (size >= 65520.0F) return static_cast<std::uint16_t>(sign | 0x7C00u);
  if (size < 0x1p-14F)  // steps of 2^-24; rounding up to 2^-14 gives the bits of the least normal number
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(size * 0x1p24F)));
  const std::uint32_t own = bits & 0x7FFFFFFFu;
  const std::uint32_t rounded = own + 0xFFFu + (own >> 13 & 1u);  // to even; a carry moves on to the exponent
  return static_cast<std::uint16_t>(sign | ((rounded >> 13) - (112u << 10)));
}

std::uint16_t brainOfFloat(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}

void floatsOfHalves(const void* halves, Index count, float* floats) {
  const auto* bytes = static_cast<const char*>(halves);
  Index k = 0;
#if defined(__F16C__)
  for (; k + 8 <= count; k += 8)
    _mm256_storeu_ps(floats + k, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 2 * k))));
#endif
  for (; k < count; ++k) {
    std::uint16_t bits;
    std::memcpy(&bits, bytes + 2 * k, sizeof bits);
    floats[k] = floatOfHalf(bits);
  }
}

void floatsOfBrains(const void* brains, Index count, float* floats) {
  const auto* bytes = static_cast<const char*>(brains);
  for (Index k = 0; k < count; ++k) {
    std::uint16_t bits;
    std::memcpy(&bits, bytes + 2 * k, sizeof bits);
    floats[k] = floatOfBrain(bits);
  }
}

}  // namespace engine
