#include "engine/attention/equivariant/NodeArrays.h"

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
  return {{"pos", "(N, 3)", "positions of the nodes"}, {"f", "(N, Din)", "features, irreps_in"}};
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
