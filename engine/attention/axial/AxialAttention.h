// Untied attention along the rows or along the columns of an alignment (MATHEMATICS.md 7.1).
#pragma once

#include "engine/attention/axial/AxialProduct.h"
#include "engine/attention/heads/Projections.h"

namespace engine {

struct AxialOptions {
  Array<Bool> padding;  ///< (R, C): keys that get the score -10000; empty: none
  Maps maps = Maps::keep;
  bool keepScores = false;   ///< S beside A
  bool keepVectors = false;  ///< q, k, v, O of the heads
};

template <class T>
struct AxialResult {
  Array<T> S;                   ///< as A; empty unless asked for
  Array<T> A;                   ///< rows: (R, H, C, C); columns: (C, H, R, R); empty when the maps are dropped
  Array<T> Y;                   ///< (R, C, Dout)
  HeadVectors<T> vectors = {};  ///< empty unless asked for
};

/// X (R, C, D); scores are scaled by 1/sqrt(d). Throws Error naming the array for shapes that do not fit and for scores
/// that do not fit into T.
template <class T>
AxialResult<T> rowAttention(const Array<T>& X, const Projections<T>& projections, const AxialOptions& options,
                            const Compute& compute, Diagnostics& diagnostics, Progress& progress);
template <class T>
AxialResult<T> columnAttention(const Array<T>& X, const Projections<T>& projections, const AxialOptions& options,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
