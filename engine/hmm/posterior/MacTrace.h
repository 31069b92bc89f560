// From the origins of all cells to the path, shared by the plain and the fast recursion.
#pragma once

#include <limits>

#include "engine/hmm/posterior/MacAlignment.h"

namespace engine {

/// Codes of MacResult::backtrace.
inline constexpr std::uint8_t kMacBegin = 0, kMacDiagonal = 1, kMacFromAbove = 2, kMacFromLeft = 3;

/// The cell at which a path of maximum expected accuracy ends, counted from 1; row 0: none is allowed.
struct MacEnd {
  float gain = -std::numeric_limits<float>::infinity();
  Index row = 0, column = 0;
};

/// Throws Error when the posterior is no plane or the mask does not fit it.
void requireMacInput(const Array<float>& posterior, const Array<Bool>& allowed);

MacResult traceMac(const Array<float>& posterior, Array<std::uint8_t> backtrace, const MacEnd& end, MacRule rule);

}  // namespace engine
