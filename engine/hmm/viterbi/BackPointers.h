// The byte of back pointers that every cell keeps, and how to read it (MATHEMATICS.md 5.4).
#pragma once

#include <cstdint>
#include <optional>

#include "engine/alignment/AlignmentPath.h"

namespace engine {

/// Bits 0-2: origin of MM or M. One bit each for the gap states: 1 = came from the match state, 0 = from itself.
namespace pointer {
inline constexpr std::uint8_t kStop = 0, kFromMM = 2, kFromGD = 3, kFromIM = 4, kFromDG = 5, kFromMI = 6;
inline constexpr std::uint8_t kOpensGD = 8, kOpensIM = 16, kOpensDG = 32, kOpensMI = 64;
inline constexpr std::uint8_t kFromM = 1, kFromI = 2, kFromD = 3;  // three states
inline constexpr std::uint8_t kOpensI = 8, kOpensD = 16;
inline constexpr std::uint8_t kOriginMask = 7, kCellOff = 128;
}  // namespace pointer

/// The same of five states as a textbook numbers it: bits 0-2 origin of MM (0 STOP, 1 MM, 2 MI, 3 IM, 4 DG, 5 GD), bits
/// 3 to 6 MI, IM, DG, GD: 1 = went on from itself, 0 = came from MM; bit 7 as it is (MATHEMATICS.md 5.4).
std::uint8_t textbookByte(std::uint8_t pointers);

/// The state that `state` of this cell came from; nothing where the path begins.
std::optional<PairState> originOf(PairState state, std::uint8_t pointers);

/// Steps from the beginning of the path to `state` in cell (row, column) of the planes, both counted from 1; none when
/// either is 0. Scores are not filled in.
AlignmentPath traceBack(const Array<std::uint8_t>& backtrace, PairState state, Index row, Index column);

}  // namespace engine
