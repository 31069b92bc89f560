// The sums over keys of geometric attention without its maps, in one pass over the keys.
#pragma once

#include "engine/attention/spatial/GeometricKeys.h"

namespace engine::geometric {

/// Rows of one head that go over the keys together.
struct RowRange {
  Index head, first, count;
};
inline constexpr Index kRowsTogether = 32;  ///< at most; each part of the keys is fetched once for all of them

/// o (count, 3) for one message: sum of A v. The softmax is taken relative to a bound of the scores of a row instead of
/// their largest, which is known before the keys are read. Returns the rows, out of `rows`, whose scores all lie so far
/// below the bound that their weights are inexact, or that have none: their o is not written.
std::vector<Index> sumBoundedRows(const Keys& keys, const RowRange& rows, float* o);

}  // namespace engine::geometric
