// A layer of an encoder (MATHEMATICS.md 2.3): attention and feed-forward, each added to what came in, with the norm
// before (ESM) or behind (BERT).
#pragma once

#include "engine/models/parts/SelfAttention.h"
#include "engine/network/FeedForward.h"

namespace engine {

/// Under what names the arrays of a layer are found, each without ".weight" and ".bias".
struct LayerNames {
  std::string query, key, value, output;  ///< linear maps of the attention
  std::string attentionNorm, feedNorm;    ///< norms before (or behind) attention and feed-forward
  std::string feedIn, feedOut;            ///< linear maps of the feed-forward part

  /// The names of all arrays that a layer needs.
  std::vector<std::string> needed() const;
};
/// fair-esm and fairseq: "layers.3.self_attn.q_proj", ...
LayerNames fairseqLayerNames(Index layer);
/// transformers: "PREFIXencoder.layer.3.attention.self.query", ...; where the norms are named for their place before
/// (ESM) or behind (BERT, RoBERTa).
LayerNames transformersLayerNames(const std::string& prefix, Index layer, bool isPostNorm);

enum class NormPlace { before, behind };

/// What is the same in all layers of a model.
struct LayerRule {
  Index heads = 1, width = 0, feedForward = 0;  ///< H, D, F
  NormPlace norms = NormPlace::before;
  double epsilon = 1e-5;
  FeedForwardActivation activation = FeedForwardActivation::gelu;
  const Array<float>* rotary = nullptr;  ///< frequencies (d/2), or null

  SelfAttentionRule attention() const { return {heads, rotary}; }
};

/// W_2 activation(W_1 x + b_1) + b_2 for every row of x (..., D), the hidden rows of all of them at once.
template <class T>
Array<T> feedForwardOf(const Array<T>& x, const LinearMap<T>& in, const LinearMap<T>& out,
                       FeedForwardActivation activation, const ModelCall& call);

/// The four linear maps of a layer's attention, all (D, D).
template <class T>
SelfAttentionWeights<T> readAttention(const ModelWeights& weights, const LayerNames& names, Index width);

/// The feed-forward half of a layer: x (..., D) and what it makes of it, with the norm of the half.
template <class T>
void runFeedForwardHalf(Array<T>& x, const ModelWeights& weights, const LayerNames& names, const LayerRule& rule,
                        const ModelCall& call);

/// x += y.
template <class T>
void addTo(Array<T>& x, const Array<T>& y);

/// Turns x (T, D) into what the layer leaves; returns its maps (H, T, T).
template <class T>
Array<T> runTransformerLayer(Array<T>& x, const ModelWeights& weights, const LayerNames& names, const LayerRule& rule,
                             const LayerWish& wish, const ModelCall& call);

/// The maps alone: x is what enters the layer.
template <class T>
Array<T> mapsOfTransformerLayer(const Array<T>& x, const ModelWeights& weights, const LayerNames& names,
                                const LayerRule& rule, const LayerWish& wish, const ModelCall& call);

}  // namespace engine
