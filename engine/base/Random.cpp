#include "engine/base/Random.h"

#include <cmath>
#include <numbers>

namespace engine {

std::uint64_t splitMix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  std::uint64_t z = x;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

double deterministicNumber(std::uint64_t seed, std::uint64_t k) {
  return 2.0 * (static_cast<double>(splitMix64(seed * 1000003ULL + k) >> 11) * 0x1p-53) - 1.0;
}

std::uint64_t Random::next() {
  const std::uint64_t value = splitMix64(m_state);
  m_state += 0x9E3779B97F4A7C15ULL;
  return value;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Random::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Values from the incomplete last block are drawn again, so that every result is equally likely.
  const std::uint64_t limit = -bound % bound;
  std::uint64_t value = next();
  while (value < limit) value = next();
  return value % bound;
}

}  // namespace engine
