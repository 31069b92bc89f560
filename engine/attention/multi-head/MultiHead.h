// Multi-head attention (MATHEMATICS.md 2.5): project, split into heads, scaled dot product, join, project.
#pragma once

#include "engine/attention/dot/DotProduct.h"

namespace engine {

/// Channel h * d + c of a projection belongs to head h. Biases may be empty.
template <class T>
struct MultiHeadInput {
  Array<T> queries;        ///< (B, n, Dq)
  Array<T> keys;           ///< (B, m, Dk)
  Array<T> values;         ///< (B, m, Dv)
  Array<T> W_q, W_k, W_v;  ///< (H*d, Dq), (H*d, Dk), (H*v, Dv)
  Array<T> W_o;            ///< (Dout, H*v)
  Array<T> b_q, b_k, b_v, b_o;
  Index heads = 1;
  KeyMask mask;
  Maps maps = Maps::keep;
  bool keepsIntermediates = false;  ///< q, k, v, O, and S where maps are kept
  std::string origin;               ///< arrays that scores come from, for errors (arraysText)
};

template <class T>
struct MultiHeadResult {
  Array<T> q, k, v;  ///< (B, H, n, d), (B, H, m, d), (B, H, m, v); empty unless asked for
  Array<T> S;        ///< (B, H, n, m) scaled scores before the mask; empty unless asked for
  Array<T> O;        ///< (B, H, n, v) outputs of the heads before they are joined; empty unless asked for
  Array<T> A;        ///< (B, H, n, m); empty when the maps are dropped
  Array<T> Y;        ///< (B, n, Dout)
};

/// Scores are scaled by 1/sqrt(d). Throws Error when the widths are not multiples of the number of heads.
template <class T>
MultiHeadResult<T> multiHead(const MultiHeadInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                             Progress& progress);

}  // namespace engine
