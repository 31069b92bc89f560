// Sine and cosine of a float together, without branches, so that the compiler turns loops over them into vector
// instructions.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace engine {

/// Largest |x| for sinCos: beyond it the reduction to |r| <= pi/4 loses digits.
inline constexpr float kMostSinCos = 8192.0f;

struct SinCos {
  float sine, cosine;
};

/// Of |x| <= kMostSinCos, to 1e-7. x = k pi/2 + r with pi/2 in three parts, then Taylor series of degree 9 and 10.
inline SinCos sinCos(float x) {
  constexpr float kTwoOverPi = 0.636619772f, kRound = 12582912.0f;  // 1.5 * 2^23: leaves the nearest integer
  constexpr float kPart1 = 1.5703125f, kPart2 = 4.83751297e-4f, kPart3 = 7.54978995e-8f;
  const float shifted = x * kTwoOverPi + kRound;
  const float k = shifted - kRound;
  const float r = ((x - k * kPart1) - k * kPart2) - k * kPart3;
  const float square = r * r;
  float sine = 1.0f / 362880;
  sine = sine * square - 1.0f / 5040;
  sine = sine * square + 1.0f / 120;
  sine = sine * square - 1.0f / 6;
  sine = sine * square * r + r;
  float cosine = -1.0f / 3628800;
  cosine = cosine * square + 1.0f / 40320;
  cosine = cosine * square - 1.0f / 720;
  cosine = cosine * square + 1.0f / 24;
  cosine = cosine * square - 0.5f;
  cosine = cosine * square + 1.0f;
  const auto quadrant = std::bit_cast<std::uint32_t>(shifted);
  const bool isOdd = (quadrant & 1) != 0;
  const float first = isOdd ? cosine : sine, second = isOdd ? sine : cosine;
  const std::uint32_t sineSign = (quadrant & 2) << 30, cosineSign = ((quadrant + 1) & 2) << 30;
  return {std::bit_cast<float>(std::bit_cast<std::uint32_t>(first) ^ sineSign),
          std::bit_cast<float>(std::bit_cast<std::uint32_t>(second) ^ cosineSign)};
}

}  // namespace engine
