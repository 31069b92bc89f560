// What RoseTTAFold makes of pairs of residues (MATHEMATICS.md 8): their first features, what an alignment tells them,
// and what they tell the alignment.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/attention/direct/DirectAttention.h"
#include "engine/attention/soft-tied/SoftTiedAttention.h"
#include "engine/models/parts/ReadWeights.h"
#include "engine/models/rosettafold/PairConvolution.h"
#include "engine/network/FeedForward.h"
#include "engine/network/LayerNorm.h"

namespace engine {

template <class T>
struct PairEmbeddingWeights {
  Array<T> tokens;       ///< (V, K/2)
  LinearMap<T> project;  ///< (K, K + 1)
};
/// emb and projection. Throws Error naming the array and both shapes.
template <class T>
PairEmbeddingWeights<T> readPairEmbedding(const NamedWeights& weights);

/// (L, L, K): W [E(i), E(j), ln(|position_i - position_j| + 1)] + b + pairEncoding(positions), of the tokens (L) of the
/// target sequence.
template <class T>
Array<T> pairEmbedding(const std::vector<std::int64_t>& tokens, const std::vector<std::int64_t>& positions,
                       const PairEmbeddingWeights<T>& weights);

template <class T>
struct MsaToPairWeights {
  LayerNormWeights<T> normIn;                    ///< (D)
  LinearMap<T> project;                          ///< (p, D)
  LayerNormWeights<T> normDown;                  ///< (p)
  SequenceWeightProjections<T> sequenceWeights;  ///< one head
  LayerNormWeights<T> normProducts;              ///< (p*p)
  LinearMap<T> fromProducts;                     ///< (K, p*p)
  LayerNormWeights<T> normOld, normNew;          ///< (K)
  PairConvolutionWeights<T> update;              ///< of 2 K + 4 p + H channels
};
/// The names of msa2pair. Throws Error naming the array and both shapes.
template <class T>
MsaToPairWeights<T> readMsaToPair(const NamedWeights& weights, Index width, Index pairWidth, Index heads);

/// What the pairs learn from msa (N, L, D), their old features pair (L, L, K), and the soft-tied maps (L, L, H).
/// Returns (L, L, K).
template <class T>
Array<T> msaToPair(const Array<T>& msa, const Array<T>& pair, const Array<T>& maps, const MsaToPairWeights<T>& weights,
                   int threads, Progress& progress);

template <class T>
struct PairToMsaWeights {
  LayerNormWeights<T> normPair, normMsa;  ///< (K), (D)
  DirectWeights<T> attention;
  LayerNormWeights<T> normFeedForward;
  FeedForwardWeights<T> feedForward;
};
/// The names of pair2msa.encoder.layers.0. Throws Error naming the array and both shapes.
template <class T>
PairToMsaWeights<T> readPairToMsa(const NamedWeights& weights, Index width, Index pairWidth);

/// msa <- msa + Direct(LN((pair + pair^T)/2), LN msa), then msa <- msa + FF(LN msa).
template <class T>
void pairToMsa(const Array<T>& pair, Array<T>& msa, const PairToMsaWeights<T>& weights, const Compute& compute,
               Progress& progress);

}  // namespace engine
