// Keys, values and scores of an SE(3)-Transformer layer at full speed, by the products of edges of EdgeProducts.h.
#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/equivariant/EdgeProducts.h"
#include "engine/attention/se3-transformer/Se3Transformer.h"

namespace engine {

Se3Messages<float> se3MessagesNative(const Se3Problem<float>& problem, int threads, Progress& progress) {
  const Se3Input<float>& input = problem.input;
  const Se3Setting& setting = input.setting;
  const Se3Maps& maps = problem.maps;
  Array<float> queries = problem.q;
  const auto scale = static_cast<float>(standardScale(queries.length(1) / setting.heads));
  for (float& value : queries) value *= scale;
  EdgeProducts products =
      edgeProducts({problem.graph, input.f, setting.basis(), setting.maxDegree, Activation::silu, maps.key, maps.value,
                    input.mlp_k_0, input.mlp_k_1, input.mlp_v_0, input.mlp_v_1, queries, maps.headOfKey, setting.heads},
                   threads, progress);
  return {std::move(products.k), std::move(products.v), std::move(products.S)};
}

}  // namespace engine
