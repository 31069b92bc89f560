#include "engine/attention/equivariant/NodeArrays.h"

#include <algorithm>
#include <vector>

namespace engine {

AxisWords nodeAxisWords() {
  return {{"N", "node"},
          {"E", "edge"},
          {"2", "end of the edge"},
          {"Din", "input channel"},
          {"Dq", "query channel"},
          {"Dk", "key channel"},
          {"basis", "radial function"},
          {"harmonics", "spherical harmonic"},
          {"Hk", "hidden unit of the keys"},
          {"Hv", "hidden unit of the values"},
          {"Wq", "weight of the queries"},
          {"Wk", "weight of the keys"},
          {"Wv", "weight of the values"},
          {"Ws", "weight"}};
}

std::vector<ArrayDescription> nodeInputs() {
  return {
      {"pos", "(N, 3)", "positions of the nodes"},
      {"f", "(N, Din)", "features, irreps_in"},
      {"graph", "(N)", "number of the graph that a node is of, for several in one list: nodes of others are not seen",
       true, ArrayType::integer}};
}

RadiusGraph neighboursIn(const Array<double>& graph, const Array<double>& positions, double maxRadius, int threads,
                         Progress& progress) {
  RadiusGraph all = radiusGraph(positions, maxRadius, threads, progress);
  if (graph.empty()) return all;
  std::vector<Index> kept;
  for (Index e = 0; e < all.lengths.size(); ++e)
    if (graph[all.edges(e, 0)] == graph[all.edges(e, 1)]) kept.push_back(e);
  const Index E = std::ssize(kept);
  RadiusGraph own{Array<std::int32_t>({E, 2}), Array<double>({E, 3}), Array<double>({E})};
  for (Index e = 0; e < E; ++e) {
    const Index from = kept[static_cast<size_t>(e)];
    std::copy_n(&all.edges(from, 0), 2, &own.edges(e, 0));
    std::copy_n(&all.vectors(from, 0), 3, &own.vectors(e, 0));
    own.lengths[e] = all.lengths[from];
  }
  return own;
}

std::vector<ArrayDescription> radialNetworkInputs() {
  return {{"mlp_k_0", "(basis, Hk)", "radial network of the keys, first layer, multiplied from the right"},
          {"mlp_k_1", "(Hk, Wk)", "its second layer; Wk weights of irreps_in x harmonics -> irreps_key"},
          {"mlp_v_0", "(basis, Hv)", "radial network of the values, first layer"},
          {"mlp_v_1", "(Hv, Wv)", "its second layer; Wv weights of irreps_in x harmonics -> irreps_out"}};
}

double productsOf(const TensorProduct& product) {
  double count = 0;
  for (const TensorProductPath& path : product.paths()) {
    const IrrepBlock &x = product.first().blocks()[path.first], &z = product.out().blocks()[path.out];
    count += double(x.multiplicity) * (double(z.size()) + 2.0 * double(product.coupling(path).size()));
  }
  return count;
}

}  // namespace engine
