#include "engine/heads/contacts/RadixSort.h"

#include <array>

namespace engine {

namespace {

constexpr unsigned kDigitBits = 11, kPasses = 3;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

std::size_t digitOf(KeyedNumber entry, unsigned pass) { return keyOf(entry) >> (pass * kDigitBits) & (kDigits - 1); }

}  // namespace

void radixSort(std::vector<KeyedNumber>& entries, std::vector<KeyedNumber>& spare) {
  std::array<std::array<std::uint32_t, kDigits>, kPasses> places{};
  for (const KeyedNumber entry : entries)
    for (unsigned pass = 0; pass < kPasses; ++pass) ++places[pass][digitOf(entry, pass)];
  spare.resize(entries.size());
  for (unsigned pass = 0; pass < kPasses; ++pass) {
    std::uint32_t before = 0;
    for (std::uint32_t& place : places[pass]) {
      const std::uint32_t count = place;
      place = before;
      before += count;
    }
    for (const KeyedNumber entry : entries) spare[places[pass][digitOf(entry, pass)]++] = entry;
    entries.swap(spare);
  }
}

}  // namespace engine
