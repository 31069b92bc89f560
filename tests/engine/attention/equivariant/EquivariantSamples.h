// Inputs for the tests of equivariant attention, and how they turn.
#pragma once

#include <algorithm>
#include <string>

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/equivariant/WignerD.h"
#include "tests/engine/equivariant/Sampling.h"

namespace test {

/// The golden input of MATHEMATICS.md 11.4.
template <class T>
engine::EquivariantInput<T> goldenNodes() {
  using engine::deterministicArray;
  engine::EquivariantInput<T> input;
  input.pos = deterministicArray<double>(41, {4, 3}, 0.8, "pos");
  input.f = deterministicArray<T>(42, {4, 35}, std::sqrt(3.0), "f");
  input.linear = deterministicArray<T>(51, {130}, 1, "linear");
  input.mlp_k_0 = deterministicArray<T>(52, {10, 16}, 1, "mlp_k_0");
  input.mlp_k_1 = deterministicArray<T>(53, {16, 276}, 1, "mlp_k_1");
  input.mlp_v_0 = deterministicArray<T>(54, {10, 16}, 1, "mlp_v_0");
  input.mlp_v_1 = deterministicArray<T>(55, {16, 382}, 1, "mlp_v_1");
  input.dot = deterministicArray<T>(56, {144}, 1, "dot");
  return input;
}

/// Normal features and weights for N nodes, normal positions times `spread`.
template <class T>
engine::EquivariantInput<T> randomNodes(const engine::EquivariantSetting& setting, engine::Index N, double spread,
                                        engine::Random& random, engine::Index hidden = 16) {
  const engine::EquivariantMaps maps(setting);
  const auto normal = [&](engine::Shape shape) {
    engine::Array<T> array(std::move(shape));
    for (T& value : array) value = static_cast<T>(random.normal());
    return array;
  };
  engine::EquivariantInput<T> input;
  input.setting = setting;
  input.pos = engine::Array<double>({N, 3});
  for (double& value : input.pos) value = spread * random.normal();
  input.f = normal({N, setting.in.dimension()});
  input.linear = normal({maps.query.numWeights()});
  input.mlp_k_0 = normal({setting.basisCount, hidden});
  input.mlp_k_1 = normal({hidden, maps.key.numWeights()});
  input.mlp_v_0 = normal({setting.basisCount, hidden});
  input.mlp_v_1 = normal({hidden, maps.value.numWeights()});
  input.dot = normal({maps.score.numWeights()});
  return input;
}

/// Irreps of all degrees and parities, any harmonics, basis, normalisation and activation.
inline engine::EquivariantSetting randomSetting(engine::Random& random) {
  engine::EquivariantSetting setting;
  setting.in = randomIrreps(random);
  setting.query = randomIrreps(random);
  setting.key = randomIrreps(random);
  setting.out = randomIrreps(random);
  setting.maxDegree = int(random.below(4));
  setting.basisCount = engine::Index(1 + random.below(12));
  setting.radial = engine::RadialKind(random.below(5));
  setting.normalization = engine::PathNormalization(random.below(2));
  setting.activation = engine::Activation(random.below(5));
  return setting;
}

/// "plain" or "native" (float only).
template <class T>
engine::EquivariantResult<T> attention(const engine::EquivariantInput<T>& input, const std::string& backend = "plain",
                                       int threads = 1) {
  engine::Progress none;
  const engine::EquivariantProblem<T> problem = engine::equivariantProblem(input, threads, none);
  if constexpr (std::is_same_v<T, float>)
    if (backend == "native")
      return engine::attend(problem, engine::edgeMessagesNative(problem, threads, none), threads, none);
  return engine::attend(problem, engine::edgeMessagesPlain(problem, threads, none), threads, none);
}

/// Every row multiplied by D^T: features that have turned.
template <class T>
engine::Array<T> turned(const engine::Array<T>& rows, const engine::Irreps& irreps, const Eigen::Matrix3d& Q) {
  const Eigen::MatrixXd D = engine::wignerD(irreps, Q);
  engine::Array<T> result(rows.shape());
  for (engine::Index i = 0; i < rows.length(0); ++i)
    for (engine::Index r = 0; r < D.rows(); ++r) {
      double sum = 0;
      for (engine::Index c = 0; c < D.cols(); ++c) sum += D(r, c) * double(rows(i, c));
      result(i, r) = static_cast<T>(sum);
    }
  return result;
}

/// The input turned by Q and then moved by `shift`.
template <class T>
engine::EquivariantInput<T> moved(const engine::EquivariantInput<T>& input, const Eigen::Matrix3d& Q,
                                  const Eigen::Vector3d& shift) {
  engine::EquivariantInput<T> result = input;
  result.f = turned(input.f, input.setting.in, Q);
  for (engine::Index i = 0; i < input.pos.length(0); ++i) {
    const Eigen::Vector3d old(input.pos(i, 0), input.pos(i, 1), input.pos(i, 2));
    const Eigen::Vector3d now = Q * old + shift;
    for (engine::Index axis = 0; axis < 3; ++axis) result.pos(i, axis) = now[axis];
  }
  return result;
}

}  // namespace test
