// The order in which HH-suite's filter looks at sequences (MATHEMATICS.md 2.3).
#pragma once

#include <vector>

#include "engine/base/Array.h"

namespace engine {

/// 0, then 1..N-1 by descending key, ties in the order of HH-suite: what a quicksort leaves that takes the middle
/// element as pivot, moves it to the left end, swaps elements with strictly larger keys to the front in one scan, moves
/// the pivot behind them and sorts both sides. `keys` has N elements. O(N log N), also when all keys are equal.
std::vector<size_t> filterOrder(const std::vector<Index>& keys);

}  // namespace engine
