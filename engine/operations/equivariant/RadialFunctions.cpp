// Operation "equivariant radial": the functions that stand for a distance, and the soft cut-off.
#include <string>

#include "engine/base/ParameterKinds.h"
#include "engine/operations/equivariant/GraphInput.h"

namespace engine {

namespace {

constexpr Index kSamples = 261, kMostFunctions = 24;
constexpr double kShownRadii = 1.1;  // a little more than the radius, to see that all is over there

/// "function 03": in the order of the functions.
std::string functionName(Index k) { return std::string(k < 9 ? "function 0" : "function ") + std::to_string(k + 1); }

class RadialFunctions : public GraphOperation {
 public:
  std::string id() const override { return "equivariant radial"; }
  std::string title() const override { return "Radial basis and soft cut-off"; }
  std::string help() const override {
    return "The functions of a distance from which the radial networks make the weights of keys and values, the sum of "
           "their squares, which is 1 on average, and the soft cut-off c = exp(-1 / (10 (1 - r / r_max))): 0.905 at "
           "0, never 1, 0 from r_max on with all its derivatives.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> list;
    for (Parameter& parameter : layerParameters()) {
      if (parameter.key == "basis") parameter.maximum = double(kMostFunctions);
      if (parameter.key == "basis" || parameter.key == "radial" || parameter.key == "max_radius")
        list.push_back(std::move(parameter));
    }
    return list;
  }
  bool isLive() const override { return true; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    ParameterValues all = values;
    for (const Parameter& parameter : layerParameters())
      if (!all.contains(parameter.key)) all.fill(parameter.key, parameter.standard);
    const EquivariantSetting setting = layerSetting(all);
    const RadialBasis basis = setting.basis();
    Array<double> r({kSamples}), cutoff({kSamples}), squares({kSamples});
    std::vector<Array<double>> functions(static_cast<size_t>(basis.count), Array<double>({kSamples}));
    std::vector<double> at(static_cast<size_t>(basis.count));
    for (Index k = 0; k < kSamples; ++k) {
      r[k] = kShownRadii * setting.maxRadius * double(k) / double(kSamples - 1);
      cutoff[k] = setting.cutoff(r[k]);
      radialBasis(basis, r[k], at.data());
      for (size_t i = 0; i < at.size(); ++i) {
        functions[i][k] = at[i];
        squares[k] += at[i] * at[i];
      }
    }
    ArrayBundle plot{{"axis_distance r", r},
                     {"curve_cut-off c", cutoff},
                     {"curve_sum of squares", squares},
                     {"quantity_value of the function", columnOf({})}};
    for (Index i = 0; i < basis.count; ++i) plot["curve_" + functionName(i)] = functions[static_cast<size_t>(i)];
    return {arrayResult("Radial basis (" + values.text("radial") + ") and cut-off at " + shortNumber(setting.maxRadius),
                        std::move(plot))};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeRadialFunctions() { return std::make_unique<RadialFunctions>(); }

}  // namespace engine
