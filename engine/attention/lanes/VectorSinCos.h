// Sine and cosine together, without branches, for floats and for vectors of floats.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/attention/lanes/FloatLanes.h"

namespace engine {

/// Largest |x| for sinCos: beyond it the reduction to |r| <= pi/4 loses digits.
inline constexpr float kMostSinCos = 8192.0f;

template <class Floats>
struct SinCos {
  Floats sine, cosine;
};

/// Of |x| <= kMostSinCos, to 1e-7. x = k pi/2 + r with pi/2 in three parts, the first two of so few bits that k times
/// them is exact or nearly; then Taylor series of degree 9 and 10.
/// Floats: float, or a vector of floats; Bits: unsigned integers of the same size.
template <class Floats, class Bits>
inline SinCos<Floats> sinCos(Floats x) {
  constexpr float kTwoOverPi = 0.636619772f, kRound = 12582912.0f;  // 1.5 * 2^23: leaves the nearest integer
  constexpr float kPart1 = 1.5703125f, kPart2 = 4.83751297e-4f, kPart3 = 7.54979013e-8f;
  const Floats shifted = x * kTwoOverPi + kRound;
  const Floats k = shifted - kRound;
  const Floats r = ((x - k * kPart1) - k * kPart2) - k * kPart3;
  const Floats square = r * r;
  Floats sine = square * (1.0f / 362880) - 1.0f / 5040;
  sine = sine * square + 1.0f / 120;
  sine = sine * square - 1.0f / 6;
  sine = sine * square * r + r;
  Floats cosine = square * (-1.0f / 3628800) + 1.0f / 40320;
  cosine = cosine * square - 1.0f / 720;
  cosine = cosine * square + 1.0f / 24;
  cosine = cosine * square - 0.5f;
  cosine = cosine * square + 1.0f;
  // Quadrant k mod 4: odd ones exchange sine and cosine; the sine is negative in 2 and 3, the cosine in 1 and 2.
  const Bits quadrant = std::bit_cast<Bits>(shifted);
  const Floats first = (quadrant & 1u) != 0u ? cosine : sine, second = (quadrant & 1u) != 0u ? sine : cosine;
  const Bits sineSign = (quadrant & 2u) << 30, cosineSign = ((quadrant + 1u) & 2u) << 30;
  return {std::bit_cast<Floats>(std::bit_cast<Bits>(first) ^ sineSign),
          std::bit_cast<Floats>(std::bit_cast<Bits>(second) ^ cosineSign)};
}

}  // namespace engine
