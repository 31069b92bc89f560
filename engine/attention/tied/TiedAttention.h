// Tied attention on an alignment (MATHEMATICS.md 7.2, MSA Transformer; RoseTTAFold without padding): one map per
// head, shared by all rows or by all columns.
#pragma once

#include "engine/attention/heads/Projections.h"
#include "engine/attention/tied/TiedProduct.h"

namespace engine {

struct TiedOptions {
  Array<Bool> padding;  ///< (R, C), true where a cell is padding; empty: nowhere
  bool keepScores = false;
  bool keepVectors = false;  ///< q, k, v, O of the heads
  std::string origin = {};   ///< arrays that scores come from, for errors (arraysText); empty: X, W_q and W_k as given
};

template <class T>
struct TiedResult {
  Array<T> S;                   ///< as A: scores as the softmax sees them; empty unless asked for
  Array<T> A;                   ///< (H, C, C) for tied rows, (H, R, R) for tied columns
  Array<T> Y;                   ///< (R, C, Dout)
  HeadVectors<T> vectors = {};  ///< q 0 where a cell is padded; empty unless asked for
};

/// X (R, C, D). Scores are sums over all R rows, scaled by 1/sqrt(R*d), padded rows counted. Queries of padded cells
/// are 0 in the sum; columns j in which row 0 is padded get the score -10000. Throws Error naming the array for shapes
/// that do not fit and for scores that do not fit into T.
template <class T>
TiedResult<T> tiedRowAttention(const Array<T>& X, const Projections<T>& projections, const TiedOptions& options,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress);

/// The same on the transposed alignment: maps of rows by rows, sums over the C columns, scale 1/sqrt(C*d); rows whose
/// column 0 is padded get the score -10000.
template <class T>
TiedResult<T> tiedColumnAttention(const Array<T>& X, const Projections<T>& projections, const TiedOptions& options,
                                  const Compute& compute, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
