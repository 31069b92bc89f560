#include "engine/models/rosettafold/PairTrack.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/attention/layers/EncoderLayer.h"
#include "engine/base/Nth.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/Encodings.h"
#include "engine/network/Linear.h"

namespace engine {

namespace {

template <class T>
LinearMap<T> readLinear(const NamedWeights& weights, Index out, Index in) {
  Array<T> W = weights.read<T>("weight", {out, in});
  Array<T> b = weights.readOptional<T>("bias", {W.length(0)});
  return {std::move(W), std::move(b)};
}

/// The alignment with p channels, and what of it belongs to the residues one by one.
template <class T>
struct Narrowed {
  Array<T> x;         ///< (N, L, p)
  Array<T> weighted;  ///< (N, L, p), times the weights of the sequences
  Array<T> single;    ///< (L, 2 p): the weighted mean over the sequences, and the target sequence
};

template <class T>
Narrowed<T> narrowed(const Array<T>& msa, const MsaToPairWeights<T>& weights, int threads, Progress& progress) {
  const Index N = msa.length(0), L = msa.length(1), p = weights.project.W.length(0);
  PartProgress normalising(progress, 0, 0.3), projecting(progress, 0.3, 0.7), weighing(progress, 0.7, 1);
  const Array<T> projected = project(layerNorm(msa, weights.normIn, threads, normalising), weights.project.W,
                                     weights.project.b, threads, projecting);
  Progress none;
  Narrowed<T> result{layerNorm(projected, weights.normDown, threads, none), {}, Array<T>({L, 2 * p})};
  const Array<T> w = sequenceWeights(result.x, weights.sequenceWeights, threads, weighing);
  result.weighted = result.x;
  for (Index n = 0; n < N; ++n)
    for (Index l = 0; l < L; ++l)
      for (Index c = 0; c < p; ++c) {
        result.single(l, c) += result.weighted(n, l, c) *= w(n, l, Index{0});
        if (n == 0) result.single(l, p + c) = result.x(n, l, c);
      }
  return result;
}

/// Rows j of the products of residue i: sum over n of x_nia (w x)_njb, (L, p*p), a before b.
template <class T>
Array<T> productsOf(const Narrowed<T>& narrow, Index i) {
  const Index N = narrow.x.length(0), L = narrow.x.length(1), p = narrow.x.length(2);
  Array<T> products({L, p * p});
  for (Index n = 0; n < N; ++n)
    for (Index j = 0; j < L; ++j)
      for (Index a = 0; a < p; ++a) {
        const T x = narrow.x(n, i, a);
        for (Index b = 0; b < p; ++b) products(j, a * p + b) += x * narrow.weighted(n, j, b);
      }
  return products;
}

/// All that is known of the pairs (i, j) side by side: [LN old, LN new, left, right, maps], (L, 2 K + 4 p + H).
template <class T>
Array<T> joinedRow(Index i, const Narrowed<T>& narrow, const Array<T>& pair, const Array<T>& maps,
                   const MsaToPairWeights<T>& weights) {
  const Index L = pair.length(0), K = pair.length(2), H = maps.length(2), single = narrow.single.length(1);
  Array<T> old({L, K}, Untouched{});
  std::copy_n(pair.data() + i * L * K, L * K, old.data());
  old = layerNorm(old, weights.normOld.weight, weights.normOld.bias);
  const Array<T> products = layerNorm(productsOf(narrow, i), weights.normProducts.weight, weights.normProducts.bias);
  const Array<T> made = layerNorm(linear(products, weights.fromProducts.W, weights.fromProducts.b),
                                  weights.normNew.weight, weights.normNew.bias);
  Array<T> row({L, 2 * K + 2 * single + H}, Untouched{});
  for (Index j = 0; j < L; ++j) {
    T* place = row.data() + j * row.length(1);
    place = std::copy_n(old.data() + j * K, K, place);
    place = std::copy_n(made.data() + j * K, K, place);
    place = std::copy_n(narrow.single.data() + i * single, single, place);
    place = std::copy_n(narrow.single.data() + j * single, single, place);
    std::copy_n(maps.data() + (i * L + j) * H, H, place);
  }
  return row;
}

template <class T>
Array<T> symmetrised(const Array<T>& pair) {
  const Index L = pair.length(0), K = pair.length(2);
  Array<T> both(pair.shape(), Untouched{}, "pair");
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j)
      for (Index c = 0; c < K; ++c) both(i, j, c) = (pair(i, j, c) + pair(j, i, c)) / 2;
  return both;
}

}  // namespace

template <class T>
PairEmbeddingWeights<T> readPairEmbedding(const NamedWeights& weights) {
  PairEmbeddingWeights<T> read;
  read.tokens = weights.read<T>("emb.weight", {-1, -1});
  const Index K = 2 * read.tokens.length(1);
  read.project = readLinear<T>(weights.under("projection"), K, K + 1);
  return read;
}

template <class T>
Array<T> pairEmbedding(const std::vector<std::int64_t>& tokens, const std::vector<std::int64_t>& positions,
                       const PairEmbeddingWeights<T>& weights) {
  const Index L = static_cast<Index>(tokens.size()), half = weights.tokens.length(1), K = 2 * half;
  Array<T> joined({L * L, K + 1}, Untouched{});
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < L; ++j) {
      T* place = joined.data() + (i * L + j) * (K + 1);
      place = std::copy_n(weights.tokens.data() + nth(tokens, i) * half, half, place);
      place = std::copy_n(weights.tokens.data() + nth(tokens, j) * half, half, place);
      *place = static_cast<T>(std::log(double(std::abs(nth(positions, i) - nth(positions, j))) + 1));
    }
  Array<T> pair = linear(joined, weights.project.W, weights.project.b).reshaped({L, L, K});
  const Array<T> encoding = pairEncoding<T>(positions, K);
  for (Index k = 0; k < pair.size(); ++k) pair[k] += encoding[k];
  return pair;
}

template <class T>
MsaToPairWeights<T> readMsaToPair(const NamedWeights& weights, Index width, Index pairWidth, Index heads) {
  MsaToPairWeights<T> read;
  read.normIn = readRoseTtaFoldNorm<T>(weights.under("norm_1"), width);
  read.project = readLinear<T>(weights.under("proj_1"), -1, width);
  const Index p = read.project.W.length(0);
  read.normDown = readRoseTtaFoldNorm<T>(weights.under("norm_down"), p);
  const LinearMap<T> query = readLinear<T>(weights.under("encoder").under("to_query"), p, p),
                     key = readLinear<T>(weights.under("encoder").under("to_key"), p, p);
  read.sequenceWeights = {query.W, query.b, key.W, key.b, 1};
  read.normProducts = readRoseTtaFoldNorm<T>(weights.under("coevol").under("norm_2d"), p * p);
  read.fromProducts = readLinear<T>(weights.under("coevol").under("proj_2"), pairWidth, p * p);
  read.normOld = readRoseTtaFoldNorm<T>(weights.under("norm_orig"), pairWidth);
  read.normNew = readRoseTtaFoldNorm<T>(weights.under("norm_new"), pairWidth);
  read.update = readPairConvolution<T>(weights.under("update"), 2 * pairWidth + 4 * p + heads, pairWidth);
  return read;
}

template <class T>
Array<T> msaToPair(const Array<T>& msa, const Array<T>& pair, const Array<T>& maps, const MsaToPairWeights<T>& weights,
                   int threads, Progress& progress) {
  const Index L = pair.length(0), K = weights.update.C_0.length(0);
  PartProgress narrowing(progress, 0, 0.1), joining(progress, 0.1, 0.5), convolving(progress, 0.5, 1);
  const Narrowed<T> narrow = narrowed(msa, weights, threads, narrowing);
  Array<T> made({L, L, K}, Untouched{}, "pair");
  parallelFor(L, 1, threads, joining, "products of columns", [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Array<T> row = linear(joinedRow(i, narrow, pair, maps, weights), weights.update.C_0, {});
      std::copy_n(row.data(), L * K, made.data() + i * L * K);
    }
  });
  convolvePairs(made, weights.update, threads, convolving);
  return made;
}

template <class T>
PairToMsaWeights<T> readPairToMsa(const NamedWeights& weights, Index width, Index pairWidth) {
  PairToMsaWeights<T> read;
  read.normPair = readRoseTtaFoldNorm<T>(weights.under("norm"), pairWidth);
  read.normMsa = readRoseTtaFoldNorm<T>(weights.under("norm1"), width);
  read.normFeedForward = readRoseTtaFoldNorm<T>(weights.under("norm2"), width);
  const NamedWeights attention = weights.under("attn");
  const LinearMap<T> pair = readLinear<T>(attention.under("proj_pair"), -1, pairWidth),
                     value = readLinear<T>(attention.under("proj_msa"), width, width),
                     output = readLinear<T>(attention.under("proj_out"), width, width);
  read.attention = {pair.W, pair.b, value.W, value.b, output.W, output.b};
  read.feedForward = readFeedForward<T>(weights.under("ff"), width, FeedForwardActivation::relu);
  return read;
}

template <class T>
void pairToMsa(const Array<T>& pair, Array<T>& msa, const PairToMsaWeights<T>& weights, const Compute& compute,
               Progress& progress) {
  PartProgress attending(progress, 0, 0.6), feeding(progress, 0.6, 1);
  Progress none;
  const Array<T> normalPair = layerNorm(symmetrised(pair), weights.normPair, compute.threads, none);
  const Array<T> normalMsa = layerNorm(msa, weights.normMsa, compute.threads, none);
  const DirectResult<T> told =
      directAttention(normalPair, normalMsa, weights.attention, {}, compute.threads, attending);
  for (Index k = 0; k < msa.size(); ++k) msa[k] += told.Y[k];
  addFeedForward(msa, weights.normFeedForward, weights.feedForward, FeedForwardActivation::relu, compute, feeding);
}

#define INSTANTIATE(T)                                                                                            \
  template PairEmbeddingWeights<T> readPairEmbedding(const NamedWeights&);                                        \
  template Array<T> pairEmbedding(const std::vector<std::int64_t>&, const std::vector<std::int64_t>&,             \
                                  const PairEmbeddingWeights<T>&);                                                \
  template MsaToPairWeights<T> readMsaToPair(const NamedWeights&, Index, Index, Index);                           \
  template Array<T> msaToPair(const Array<T>&, const Array<T>&, const Array<T>&, const MsaToPairWeights<T>&, int, \
                              Progress&);                                                                         \
  template PairToMsaWeights<T> readPairToMsa(const NamedWeights&, Index, Index);                                  \
  template void pairToMsa(const Array<T>&, Array<T>&, const PairToMsaWeights<T>&, const Compute&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
