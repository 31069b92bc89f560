// Eight rows of a pair of profiles at once, each one column behind the row above it, so that no cell depends on another
// one of the same vector.
//
// Rows and columns count from 1. Strip k holds rows 8 k + 1 to 8 k + 8, the lowest of them in lane 0. At step s lane l
// stands at column s - 7 + l. A cell's left neighbour is in the same lane one step back, the cell above in lane l + 1
// one step back, the one diagonally above in lane l + 1 two steps back. Steps 0 to Nt + 7 pass all columns from 0 on.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/base/Array.h"
#include "engine/base/level/PerLevel.h"

namespace engine {

inline constexpr Index kLanes = 8;
using Lanes = double __attribute__((vector_size(64)));
using LaneSigns = std::int64_t __attribute__((vector_size(64)));  ///< all bits of a lane or none
using FloatLanes = float __attribute__((vector_size(32)));
using IntLanes = std::int32_t __attribute__((vector_size(32)));
using ByteLanes = std::uint8_t __attribute__((vector_size(8)));

inline Index stripCount(Index numRows) { return (numRows + kLanes - 1) / kLanes; }
inline Index stepCount(Index numColumns) { return numColumns + kLanes; }
inline Index rowOfLane(Index strip, Index lane) { return strip * kLanes + kLanes - lane; }
inline Index columnOfLane(Index step, Index lane) { return step - (kLanes - 1) + lane; }

/// Where column j stands in a list over columns of which lanes are loaded at step s from place s on: there is room for
/// the lanes outside the columns at either end.
inline Index placeOfColumn(Index j) { return j + kLanes - 1; }
inline Index paddedLength(Index numColumns) { return numColumns + 2 * kLanes; }

template <class Vector, class Value>
Vector loadVector(const Value* source) {
  Vector values;
  std::memcpy(&values, source, sizeof(values));
  return values;
}
template <class Vector, class Value>
void storeVector(Value* target, const Vector& values) {
  std::memcpy(target, &values, sizeof(values));
}

/// What lane l + 1 had, and `top` in the highest lane.
inline Lanes fromAbove(Lanes values, double top) {
  return __builtin_shufflevector(values, Lanes{} + top, 1, 2, 3, 4, 5, 6, 7, 15);
}
inline FloatLanes fromAbove(FloatLanes values, float top) {
  return __builtin_shufflevector(values, FloatLanes{} + top, 1, 2, 3, 4, 5, 6, 7, 15);
}
/// What lane l - 1 had, and `bottom` in lane 0.
inline Lanes fromBelow(Lanes values, double bottom) {
  return __builtin_shufflevector(values, Lanes{} + bottom, 8, 0, 1, 2, 3, 4, 5, 6);
}

/// Lanes of which the bit is set.
inline LaneSigns signsOf(std::uint8_t bits) {
  return ((LaneSigns{} + bits) & LaneSigns{1, 2, 4, 8, 16, 32, 64, 128}) != 0;
}
inline IntLanes intSignsOf(std::uint8_t bits) {
  return ((IntLanes{} + bits) & IntLanes{1, 2, 4, 8, 16, 32, 64, 128}) != 0;
}

/// Rows become columns.
inline void transpose(FloatLanes (&rows)[kLanes]) {
  FloatLanes pairs[kLanes], quads[kLanes];
  for (int k = 0; k < kLanes; k += 2) {
    pairs[k] = __builtin_shufflevector(rows[k], rows[k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[k + 1] = __builtin_shufflevector(rows[k], rows[k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int k = 0; k < kLanes; k += 4)
    for (int n = 0; n < 2; ++n) {
      quads[k + 2 * n] = __builtin_shufflevector(pairs[k + n], pairs[k + n + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      quads[k + 2 * n + 1] = __builtin_shufflevector(pairs[k + n], pairs[k + n + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int k = 0; k < kLanes / 2; ++k) {
    rows[k] = __builtin_shufflevector(quads[k], quads[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    rows[k + 4] = __builtin_shufflevector(quads[k], quads[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

inline void transpose(ByteLanes (&rows)[kLanes]) {
  using Twice = std::uint8_t __attribute__((vector_size(16)));
  Twice pairs[4], quads[4];
  std::memcpy(pairs, rows, sizeof(pairs));
  for (Twice& pair : pairs)
    pair = __builtin_shufflevector(pair, pair, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  for (int k = 0; k < 4; k += 2) {
    const Twice a = pairs[k], b = pairs[k + 1];
    quads[k] = __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
    quads[k + 1] = __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
  }
  for (int k = 0; k < 2; ++k) {
    const Twice a = quads[k], b = quads[k + 2];
    pairs[2 * k] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    pairs[2 * k + 1] = __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  }
  std::memcpy(rows, pairs, sizeof(pairs));
}

}  // namespace engine
