// Seeded random numbers that are the same on every machine and with every standard library.
#pragma once

#include <cstdint>

#include "engine/base/Array.h"

namespace engine {

/// The 64-bit SplitMix64 finaliser: a well-mixed function of one integer.
std::uint64_t splitMix64(std::uint64_t x);

/// The k-th number of the stream `seed`, uniform in [-1, 1), exact in binary64 (engine/attention/MATHEMATICS.md 1.2).
double deterministicNumber(std::uint64_t seed, std::uint64_t k);

/// An array whose k-th element is scale * deterministicNumber(seed, k).
template <class T>
Array<T> deterministicArray(std::uint64_t seed, Shape shape, double scale, std::string name = {}) {
  Array<T> array(std::move(shape), T{}, std::move(name));
  for (Index k = 0; k < array.size(); ++k)
    array[k] = static_cast<T>(scale * deterministicNumber(seed, static_cast<std::uint64_t>(k)));
  return array;
}

/// A stream of random numbers. Copy it to fork the stream.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_state(seed) {}
  std::uint64_t next();                          ///< 64 random bits
  double uniform();                              ///< [0, 1)
  double normal();                               ///< mean 0, variance 1 (Box-Muller)
  std::uint64_t below(std::uint64_t bound);      ///< [0, bound), bound > 0, without bias

 private:
  std::uint64_t m_state;
};

}  // namespace engine
