// Attention along the columns of an alignment, some columns at a time, so that not all maps need to be there at once.
#pragma once

#include "engine/models/parts/SelfAttention.h"

namespace engine {

template <class T>
struct ColumnAttention {
  Array<T> A;     ///< (H, C, R, R); empty unless kept
  Array<T> mean;  ///< (H, R, R): the mean of A over the columns
  Array<T> O;     ///< (R, C, H*d), not yet joined by the output map
};

/// Q, K, V (R, C, H*d). `keepMaps`: A as well as its mean. Heads are ablated as "column_attention".
template <class T>
ColumnAttention<T> attendAlongColumns(const Array<T>& Q, const Array<T>& K, const Array<T>& V, Index heads,
                                      bool keepMaps, const LayerWish& wish, const ModelCall& call);

}  // namespace engine
