// The benchmark of SE(3)-equivariant attention: the native path beside the definition, with the irreps of the guide.
#include <algorithm>
#include <cmath>
#include <string>

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"

namespace engine {

namespace {

constexpr double kNeighbours = 30;

/// N nodes, uniform in a cube as wide as gives each about 30 neighbours.
EquivariantInput<float> inputOf(Index N) {
  EquivariantInput<float> input;
  double halfSide = 1;
  for (int step = 0; step < 12; ++step) {
    input.pos = deterministicArray<double>(1, {N, 3}, halfSide, "pos");
    const double found = edgeCountEstimate(input.pos, input.setting.maxRadius) / double(N);
    halfSide *= std::cbrt(std::max(found, 1.0) / kNeighbours);
  }
  input.f = deterministicArray<float>(2, {N, 35}, std::sqrt(3.0), "f");
  input.linear = deterministicArray<float>(3, {130}, 1, "linear");
  input.mlp_k_0 = deterministicArray<float>(4, {10, 16}, 1, "mlp_k_0");
  input.mlp_k_1 = deterministicArray<float>(5, {16, 276}, 1, "mlp_k_1");
  input.mlp_v_0 = deterministicArray<float>(6, {10, 16}, 1, "mlp_v_0");
  input.mlp_v_1 = deterministicArray<float>(7, {16, 382}, 1, "mlp_v_1");
  input.dot = deterministicArray<float>(8, {144}, 1, "dot");
  return input;
}

using Messages = EdgeMessages<float> (*)(const EquivariantProblem<float>&, int, Progress&);

/// Neighbours, queries, keys, values, scores, attention.
std::vector<double> secondsOfLayer(const EquivariantInput<float>& input, Messages messages, int repetitions,
                                   int threads, Progress& progress) {
  return secondsOf(progress, repetitions, [&] {
    Progress none;
    const EquivariantProblem<float> problem = equivariantProblem(input, threads, none);
    attend(problem, messages(problem, threads, none), threads, none);
  });
}

}  // namespace

/// 200, 2000 and 8000 nodes, each by the definition and by the native path. Work is edges.
void benchEquivariant(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = nativeThreads(setting);
  for (const Index N : {Index{200}, Index{2000}, Index{8000}}) {
    const EquivariantInput<float> input = inputOf(N);
    Measurement measurement;
    measurement.device = "native CPU";
    measurement.threads = threads;
    measurement.unit = "edge";
    measurement.work = edgeCountEstimate(input.pos, input.setting.maxRadius);
    const std::string size = "N=" + std::to_string(N) + " E=" + std::to_string(Index(measurement.work));
    measurement.name = size + " definition";
    measurement.seconds = secondsOfLayer(input, edgeMessagesPlain<float>, 3, threads, progress);
    measured(measurement);
    measurement.reference = "definition";
    measurement.referenceRate = measurement.work / measurement.seconds[measurement.seconds.size() / 2];
    measurement.name = size + " native";
    measurement.seconds = secondsOfLayer(input, edgeMessagesNative, 9, threads, progress);
    measured(measurement);
  }
}

}  // namespace engine
