// The two halves of a block that ESM C and the trunk of ESM3 share (MATHEMATICS.md 6): attention with norms of queries
// and keys, and a gated feed-forward part, each scaled down before it is added.
#pragma once

#include <string>

#include "engine/models/Architecture.h"

namespace engine {

/// What is the same in all blocks.
struct SwigluRule {
  Index width = 0, heads = 1;  ///< D, H of the plain attention
  double scale = 1;            ///< s: what is added is divided by it
};

/// s of a stack of n blocks: sqrt(n / 36).
double residueScale(Index layers);

/// x (T, D) <- x + Attention(x) / s; returns the maps (H, T, T). `block` begins the names: "transformer.blocks.3.".
template <class T>
Array<T> addSwigluAttention(Array<T>& x, const ModelWeights& weights, const std::string& block, const SwigluRule& rule,
                            const LayerWish& wish, const ModelCall& call);

/// The maps alone.
template <class T>
Array<T> mapsOfSwigluAttention(const Array<T>& x, const ModelWeights& weights, const std::string& block,
                               const SwigluRule& rule, const LayerWish& wish, const ModelCall& call);

/// x (..., D) <- x + W_3 (silu(g) u) / s with g, u the halves of W_1 LN(x).
template <class T>
void addSwigluFeedForward(Array<T>& x, const ModelWeights& weights, const std::string& block, const SwigluRule& rule,
                          const ModelCall& call);

/// Names of the arrays that these two need.
std::vector<std::string> swigluAttentionNames(const std::string& block);
std::vector<std::string> swigluFeedForwardNames(const std::string& block);

}  // namespace engine
