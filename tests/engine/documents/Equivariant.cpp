// The page "Transformer" of the e3nn guide.
#include <algorithm>
#include <cmath>

#include "engine/attention/equivariant/EquivariantChecks.h"
#include "engine/attention/equivariant/RandomNodes.h"
#include "engine/attention/gradients/MechanismOnTape.h"
#include "engine/equivariant/SphericalHarmonics.h"
#include "tests/engine/documents/Numbers.h"

namespace documents {
namespace {

/// The page's irreps, radius and radial functions.
const EquivariantSetting& guide() {
  static const EquivariantSetting setting;
  return setting;
}

EquivariantResult<double> attended(const EquivariantInput<double>& input) {
  Progress none;
  Diagnostics diagnostics;
  const EquivariantProblem<double> problem = equivariantProblem(input, 1, none);
  return equivariantAttention(problem, 1, diagnostics, none);
}

EquivariantInput<double> randomGraph(Index nodes, std::uint64_t seed) {
  Random random(seed);
  return randomNodes<double>(guide(), nodes, 1, random);
}

/// Two nodes at this distance.
EquivariantInput<double> pairOfNodes(double distance) {
  EquivariantInput<double> input = randomGraph(2, 9);
  input.pos = Array<double>({2, 3}, {0, 0, 0, distance, 0, 0}, "pos");
  return input;
}

COMPUTED(irrepsOfTheGuide) {
  const EquivariantMaps maps(guide());
  return {{double(maps.query.in().dimension()), double(maps.query.out().dimension()),
           double(maps.key.out().dimension()), double(maps.value.out().dimension())}};
}
COMPUTED(harmonicsUpToDegreeThree) {
  std::vector<double> Y(static_cast<size_t>(numHarmonics(guide().maxDegree)));
  const double direction[] = {0.3, -2, 1.1};
  sphericalHarmonics(direction, guide().maxDegree, HarmonicNormalization::component, Y.data());
  std::vector<double> squares;
  for (int degree = 0; degree <= guide().maxDegree; ++degree) {
    double sum = 0;
    for (Index c = numHarmonics(degree - 1); c < numHarmonics(degree); ++c) sum += std::pow(Y.at(size_t(c)), 2);
    squares.push_back(sum);
  }
  return {squares};
}
COMPUTED(settingOfTheGuide) {
  return {{guide().maxRadius, double(guide().basisCount), double(kGuideHidden), double(guide().maxDegree)}};
}
COMPUTED(networksOfTheGuide) {
  const EquivariantInput<double> input = randomGraph(3, 1);
  const EquivariantMaps maps(guide());
  std::vector<double> found = lengths(input.mlp_k_0.shape());
  found.push_back(double(input.mlp_k_1.length(1)));
  return {found, {{"weight_numel", double(maps.key.numWeights())}}};
}
COMPUTED(longestEdgeOfTheRandomGraph) { return {{rangeOf(attended(randomGraph(20, 2)).lengths)[1]}}; }
COMPUTED(nodesOfTheRandomGraph) { return {{double(attended(randomGraph(20, 2)).out.length(0))}}; }

COMPUTED(basisAtBothEnds) {
  std::vector<double> largest;
  for (const double r : {0.0, guide().maxRadius}) {
    std::vector<double> values(static_cast<size_t>(guide().basisCount));
    radialBasis(guide().basis(), r, values.data());
    largest.push_back(*std::max_element(values.begin(), values.end()));
  }
  return {largest};
}
COMPUTED(basisIsMultipliedByTheRootOfItsNumber) {
  const EquivariantInput<double> input = pairOfNodes(0.7);
  Progress none;
  const EquivariantProblem<double> problem = equivariantProblem(input, 1, none);
  const EquivariantDetails<double> details = equivariantDetails(problem, 1, none);
  std::vector<double> values(static_cast<size_t>(guide().basisCount));
  radialBasis(guide().basis(), 0.7, values.data());
  const auto largest = std::max_element(values.begin(), values.end());
  return {{details.b(0, largest - values.begin()) / *largest}, {{"number_of_basis", double(guide().basisCount)}}};
}
COMPUTED(cutoffAtBothEnds) { return {{guide().cutoff(0.0), guide().cutoff(guide().maxRadius)}}; }
COMPUTED(rangeOfTheCutoff) {
  Array<double> values({401});
  for (Index k = 0; k <= 400; ++k) values[k] = guide().cutoff(double(k) * 0.005);
  return {{std::min(0.0, rangeOf(values)[0]), std::max(1.0, rangeOf(values)[1])}};
}
COMPUTED(radialNetworkOfNothing) {
  const EquivariantInput<double> input = randomGraph(2, 3);
  const Array<double> weights = fullyConnectedNet(Array<double>({1, guide().basisCount}, 0.0),
                                                  {input.mlp_k_0, input.mlp_k_1}, guide().activation);
  return {rangeOf(weights)};
}

COMPUTED(weightsIntoANodeAddUpToOne) {
  const EquivariantResult<double> result = attended(randomGraph(20, 2));
  const IncomingEdges incoming = incomingEdges(result.edges, 20);
  std::vector<double> found;
  for (size_t node = 0; node < 20; ++node) {
    double sum = 0;
    for (Index k = incoming.start[node]; k < incoming.start[node + 1]; ++k)
      sum += result.a[incoming.edge[static_cast<size_t>(k)]];
    if (incoming.start[node + 1] > incoming.start[node]) found.push_back(sum);
  }
  const auto [least, largest] = std::minmax_element(found.begin(), found.end());
  return {{*least, *largest}};
}
COMPUTED(outputWhereAllNeighboursAreAtTheCutoff) {
  return {rangeOf(attended(pairOfNodes(guide().maxRadius * (1 - 1e-12))).out)};
}
COMPUTED(outputIsTheSumOfRootsTimesValues) {
  const EquivariantResult<double> result = attended(randomGraph(20, 2));
  Array<double> expected(result.out.shape(), 0.0);
  for (Index e = 0; e < result.a.size(); ++e)
    for (Index c = 0; c < expected.length(1); ++c)
      expected(result.edges(e, 1), c) += std::sqrt(result.a[e]) * result.v(e, c);
  return {{largestDifference(expected, result.out)}};
}
COMPUTED(spreadOfOutputs) {
  OutputStatistics statistics;
  Random random(11);
  for (int graph = 0; graph < 100; ++graph)
    addOutputs(statistics, attended(randomNodes<double>(guide(), 20, 1, random)));
  return {{statistics.mean(), statistics.deviation()}};
}

SmoothnessWalk walk(Index steps) {
  const EquivariantInput<double> input = randomGraph(3, 7);
  Diagnostics diagnostics;
  Progress none;
  return smoothnessWalk(input, input.f, steps, 1, diagnostics, none);
}
COMPUTED(walkOfTheThirdNode) {
  const SmoothnessWalk made = walk(200);
  return {{made.x[0], made.x[199], double(made.soft.length(0))}};
}
COMPUTED(stepsOfATenTimesFinerWalk) { return {{largestStep(walk(1991).soft) / largestStep(walk(200).soft)}}; }
/// First and last component of the first vector among the outputs.
COMPUTED(placeOfTheFirstVector) {
  const IrrepBlock& vectors = guide().out.blocks().at(1);
  return {{double(vectors.offset), double(vectors.offset + vectors.irrep.dimension() - 1)}};
}

COMPUTED(errorOfEquivariance) {
  Random random(5);
  const EquivariantInput<float> input = randomNodes<float>(guide(), 10, 1, random);
  Diagnostics diagnostics;
  Progress none;
  return {{rangeOf(equivarianceErrors(input, 10, random, 1, diagnostics, none).rotation)[1]}};
}
COMPUTED(gradientsThatAreNotFinite) {
  const Mechanism& mechanism = findMechanism("equivariant");
  double count = 0;
  for (const double r : {0.0, 1e-6, 0.65, 1.3 - 1e-6, 1.3, 1.3 + 1e-6, 2.6}) {
    const ArrayBundle inputs = arraysOf(pairOfNodes(r));
    Tape<double> tape;
    Progress none;
    const RecordedMechanism recorded = recordMechanism(tape, mechanism, inputs, {}, none);
    const Variable<double> loss = sum(recorded.outputs.at("out"));
    for (const char* name : {"pos", "f"})
      for (const double slope : tape.gradients(loss, {recorded.inputs.at(name)})[0]) count += !std::isfinite(slope);
  }
  return {{count}};
}

}  // namespace
}  // namespace documents
