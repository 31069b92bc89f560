// An alignment as features (MATHEMATICS.md 6.3, MSA_emb of RoseTTAFold): token, position and "am I the query".
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"
#include "engine/network/NamedWeights.h"

namespace engine {

template <class T>
struct MsaEmbeddingWeights {
  Array<T> tokens;     ///< (V, D); V = 21 for ARNDCQEGHILKMFPSTWYV- in RoseTTAFold
  Array<T> positions;  ///< (1, P, D) table of encodings as checkpoints store it, or empty: computed
  Array<T> queries;    ///< (2, D): row 0 for the first sequence, row 1 for all others
};

/// emb.weight, pos.pe (may be absent), pos_q.pe.weight. Throws Error naming the array and both shapes.
template <class T>
MsaEmbeddingWeights<T> readMsaEmbedding(const NamedWeights& weights);

/// X (N, L, D) = tokens[msa_nl] + sinusoidalEncoding(position_l) + queries[n == 0 ? 0 : 1] for msa (N, L) and L residue
/// numbers. Throws Error naming the array for tokens outside the table, for another number of positions, and for
/// positions outside a stored table.
template <class T>
Array<T> msaEmbedding(const Array<std::int64_t>& msa, const std::vector<std::int64_t>& positions,
                      const MsaEmbeddingWeights<T>& weights, Progress& progress);

}  // namespace engine
