#include "engine/attention/equivariant/RandomNodes.h"

namespace engine {

template <class T>
Array<T> normalArray(Shape shape, Random& random) {
  Array<T> array(std::move(shape));
  for (T& value : array) value = static_cast<T>(random.normal());
  return array;
}

template <class T>
EquivariantInput<T> randomNodes(const EquivariantSetting& setting, Index N, double spread, Random& random,
                                Index hidden) {
  const EquivariantMaps maps(setting);
  EquivariantInput<T> input;
  input.setting = setting;
  input.pos = normalArray<double>({N, 3}, random);
  for (double& value : input.pos) value *= spread;
  input.f = normalArray<T>({N, setting.in.dimension()}, random);
  input.linear = normalArray<T>({maps.query.numWeights()}, random);
  input.mlp_k_0 = normalArray<T>({setting.basisCount, hidden}, random);
  input.mlp_k_1 = normalArray<T>({hidden, maps.key.numWeights()}, random);
  input.mlp_v_0 = normalArray<T>({setting.basisCount, hidden}, random);
  input.mlp_v_1 = normalArray<T>({hidden, maps.value.numWeights()}, random);
  input.dot = normalArray<T>({maps.score.numWeights()}, random);
  return input;
}

ArrayBundle arraysOf(const EquivariantInput<double>& input) {
  return {{"pos", input.pos},         {"f", input.f},
          {"linear", input.linear},   {"mlp_k_0", input.mlp_k_0},
          {"mlp_k_1", input.mlp_k_1}, {"mlp_v_0", input.mlp_v_0},
          {"mlp_v_1", input.mlp_v_1}, {"dot", input.dot}};
}

template Array<float> normalArray(Shape, Random&);
template Array<double> normalArray(Shape, Random&);
template EquivariantInput<float> randomNodes(const EquivariantSetting&, Index, double, Random&, Index);
template EquivariantInput<double> randomNodes(const EquivariantSetting&, Index, double, Random&, Index);

}  // namespace engine
