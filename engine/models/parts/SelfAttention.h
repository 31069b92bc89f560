// Attention of one layer that gives all of its maps, with heads switched off where that is wished.
#pragma once

#include "engine/attention/heads/Projections.h"
#include "engine/models/Architecture.h"
#include "engine/models/parts/ReadWeights.h"

namespace engine {

/// Weights of the four maps around the heads; biases may be empty.
template <class T>
struct SelfAttentionWeights {
  LinearMap<T> query, key, value, output;
};

/// What else happens to queries and keys.
struct SelfAttentionRule {
  Index heads = 1;
  const Array<float>* rotary = nullptr;  ///< frequencies (d/2); null: queries and keys are not turned
};

/// What the heads give before they are joined, and their maps.
template <class T>
struct AttendedHeads {
  Array<T> A;  ///< (H, T, T)
  Array<T> O;  ///< (T, H*d)
};

/// Softmax(q k^T / sqrt d) v of every head, ablated where wished. Q, K, V (T, H*d), as they are after rotary and norms.
template <class T>
AttendedHeads<T> attendHeads(Array<T> Q, Array<T> K, Array<T> V, Index heads, const LayerWish& wish,
                             const ModelCall& call, const std::string& maps = "attention");

/// Attention of the rows of X (T, D) among each other. Returns the output map's result (T, D) in `O`, and the maps.
template <class T>
AttendedHeads<T> selfAttention(const Array<T>& X, const SelfAttentionWeights<T>& weights, const SelfAttentionRule& rule,
                               const LayerWish& wish, const ModelCall& call);

/// Changes the maps A (H, n, m) of the named kind as wished; returns whether any was.
template <class T>
bool ablate(Array<T>& A, const std::string& maps, const LayerWish& wish);

}  // namespace engine
