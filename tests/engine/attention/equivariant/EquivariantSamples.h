// Inputs for the tests of equivariant attention, and how they turn.
#pragma once

#include <algorithm>
#include <string>

#include "engine/attention/equivariant/EquivariantChecks.h"
#include "engine/attention/equivariant/RandomNodes.h"
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

using engine::moved;
using engine::randomNodes;
using engine::turned;

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

}  // namespace test
