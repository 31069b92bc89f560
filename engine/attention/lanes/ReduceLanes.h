// One float out of all lanes of a vector.
#pragma once

#include "engine/attention/lanes/FloatLanes.h"

namespace engine {

/// Lane l of the result is lane l + Distance, counted round.
template <Index Distance, std::size_t... Lane>
inline FloatLanes rotatedLanes(FloatLanes x, std::index_sequence<Lane...>) {
  return __builtin_shufflevector(x, x, ((Index(Lane) + Distance) % kFloatLanes)...);
}

/// combine(a, b) of vectors whose first halves are ever shorter: the same order, so the same bits, always.
template <Index Half = kFloatLanes / 2, class Combine>
inline float reduceLanes(FloatLanes x, const Combine& combine) {
  x = combine(x, rotatedLanes<Half>(x, std::make_index_sequence<std::size_t(kFloatLanes)>{}));
  if constexpr (Half > 1) return reduceLanes<Half / 2>(x, combine);
  return x[0];
}

inline float largestOfLanes(FloatLanes x) { return reduceLanes(x, largerLanes); }
inline float sumOfLanes(FloatLanes x) {
  return reduceLanes(x, [](FloatLanes a, FloatLanes b) { return a + b; });
}

}  // namespace engine
