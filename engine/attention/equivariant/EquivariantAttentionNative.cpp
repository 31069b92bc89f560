// Keys, values and scores of equivariant attention by the products of edges that its kin share.
#include <vector>

#include "engine/attention/equivariant/EdgeProducts.h"
#include "engine/attention/equivariant/EquivariantAttention.h"

namespace engine {

namespace {

/// Queries with the weights of the scores folded in, so that a score is one dot product with a key: (N, Dk).
Array<float> foldedQueries(const EquivariantProblem<float>& problem) {
  const TensorProduct& score = problem.maps.score;
  const Index N = problem.nodes(), Dq = problem.q.length(1), Dk = score.second().dimension();
  Array<float> folded({N, Dk});
  for (const TensorProductPath& path : score.paths()) {
    const IrrepBlock &query = score.first().blocks()[path.first], &key = score.second().blocks()[path.second];
    const Index size = query.irrep.dimension();
    for (const CouplingEntry& entry : score.coupling(path))
      for (Index i = 0; i < N; ++i) {
        const float* const q = problem.q.data() + i * Dq + query.offset + entry.first;
        float* const out = folded.data() + i * Dk + key.offset + entry.second;
        const float* weight = problem.input.dot.data() + path.weightOffset;
        for (Index u = 0; u < query.multiplicity; ++u)
          for (Index v = 0; v < key.multiplicity; ++v)
            out[v * size] += static_cast<float>(path.factor * entry.value) * *weight++ * q[u * size];
      }
  }
  return folded;
}

}  // namespace

EdgeMessages<float> edgeMessagesNative(const EquivariantProblem<float>& problem, int threads, Progress& progress) {
  const EquivariantInput<float>& input = problem.input;
  const EquivariantMaps& maps = problem.maps;
  const Array<float> queries = foldedQueries(problem);
  const std::vector<Index> headOfKey(static_cast<size_t>(queries.length(1)), 0);
  EdgeProducts products = edgeProducts(
      {problem.graph, input.f, input.setting.basis(), input.setting.maxDegree, input.setting.activation, maps.key,
       maps.value, input.mlp_k_0, input.mlp_k_1, input.mlp_v_0, input.mlp_v_1, queries, headOfKey, 1},
      threads, progress);
  return {std::move(products.k), std::move(products.v), std::move(products.S).reshaped({problem.numEdges()})};
}

}  // namespace engine
