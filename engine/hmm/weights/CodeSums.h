// The inner loop of sequence weighting: a table looked up by residue code.
#pragma once

#include <array>
#include <cstdint>

#include "engine/hmm/rows/RowExceptions.h"

namespace engine {

/// weights[k] += table[codes[k]] for `count` rows, a multiple of 64; codes < kCodeSlots.
void addByCode(float* weights, const std::uint8_t* codes, Index count, const std::array<float, kCodeSlots>& table);

}  // namespace engine
