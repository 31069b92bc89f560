// Rotary places (MATHEMATICS.md 2.8; Su et al. 2021): channels of queries and keys are turned in pairs by angles that
// grow with the place, so that their products know how far apart they are.
#pragma once

#include <vector>

#include "engine/attention/Mechanism.h"

namespace engine {

/// Which channels are turned together, of d: t and t + d/2 (ESM-2, LLaMA), or 2t and 2t + 1 (RoFormer).
enum class RotaryPairs { none, halves, neighbours };

struct RotaryPlaces {
  RotaryPairs pairs = RotaryPairs::none;
  double base = 10000;  ///< pair t turns by base^(-2t/d) per place
};

/// Frequencies base^(-2t/d) for t = 0 .. d/2 - 1.
std::vector<double> turnFrequencies(Index depth, double base);

/// Turns the d channels of one row in place: pair t by the angle of these cosines and sines (d/2).
template <class T>
void turnRow(T* row, Index depth, const T* cosines, const T* sines, RotaryPairs pairs) {
  const Index half = depth / 2;
  for (Index t = 0; t < half; ++t) {
    T& a = row[pairs == RotaryPairs::halves ? t : 2 * t];
    T& b = row[pairs == RotaryPairs::halves ? t + half : 2 * t + 1];
    const T first = a, second = b;
    a = first * cosines[t] - second * sines[t];
    b = second * cosines[t] + first * sines[t];
  }
}

/// The parameters rotary and rotary_base.
std::vector<Parameter> rotaryParameters();
RotaryPlaces rotaryPlaces(const ParameterValues& values);

/// Turns X (..., rows, d); row r stands in the place first + r. Throws Error naming the array
/// for an odd d.
template <class T>
void turnPlaces(Array<T>& X, Index first, const RotaryPlaces& places);

}  // namespace engine
