// The two inner loops of sequence weighting: a table looked up by residue code, and weights summed by residue code.
#pragma once

#include <array>
#include <cstdint>

#include "engine/base/Array.h"

namespace engine {

inline constexpr Index kCodeSlots = 32;  ///< room for every residue code, a power of two

/// weights[k] += table[codes[k]] for `count` rows, a multiple of 64; codes < kCodeSlots.
void addByCode(float* weights, const std::uint8_t* codes, Index count, const std::array<float, kCodeSlots>& table);

/// sums[j * kCodeSlots + codes[j]] += weight for `count` columns.
void sumByCode(double* __restrict sums, const std::uint8_t* __restrict codes, Index count, double weight);

}  // namespace engine
