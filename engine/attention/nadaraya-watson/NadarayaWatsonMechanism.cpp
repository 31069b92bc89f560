// The mechanism "nadaraya-watson": kernel regression as attention.
#include "engine/attention/nadaraya-watson/NadarayaWatson.h"

#include <cmath>

#include "engine/attention/ShapeLetters.h"
#include "engine/attention/TypedMechanism.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

VariableBundle nadarayaWatsonOnTape(TapeCall& call);  // NadarayaWatsonOnTape.cpp

namespace {

class NadarayaWatsonMechanism : public TypedMechanism<NadarayaWatsonMechanism> {
 public:
  std::string id() const override { return "nadaraya-watson"; }
  std::string title() const override { return "Nadaraya-Watson kernel regression"; }
  MechanismGroup group() const override { return MechanismGroup::kernels; }
  std::string formula() const override {
    return "A_ij = K(u_ij) / Σ_j K(u_ij)\n"
           "u_ij = (q_i − k_j) / h\n"
           "y(q_i) = Σ_j A_ij v_j";
  }
  std::string help() const override {
    return "h is the bandwidth. Kernels: gaussian exp(-u^2/2), boxcar 1 "
           "for |u| < 1, triangular max(0, 1 - |u|) (the one that d2l calls Epanechikov), epanechikov max(0, 1 - u^2), "
           "constant 1. A has one row per query, which sums to 1; d2l shows the transpose, whose columns do. Nadaraya "
           "1964, Watson 1964. Look at A while the width changes: the Gaussian is a softmax of -u^2/2, narrow ones "
           "follow the nearest key, wide ones the mean of all values. A query without any key inside a compact kernel "
           "gets zeros and a warning. intermediates=yes gives u and K(u).";
  }
  std::vector<Parameter> parameters() const override {
    return {choiceParameter("kernel", "Kernel K", "shape of the weight as a function of the distance",
                            {"gaussian", "boxcar", "triangular", "epanechikov", "constant"}),
            numberParameter("width", "Bandwidth h", "",
                            "standard deviation of the Gaussian, half width of the others, in the "
                            "unit of the keys",
                            1, 1e-30, 1e30),
            flagParameter("intermediates", "Intermediate results", "yes: also u and K(u) of every query and key",
                          false)};
  }
  std::vector<ArrayDescription> inputs() const override {
    return {{"keys", "(m)", "places where the value is known"},
            {"values", "(m)", "values there"},
            {"queries", "(n)", "places to estimate the value at"}};
  }
  std::vector<ArrayDescription> outputs() const override {
    return {{"u", "(n, m)", "(query - key) / width (intermediates=yes)", true},
            {"K", "(n, m)", "kernel of u, before the division by the sum (intermediates=yes)", true},
            {"A", "(n, m)", "weights: one row per query"},
            {"y", "(n)", "estimates"}};
  }
  /// Points around a curve, asked for at their own places, so that curve and points share an axis.
  Sample sample() const override {
    constexpr Index kPoints = 60;
    const Array<float> noise = deterministicArray<float>(61, {kPoints}, 0.8);
    Array<float> keys({kPoints}, 0.0f, "keys"), values({kPoints}, 0.0f, "values");
    for (Index i = 0; i < kPoints; ++i) {
      const double x = 5.0 * static_cast<double>(i) / static_cast<double>(kPoints - 1);
      keys[i] = static_cast<float>(x);
      values[i] = static_cast<float>(2 * std::sin(x) + std::pow(x, 0.8)) + noise[i];
    }
    Sample sample{"Noisy curve", {{"keys", keys}, {"values", values}, {"queries", keys}}, {}, {}, {}};
    sample.values.set("width", 0.3);
    return sample;
  }
  ArrayBundle curves(const ArrayBundle& inputs, const ArrayBundle& outputs) const override {
    ArrayBundle plot{
        {"axis_x", inputs.at("queries")}, {"curve_regression", outputs.at("y")}, {"quantity_y", Array<double>({0})}};
    if (inputs.at("queries") == inputs.at("keys")) plot["points_measured"] = inputs.at("values");
    return plot;
  }
  std::vector<NamedMaps> maps(const ArrayBundle& outputs) const override {
    std::vector<NamedMaps> maps = Mechanism::maps(outputs);
    for (NamedMaps& each : maps) each.heads->queryUnit = each.heads->keyUnit = "point";
    return maps;
  }
  ArrayBundle sampleInput() const override {
    Array<float> keys({5}, 0.0f, "keys"), values({5}, 0.0f, "values");
    for (Index i = 0; i < 5; ++i) {
      keys[i] = static_cast<float>(i);
      values[i] = static_cast<float>(2 * std::sin(double(i)) + double(i));
    }
    return {{"keys", keys}, {"values", values}, {"queries", Array<float>({2}, {0.5f, 2.25f}, "queries")}};
  }
  TapeForm tapeForm() const override { return nadarayaWatsonOnTape; }
  std::vector<BenchCase> benchCases() const override {
    return {{"n=1000 m=20000",
             {},
             benchArrays({{"keys", {20000}, 5}, {"values", {20000}}, {"queries", {1000}, 5}})}};
  }
  CostFormulas cost(const ParameterValues& values) const override {
    const std::string kept = values.flag("intermediates") ? " + 2*n*m" : "";
    return {"8*n*m", "w*(2*m + 2*n + n*m" + kept + ")", "w*(n*(m + 1)" + kept + ") + 8*m"};
  }
  template <class T>
  ArrayBundle computeAs(const MechanismCall& call) const {
    ShapeLetters letters;
    NadarayaWatsonInput<T> input;
    input.keys = readArray<T>(call.inputs, "keys", letters, {"m"});
    input.values = readArray<T>(call.inputs, "values", letters, {"m"});
    input.queries = readArray<T>(call.inputs, "queries", letters, {"n"});
    input.kernel = kernelOf(call.values.text("kernel"));
    input.width = call.values.real("width");
    NadarayaWatsonResult<T> result = nadarayaWatson(input, call.where.threads, call.diagnostics, call.progress);
    ArrayBundle outputs;
    if (call.values.flag("intermediates")) {
      RegressionKernelValues<T> values = regressionKernelValues(input, call.where.threads, call.progress);
      give(outputs, "u", std::move(values.u));
      give(outputs, "K", std::move(values.K));
    }
    give(outputs, "A", std::move(result.A));
    give(outputs, "y", std::move(result.y));
    return outputs;
  }

 private:
  static RegressionKernel kernelOf(const std::string& name) {
    if (name == "boxcar") return RegressionKernel::boxcar;
    if (name == "triangular") return RegressionKernel::triangular;
    if (name == "epanechikov") return RegressionKernel::epanechikov;
    return name == "constant" ? RegressionKernel::constant : RegressionKernel::gaussian;
  }
};

}  // namespace

std::unique_ptr<const Mechanism> makeNadarayaWatson() { return std::make_unique<NadarayaWatsonMechanism>(); }

}  // namespace engine
