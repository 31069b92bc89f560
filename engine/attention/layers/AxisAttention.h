// Self-attention along one axis of an alignment, by any of the kinds that encoder layers are built from.
#pragma once

#include "engine/attention/axial/AxialAttention.h"
#include "engine/attention/soft-tied/SoftTiedAttention.h"
#include "engine/network/NamedWeights.h"

namespace engine {

/// plain: every line on its own (MATHEMATICS.md 7.1); tied: one map shared by all lines (MATHEMATICS.md 7.2); softTied:
/// shared, with learned weights of the sequences, along rows only (MATHEMATICS.md 7.4); performer: ReLU features of a
/// stored projection, no maps (MATHEMATICS.md 8.5).
enum class AttentionKind { plain, tied, softTied, performer };

template <class T>
struct AxisAttentionWeights {
  Projections<T> projections;
  SequenceWeightProjections<T> sequenceWeights;  ///< softTied alone
  Array<T> features;                             ///< (m, d) projection of the features; performer alone
};

/// to_query, to_key, to_value, to_out with .weight and .bias, for softTied seq_weight.to_query and seq_weight.to_key,
/// for performer fast_attention.projection_matrix: the names of RoseTTAFold. Throws Error naming the array, also when
/// the heads do not divide its width.
template <class T>
AxisAttentionWeights<T> readAxisAttention(const NamedWeights& weights, AttentionKind kind, Index width, Index heads);

template <class T>
struct AxisAttentionResult {
  Array<T> Y;     ///< (R, C, Dout)
  Array<T> A;     ///< plain (lines, H, n, n) unless dropped; tied and softTied (H, n, n); performer empty
  Array<T> w;     ///< softTied: (R, C, H) weights of the sequences
  Array<T> pair;  ///< softTied: (C, C, H) symmetrised map
  Array<T> S;     ///< as A, the scores; empty unless asked for
};

struct AxisAttentionOptions {
  Array<Bool> padding;      ///< (R, C); plain and tied alone; empty: none
  Maps maps = Maps::keep;   ///< of the kind plain
  bool keepScores = false;  ///< S beside A
};

/// X (R, C, D), n = C along rows and R along columns. Throws Error naming the array for shapes that do not fit, for
/// softTied along columns, and for padding where the kind knows none.
template <class T>
AxisAttentionResult<T> attendAlong(MsaAxis axis, AttentionKind kind, const Array<T>& X,
                                   const AxisAttentionWeights<T>& weights, const AxisAttentionOptions& options,
                                   const Compute& compute, Diagnostics& diagnostics, Progress& progress);

}  // namespace engine
