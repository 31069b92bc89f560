#include "engine/network/Encodings.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"

namespace engine {

namespace {

/// Radians by which wave number t of an encoding of this width turns from one position to the next.
double frequency(Index t, Index width) { return std::pow(10000.0, -2 * double(t) / double(width)); }

}  // namespace

template <class T>
Array<T> sinusoidalEncoding(const std::vector<std::int64_t>& positions, Index width) {
  const Index L = static_cast<Index>(positions.size());
  Array<T> P({L, width});
  for (Index c = 0; c < width; ++c) {
    const double turn = frequency(c / 2, width);
    for (Index i = 0; i < L; ++i) {
      const double angle = double(nth(positions, i)) * turn;
      P(i, c) = static_cast<T>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return P;
}

template <class T>
Array<T> pairEncoding(const std::vector<std::int64_t>& positions, Index width) {
  if (width < 0 || width % 4 != 0)
    fail("encoding of pairs: found width ", width, ", expected a multiple of 4: sines and cosines of row and column");
  const Index L = static_cast<Index>(positions.size()), half = width / 2, waves = half / 2;
  Array<T> ofOne({L, half});
  for (Index t = 0; t < waves; ++t) {
    const double turn = frequency(t, half);
    for (Index i = 0; i < L; ++i) {
      const double angle = double(nth(positions, i)) * turn;
      ofOne(i, t) = static_cast<T>(std::sin(angle));
      ofOne(i, waves + t) = static_cast<T>(std::cos(angle));
    }
  }
  Array<T> P({L, L, width});
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j) {
      std::copy_n(ofOne.data() + i * half, half, P.data() + (i * L + j) * width);
      std::copy_n(ofOne.data() + j * half, half, P.data() + (i * L + j) * width + half);
    }
  return P;
}

template Array<float> sinusoidalEncoding(const std::vector<std::int64_t>&, Index);
template Array<double> sinusoidalEncoding(const std::vector<std::int64_t>&, Index);
template Array<float> pairEncoding(const std::vector<std::int64_t>&, Index);
template Array<double> pairEncoding(const std::vector<std::int64_t>&, Index);

}  // namespace engine
