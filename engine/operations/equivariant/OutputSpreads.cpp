// Operation "equivariant statistics": mean and spread of the outputs, and why weights are put under a root.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/attention/equivariant/EquivariantChecks.h"
#include "engine/attention/equivariant/RandomNodes.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/equivariant/GraphInput.h"

namespace engine {

namespace {

constexpr Index kBins = 81;
constexpr double kShownDeviations = 4;

double normalDensity(double x, double mean, double deviation) {
  const double t = (x - mean) / deviation;
  return std::exp(-t * t / 2) / (deviation * std::sqrt(2 * std::numbers::pi));
}

/// Density of the outputs of nodes with neighbours - the others give exact zeros - beside the normal one.
ArrayBundle densityPlot(const OutputStatistics& statistics) {
  OutputStatistics linked;
  std::copy_if(statistics.outputs.begin(), statistics.outputs.end(), std::back_inserter(linked.outputs),
               [](double value) { return value != 0; });
  const double mean = linked.mean(), deviation = linked.deviation() > 0 ? linked.deviation() : 1;
  const double low = mean - kShownDeviations * deviation, width = 2 * kShownDeviations * deviation / double(kBins);
  Array<double> x({kBins}), density({kBins}), normal({kBins});
  for (const double value : linked.outputs) {
    const double place = std::floor((value - low) / width);
    if (place >= 0 && place < double(kBins)) density[static_cast<Index>(place)] += 1;
  }
  for (Index k = 0; k < kBins; ++k) {
    x[k] = low + (double(k) + 0.5) * width;
    density[k] /= std::max(1.0, double(linked.outputs.size())) * width;
    normal[k] = normalDensity(x[k], mean, deviation);
  }
  return {{"axis_output", x},
          {"points_outputs of nodes with neighbours", density},
          {"curve_normal distribution, same mean and spread", normal},
          {"quantity_density", columnOf({})}};
}

ArrayBundle neighbourPlot(const OutputStatistics& statistics) {
  std::vector<double> neighbours, nodes, withRoot, withoutRoot, root;
  for (const auto& [count, spread] : statistics.byNeighbours) {
    if (count == 0) continue;
    neighbours.push_back(double(count));
    nodes.push_back(double(spread.nodes));
    withRoot.push_back(std::sqrt(spread.withRoot));
    withoutRoot.push_back(std::sqrt(spread.withoutRoot));
    root.push_back(1 / std::sqrt(double(count)));
  }
  return {{"axis_neighbours", columnOf(neighbours)},
          {"points_with root of a, as the layer does", columnOf(withRoot)},
          {"points_with a", columnOf(withoutRoot)},
          {"curve_1", Array<double>({Index(root.size())}, 1.0)},
          {"curve_equal weights without the root", columnOf(root)},
          {"nodes", columnOf(nodes)},
          {"quantity_root mean square of the outputs", columnOf({})}};
}

class OutputSpreads : public GraphOperation {
 public:
  std::string id() const override { return "equivariant statistics"; }
  std::string title() const override { return "Statistics of equivariant outputs"; }
  std::string help() const override {
    return "Mean and standard deviation of the outputs over random graphs, each with weights of its own (of a graph "
           "that is given: of that one), as the e3nn Transformer guide checks them; and their size by the number of "
           "neighbours of a node. With the root of the weights it stays near 1 whatever the number, because the "
           "squares of the roots add up to 1; with the weights themselves it shrinks.";
  }
  std::string formula() const override { return "f_i ← Σ_j √a_ij v_ij"; }
  std::vector<Parameter> parameters() const override {
    return withLayerParameters(
        {countParameter("graphs", "Graphs", "random ones that are counted together; of a graph that is given: 1", 50, 1,
                        10000),
         nodesParameter(), seedParameter()});
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const bool isGiven = !inputs.empty() && inputs[0];
    const Index graphs = isGiven ? 1 : static_cast<Index>(values.integer("graphs"));
    OutputStatistics statistics;
    ParameterValues one = values;
    Diagnostics unheard;
    Progress quiet;
    for (Index graph = 0; graph < graphs; ++graph) {
      progress.update(double(graph) / double(graphs), "graphs");
      one.set("seed", values.integer("seed") + static_cast<std::int64_t>(graph));
      const EquivariantInput<double> input = graphOf(inputs, one, static_cast<Index>(values.integer("nodes")));
      addOutputs(statistics, equivariantAttention(equivariantProblem(input, compute.threads, quiet), compute.threads,
                                                  graph == 0 ? diagnostics : unheard, quiet));
    }
    const std::string title = "Outputs of " + (isGiven ? graphName(inputs) : std::to_string(graphs) + " random graphs");
    return {arrayResult(title + ": mean " + shortNumber(statistics.mean()) + ", standard deviation " +
                            shortNumber(statistics.deviation()),
                        densityPlot(statistics)),
            arrayResult(title + ", size by number of neighbours", neighbourPlot(statistics))};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeOutputSpreads() { return std::make_unique<OutputSpreads>(); }

}  // namespace engine
