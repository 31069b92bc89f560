#include "engine/attention/rosettafold-msa/MsaEmbedding.h"

#include <algorithm>

#include "engine/network/Embedding.h"
#include "engine/network/Encodings.h"

namespace engine {

namespace {

/// (L, D), computed or looked up.
template <class T>
Array<T> positionEncoding(const std::vector<std::int64_t>& positions, const MsaEmbeddingWeights<T>& weights) {
  const Index D = weights.tokens.length(1);
  if (weights.positions.empty()) return sinusoidalEncoding<T>(positions, D);
  Array<T> table = weights.positions.reshaped({weights.positions.length(1), D});
  return embed(Array<std::int64_t>({static_cast<Index>(positions.size())}, positions, "idx"), table);
}

}  // namespace

template <class T>
MsaEmbeddingWeights<T> readMsaEmbedding(const NamedWeights& weights) {
  MsaEmbeddingWeights<T> read;
  read.tokens = weights.read<T>("emb.weight", {-1, -1});
  const Index D = read.tokens.length(1);
  read.positions = weights.readOptional<T>("pos.pe", {1, -1, D});
  read.queries = weights.read<T>("pos_q.pe.weight", {2, D});
  return read;
}

template <class T>
Array<T> msaEmbedding(const Array<std::int64_t>& msa, const std::vector<std::int64_t>& positions,
                      const MsaEmbeddingWeights<T>& weights, Progress& progress) {
  requireShape(msa.name, msa.shape(), {-1, -1});
  requireTokens(msa, weights.tokens);
  const Index N = msa.length(0), L = msa.length(1), D = weights.tokens.length(1);
  requireShape("idx", {static_cast<Index>(positions.size())}, {L});
  const Array<T> P = positionEncoding(positions, weights);
  Array<T> X({N, L, D}, Untouched{}, "X");
  for (Index n = 0; n < N; ++n) {
    progress.update(double(n) / double(N), "embedding");
    for (Index l = 0; l < L; ++l)
      for (Index c = 0; c < D; ++c)
        X(n, l, c) = weights.tokens(msa(n, l), c) + P(l, c) + weights.queries(std::min<Index>(n, 1), c);
  }
  return X;
}

#define INSTANTIATE(T)                                                                         \
  template MsaEmbeddingWeights<T> readMsaEmbedding(const NamedWeights&);                       \
  template Array<T> msaEmbedding(const Array<std::int64_t>&, const std::vector<std::int64_t>&, \
                                 const MsaEmbeddingWeights<T>&, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
