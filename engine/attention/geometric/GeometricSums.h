// The sums over keys of geometric attention without its maps, in one pass over the keys.
#pragma once

#include "engine/attention/geometric/GeometricKeys.h"

namespace engine::geometric {

/// Rows of one head that go over the keys together.
struct RowRange {
  Index head, first, count;
};
inline constexpr Index kRowsTogether = 32;  ///< at most; each part of the keys is fetched once for all of them

/// o (count, 3) for one message: sum of A v, for a bounded head. The softmax is taken relative to a bound of a row's
/// scores, known before the keys are read, instead of their maximum. Returns the rows whose scores all lie so far below
/// their bound that the weights are inexact, and those that see no key: their o is not written.
std::vector<Index> sumBoundedRows(const Keys& keys, const RowRange& rows, float* o);

}  // namespace engine::geometric
