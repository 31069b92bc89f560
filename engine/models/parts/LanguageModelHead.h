// From states to predicted tokens: logits = LN(gelu(W x + b)) E^T + bias.
#pragma once

#include "engine/models/Architecture.h"
#include "engine/models/parts/ReadWeights.h"

namespace engine {

/// Names of the arrays of a head; the first two without ".weight" and ".bias".
struct LanguageModelHeadNames {
  std::string dense = "lm_head.dense", norm = "lm_head.layer_norm";
  std::string bias = "lm_head.bias";                      ///< (V)
  std::vector<std::string> outputs = {"lm_head.weight"};  ///< (V, D): the first that is there; else the embedding
};

template <class T>
struct LanguageModelHead {
  LinearMap<T> dense;
  LayerNormWeights<T> norm;
  Array<T> output;  ///< (V, D)
  Array<T> bias;    ///< (V) or empty
};

/// Whether the file has a head of these names at all.
bool hasLanguageModelHead(const ModelWeights& weights, const LanguageModelHeadNames& names);

template <class T>
LanguageModelHead<T> readLanguageModelHead(const ModelWeights& weights, const LanguageModelHeadNames& names,
                                           const std::string& embedding, Index vocabulary, Index width);

/// x (..., D) to (..., V).
template <class T>
Array<T> logitsOf(const Array<T>& x, const LanguageModelHead<T>& head, double epsilon, const ModelCall& call);

}  // namespace engine
