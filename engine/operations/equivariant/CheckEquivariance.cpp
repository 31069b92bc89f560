// Operation "equivariant check": how exactly outputs turn with the input, measured.
#include <algorithm>

#include "engine/attention/equivariant/EquivariantChecks.h"
#include "engine/attention/equivariant/EquivariantParameters.h"
#include "engine/attention/equivariant/RandomNodes.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/equivariant/GraphInput.h"

namespace engine {

namespace {

constexpr double kGuideTolerance = 1e-3;  // with which the guide compares

double largestOf(const EquivarianceErrors& errors) {
  double largest = 0;
  for (const Array<double>* list : {&errors.rotation, &errors.mirror, &errors.translation})
    for (const double error : *list) largest = std::max(largest, error);
  return largest;
}

void addErrors(ArrayBundle& plot, const EquivarianceErrors& errors, const std::string& precision) {
  plot["points_rotation, " + precision] = errors.rotation;
  plot["points_mirror, " + precision] = errors.mirror;
  plot["points_translation, " + precision] = errors.translation;
}

class CheckEquivariance : public GraphOperation {
 public:
  std::string id() const override { return "equivariant check"; }
  std::string title() const override { return "Equivariance, measured"; }
  std::string help() const override {
    return "Turns, mirrors and shifts the nodes at random, features as their irreps say, and compares the outputs with "
           "those of before, turned alike: the largest difference of any output, in both precisions. What is left is "
           "rounding. Beside it what one finds who forgets that the outputs turn. e3nn Transformer guide.";
  }
  std::string formula() const override { return "F(D_in f, R x + t) = D_out F(f, x)"; }
  std::vector<Parameter> parameters() const override {
    return withLayerParameters(
        {countParameter("motions", "Motions", "of each kind: rotations, mirrors, translations", 20, 1, 1000),
         nodesParameter(), seedParameter()});
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const auto graph = graphOf(inputs, values, static_cast<Index>(values.integer("nodes")));
    const auto rounded = equivariantInput<float>(arraysOf(graph), graph.setting);
    const Index motions = static_cast<Index>(values.integer("motions"));
    const auto seed = static_cast<std::uint64_t>(values.integer("seed"));
    Random random(splitMix64(seed)), again = random;
    Diagnostics unheard;
    PartProgress first(progress, 0, 0.5), second(progress, 0.5, 1);
    const EquivarianceErrors exact = equivarianceErrors(graph, motions, random, compute.threads, diagnostics, first);
    const EquivarianceErrors rough = equivarianceErrors(rounded, motions, again, compute.threads, unheard, second);
    ArrayBundle plot;
    std::vector<double> numbers;
    for (Index k = 1; k <= motions; ++k) numbers.push_back(double(k));
    plot["axis_motion"] = columnOf(numbers);
    addErrors(plot, exact, "float64");
    addErrors(plot, rough, "float32");
    plot["curve_rotation, outputs not turned"] = exact.unturned;
    plot["curve_tolerance of the guide"] = Array<double>({motions}, kGuideTolerance);
    plot["quantity_largest difference of an output"] = columnOf({});
    plot["log_axes"] = Array<Bool>({2}, {Bool{0}, Bool{1}});
    return {arrayResult("Equivariance of " + graphName(inputs) + ": largest error " + shortNumber(largestOf(rough)) +
                            " in float32, " + shortNumber(largestOf(exact)) + " in float64",
                        std::move(plot))};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCheckEquivariance() { return std::make_unique<CheckEquivariance>(); }

}  // namespace engine
