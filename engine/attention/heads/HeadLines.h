// Cells of an alignment, whose channels belong to heads, as stacks of positions; a batch of sequences is one, too.
#pragma once

#include "engine/attention/axial/AxialProduct.h"

namespace engine {

/// (R, C, H*d) to one stack of positions per line and head: (lines, H, n, d).
template <class T>
Array<T> splitLines(const Array<T>& joined, const MsaLines& lines, Index heads, int threads, Progress& progress);

/// The way back, for `cells` that begin with (R, C).
template <class T>
Array<T> joinLines(const Array<T>& split, const MsaLines& lines, const Shape& cells, int threads, Progress& progress);

}  // namespace engine
