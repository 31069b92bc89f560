// Operation "equivariant smoothness": outputs while a third node comes within the radius of two others.
#include <algorithm>

#include "engine/attention/equivariant/EquivariantChecks.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/equivariant/GraphInput.h"

namespace engine {

namespace {

constexpr Index kNodes = 3;
const std::string kAxis = "axis_x of node 3", kSoft = "with soft edge", kHard = "without soft edge";

/// (steps, nodes, outputs) to the course of one output of one node.
Array<double> courseOf(const Array<double>& outputs, Index node, Index output) {
  Array<double> course({outputs.length(0)});
  for (Index step = 0; step < course.size(); ++step) course[step] = outputs(step, node, output);
  return course;
}

/// The first two scalars and the first vector, as in the guide; what there is of them.
std::vector<Index> guideOutputs(const Irreps& irreps) {
  std::vector<Index> outputs;
  const auto isScalar = [](const IrrepBlock& block) { return block.irrep.degree == 0; };
  const auto take = [&](bool areScalars, Index count) {
    for (const IrrepBlock& block : irreps.blocks()) {
      if (isScalar(block) != areScalars || block.multiplicity == 0) continue;
      for (Index k = 0; k < std::min(block.size(), areScalars ? count : block.irrep.dimension()); ++k)
        outputs.push_back(block.offset + k);
      return;
    }
  };
  take(true, 2);
  take(false, 0);
  return outputs;
}

std::string nodeName(Index node) { return "node " + std::to_string(node + 1); }

/// One output of the three nodes, with and without the soft edge.
ArrayBundle oneOutput(const SmoothnessWalk& walk, Index output) {
  ArrayBundle plot{{kAxis, walk.x}, {"quantity_output " + std::to_string(output + 1), columnOf({})}};
  for (Index node = 0; node < kNodes; ++node) {
    plot["curve_soft edge, " + nodeName(node)] = courseOf(walk.soft, node, output);
    plot["curve_hard edge, " + nodeName(node)] = courseOf(walk.hard, node, output);
  }
  return plot;
}

/// Those of the guide for all nodes: one quantity for each edge.
ArrayBundle severalOutputs(const SmoothnessWalk& walk, const std::vector<Index>& outputs) {
  ArrayBundle plot{{kAxis, walk.x}};
  for (const Index output : outputs)
    for (Index node = 0; node < kNodes; ++node) {
      const std::string name = nodeName(node) + ", output " + std::to_string(output + 1);
      plot[kSoft + "_" + name] = courseOf(walk.soft, node, output);
      plot[kHard + "_" + name] = courseOf(walk.hard, node, output);
    }
  return plot;
}

class CheckSmoothness : public GraphOperation {
 public:
  std::string id() const override { return "equivariant smoothness"; }
  std::string title() const override { return "Smoothness at the cut-off"; }
  std::string help() const override {
    return "Two nodes see each other; a third comes from afar and gets within the radius of both. With the soft edge "
           "c_ij all outputs stay smooth; without it (c_ij = 1 up to the radius) the newcomer takes its share of the "
           "attention at once, and the outputs of the others jump. Its own stay as they are: both its neighbours are "
           "equally far, and what they have in common cancels. Features are those of the first three nodes. The "
           "walk is that of the e3nn Transformer guide, scaled to the radius.";
  }
  std::vector<Parameter> parameters() const override {
    return withLayerParameters(
        {countParameter("output", "Output", "which of the values of a node is drawn, counted from 1", 1, 1),
         countParameter("steps", "Steps", "of the walk", 200, 2, 10000), seedParameter()});
  }
  void checkParameters(const ParameterValues& values) const override {
    const Index width = layerSetting(values).out.dimension();
    if (values.integer("output") > width)
      fail("parameter output: found ", values.integer("output"), ", expected 1 to ", width,
           ", the values of irreps_out ", values.text("irreps_out"));
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const EquivariantInput<double> graph = graphOf(inputs, values, kNodes);
    if (graph.f.length(0) < kNodes)
      fail("array f: found ", graph.f.length(0), " nodes, expected ", kNodes, " or more, whose features are taken");
    Array<double> f({kNodes, graph.f.length(1)}, 0.0, "f");
    std::copy(graph.f.begin(), graph.f.begin() + f.size(), f.begin());
    const SmoothnessWalk walk =
        smoothnessWalk(graph, f, static_cast<Index>(values.integer("steps")), compute.threads, diagnostics, progress);
    const std::string title = "Smoothness of " + graphName(inputs) + ": node 3 comes within " +
                              shortNumber(graph.setting.maxRadius) + " at x = " + shortNumber(walk.entry) +
                              "; largest step " + shortNumber(largestStep(walk.soft)) + ", without soft edge " +
                              shortNumber(largestStep(walk.hard));
    return {arrayResult(title, oneOutput(walk, static_cast<Index>(values.integer("output")) - 1)),
            arrayResult("Scalars and a vector of " + graphName(inputs) + " as node 3 comes within the radius",
                        severalOutputs(walk, guideOutputs(graph.setting.out)))};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCheckSmoothness() { return std::make_unique<CheckSmoothness>(); }

}  // namespace engine
