// Multi-head attention (MATHEMATICS.md 2.5): project, split into heads, scaled dot product, join, project.
#pragma once

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/heads/Rotary.h"

namespace engine {

/// How alike a query q and a key k of a head are. scaledDot: q.k / sqrt(d); additive: w.tanh(q + k); multiplicative:
/// q.M k.
enum class HeadScores { scaledDot, additive, multiplicative };

/// Channel h * d + c of a projection belongs to head h. Biases may be empty.
template <class T>
struct MultiHeadInput {
  Array<T> queries;        ///< (B, n, Dq)
  Array<T> keys;           ///< (B, m, Dk)
  Array<T> values;         ///< (B, m, Dv)
  Array<T> W_q, W_k, W_v;  ///< (H*d, Dq), (G*d, Dk), (G*v, Dv)
  Array<T> W_o;            ///< (Dout, H*v)
  Array<T> b_q, b_k, b_v, b_o;
  Index heads = 1;    ///< H
  Index kvHeads = 0;  ///< G heads of keys and values, each of which H / G heads of queries share; 0: H
  HeadScores scores = HeadScores::scaledDot;
  Array<T> w;              ///< (H, d) of additive scores
  Array<T> M;              ///< (H, d, d) of multiplicative ones
  ScoreBias<T> bias;       ///< not of additive scores
  RotaryPlaces places;     ///< how queries and keys are turned
  KeyMask mask;
  Maps maps = Maps::keep;
  bool keepsIntermediates = false;  ///< q, k, v, O, and S where maps are kept
  std::string origin;               ///< arrays that scores come from, for errors (arraysText)
};

template <class T>
struct MultiHeadResult {
  Array<T> q, k, v;  ///< (B, H, n, d), (B, H, m, d), (B, H, m, v), turned by their places; empty unless asked for
  Array<T> S;        ///< (B, H, n, m) scores before the mask; empty unless asked for
  Array<T> O;        ///< (B, H, n, v) outputs of the heads before they are joined; empty unless asked for
  Array<T> A;        ///< (B, H, n, m); empty when the maps are dropped
  Array<T> Y;        ///< (B, n, Dout)
};

/// Throws Error when the widths are not multiples of the number of heads, and naming arrays of other shapes.
template <class T>
MultiHeadResult<T> multiHead(const MultiHeadInput<T>& input, const Compute& compute, Diagnostics& diagnostics,
                             Progress& progress);

}  // namespace engine
