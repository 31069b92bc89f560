#include "engine/base/Sha256.h"

#include <algorithm>
#include <bit>

namespace engine {

namespace {

constexpr std::size_t kRounds = 64, kBlock = 64, kLengthBytes = 8;

/// The first primes.
template <std::size_t count>
constexpr std::array<std::uint64_t, count> primes() {
  std::array<std::uint64_t, count> found{};
  std::size_t numFound = 0;
  for (std::uint64_t candidate = 2; numFound < count; ++candidate) {
    bool isPrime = true;
    for (std::size_t k = 0; k < numFound; ++k) isPrime = isPrime && candidate % found[k] != 0;
    if (isPrime) found[numFound++] = candidate;
  }
  return found;
}

/// The first 32 bits behind the point of the root of this power (2 or 3) of a small number: floor(root(n) * 2^32) modulo
/// 2^32, found in whole numbers.
constexpr std::uint32_t fractionOfRoot(std::uint64_t number, int power) {
  // root(n) < 32 for all that are used, so the number sought has at most 37 bits, and its cube 111.
  __extension__ using Wide = unsigned __int128;
  std::uint64_t root = 0;
  for (int bit = 36; bit >= 0; --bit) {
    const std::uint64_t next = root | (std::uint64_t{1} << bit);
    const Wide square = Wide{next} * next;
    const Wide raised = power == 2 ? square : square * next;
    if (raised <= Wide{number} << (32 * power)) root = next;
  }
  return static_cast<std::uint32_t>(root);
}

template <std::size_t count>
constexpr std::array<std::uint32_t, count> fractions(int power) {
  std::array<std::uint32_t, count> found{};
  const auto numbers = primes<count>();
  for (std::size_t k = 0; k < count; ++k) found[k] = fractionOfRoot(numbers[k], power);
  return found;
}

constexpr auto kStart = fractions<8>(2);
constexpr auto kConstants = fractions<kRounds>(3);

}  // namespace

Sha256::Sha256() : m_state(kStart) {}

void Sha256::add(const void* bytes, std::size_t count) {
  const auto* next = static_cast<const unsigned char*>(bytes);
  while (count > 0) {
    const std::size_t filled = m_count % kBlock, taken = std::min(count, kBlock - filled);
    std::copy_n(next, taken, m_block.begin() + static_cast<std::ptrdiff_t>(filled));
    m_count += taken;
    next += taken;
    count -= taken;
    if (m_count % kBlock == 0) mix(m_block.data());
  }
}

std::string Sha256::finish() {
  const std::uint64_t bits = 8 * m_count;
  const unsigned char one = 0x80, zero = 0;
  add(&one, 1);
  while (m_count % kBlock != kBlock - kLengthBytes) add(&zero, 1);
  for (int shift = 56; shift >= 0; shift -= 8) {
    const auto byte = static_cast<unsigned char>(bits >> shift);
    add(&byte, 1);
  }
  std::string digits;
  for (const std::uint32_t word : m_state)
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(word >> shift) & 15U];
  return digits;
}

void Sha256::mix(const unsigned char* block) {
  std::array<std::uint32_t, kRounds> w{};
  for (std::size_t t = 0; t < 16; ++t)
    for (std::size_t byte = 0; byte < 4; ++byte) w[t] = (w[t] << 8) | block[4 * t + byte];
  for (std::size_t t = 16; t < kRounds; ++t) {
    const std::uint32_t low = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const std::uint32_t high = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + low + w[t - 7] + high;
  }
  auto [a, b, c, d, e, f, g, h] = m_state;
  for (std::size_t t = 0; t < kRounds; ++t) {
    const std::uint32_t chosen = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + chosen + kConstants[t] + w[t];
    const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < mixed.size(); ++k) m_state[k] += mixed[k];
}

}  // namespace engine
