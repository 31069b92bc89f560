// Sorting many floats by their bits.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace engine {

/// Bits that sort as the number does; -0 is 0. Not for NaN.
inline std::uint32_t ascendingBits(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value + 0.0F);
  return bits ^ ((bits & 0x80000000u) != 0 ? 0xFFFFFFFFu : 0x80000000u);
}
inline std::uint32_t descendingBits(float value) { return ~ascendingBits(value); }

/// A key in the upper half, the number of what it belongs to in the lower one.
using KeyedNumber = std::uint64_t;
inline KeyedNumber keyed(std::uint32_t key, std::uint32_t number) { return KeyedNumber{key} << 32 | number; }
inline std::uint32_t keyOf(KeyedNumber entry) { return static_cast<std::uint32_t>(entry >> 32); }
inline std::uint32_t numberOf(KeyedNumber entry) { return static_cast<std::uint32_t>(entry); }

/// By key; equal keys stay in their order. `spare` is memory that is used on the way.
void radixSort(std::vector<KeyedNumber>& entries, std::vector<KeyedNumber>& spare);

}  // namespace engine
