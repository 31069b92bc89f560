// What is unusual about each row: the columns in which it does not have the most frequent code. Families agree in most
// of their columns, so sums over all rows need not visit what they agree on.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/hmm/rows/PackedRows.h"

namespace engine {

inline constexpr Index kCodeSlots = 32;        ///< room for every residue code, a power of two
inline constexpr Index kColumnsPerBlock = 96;  ///< 96 x 32 sums of 8 bytes stay in the first cache

struct RowExceptions {
  /// The columns [first, first + kColumnsPerBlock) of all rows.
  struct Block {
    Index first = 0;
    std::vector<std::uint16_t> slots;   ///< (column - first) * kCodeSlots + code of each exception, by row
    std::vector<std::uint32_t> begins;  ///< numRows + 1: where the exceptions of a row begin
  };
  std::vector<std::uint8_t> usual;  ///< Nq: most frequent code, the smallest on a tie
  std::vector<Block> blocks;
};

/// Non-residues are no exceptions where the usual code is none of the 20 residues: nobody asks for their sum.
RowExceptions rowExceptions(const PackedRows& rows, int threads);

}  // namespace engine
