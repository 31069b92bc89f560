// Operation "taylor": the Gaussian kernel as a sum over degrees without end.
#include <algorithm>
#include <cmath>

#include "engine/attention/random-features/KernelSeries.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"

namespace engine {

namespace {

constexpr Index kPointsOfCurve = 161;
constexpr double kWidest = 4;
constexpr Index kMostFeatures = 6;  ///< that are drawn

std::vector<double> positions() { return evenly(-kWidest, kWidest, kPointsOfCurve); }

class ShowTaylorSeries : public Operation {
 public:
  std::string id() const override { return "taylor"; }
  std::string title() const override { return "Taylor series of the Gaussian kernel"; }
  std::vector<std::string> headings() const override { return {"Attention", "Random features"}; }
  std::string formula() const override {
    return "exp(−(x − z)^2 / 2) = exp(−x^2 / 2) exp(−z^2 / 2) Σ_n (x z)^n / n!\n"
           "φ_n(x) = exp(−x^2 / 2) x^n / √(n!)";
  }
  std::string help() const override {
    return "The Gaussian kernel is a sum of polynomial kernels of all degrees: each step adds one. Every degree is one "
           "more feature, and the farther x and z lie from 0, the more are needed, so that no finite list is enough; "
           "random features take a sample of another list instead (see \"fourier\"). Also drawn: the error over the "
           "degree, and the first features.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {numberParameter("z", "z", "", "the place of the kernel's peak", 1.5, -4, 4),
            countParameter("degree", "Highest degree", "of the last step", 12, 0, 60)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    const auto degree = static_cast<Index>(values.integer("degree"));
    return {series(values.real("z"), degree), errors(values.real("z"), degree), features(degree)};
  }

 private:
  static Dataset series(double z, Index degree) {
    const std::vector<double> x = positions();
    std::vector<std::vector<double>> sums, terms;
    ArrayBundle arrays;
    for (Index n = 0; n <= degree; ++n) {
      sums.push_back(valuesAt(x, [&](double at) { return gaussianByTaylor(at, z, n); }));
      terms.push_back(valuesAt(x, [&](double at) { return gaussianFeature(at, n) * gaussianFeature(z, n); }));
      sayStep(arrays, n, n == 0 ? "degree 0" : "degrees up to " + std::to_string(n));
    }
    arrays["axis_x"] = column(x);
    arrays["curve_sum of the degrees"] = inSteps(sums);
    arrays["curve_last degree"] = inSteps(terms);
    arrays["rule_exp(−(x − z)² / 2)"] =
        column(valuesAt(x, [&](double at) { return std::exp(-(at - z) * (at - z) / 2); }));
    say(arrays, "quantity_kernel of x and z");
    return plotDataset({}, "Taylor series of the Gaussian kernel", std::move(arrays));
  }

  static Dataset errors(double z, Index degree) {
    ArrayBundle arrays;
    std::vector<double> degrees;
    for (Index n = 0; n <= degree; ++n) degrees.push_back(double(n));
    for (const double reach : {1.0, 2.0, 3.0, 4.0}) {
      std::vector<double> largest;
      for (Index n = 0; n <= degree; ++n) {
        double worst = 0;
        for (const double x : positions())
          if (std::abs(x) <= reach)
            worst = std::max(worst, std::abs(gaussianByTaylor(x, z, n) - std::exp(-(x - z) * (x - z) / 2)));
        largest.push_back(worst < 1e-15 ? 0 : worst);
      }
      arrays["curve_x from −" + std::to_string(int(reach)) + " to " + std::to_string(int(reach))] = column(largest);
    }
    arrays["axis_highest degree"] = column(degrees);
    arrays["log_axes"] = Array<Bool>({2}, {Bool{false}, Bool{true}});
    say(arrays, "quantity_largest error of the sum");
    return plotDataset("error", "Taylor series: error by degree", std::move(arrays));
  }

  static Dataset features(Index degree) {
    const std::vector<double> x = positions();
    ArrayBundle arrays{{"axis_x", column(x)}};
    for (Index n = 0; n <= std::min(degree, kMostFeatures - 1); ++n)
      arrays["curve_φ of degree " + std::to_string(n)] =
          column(valuesAt(x, [&](double at) { return gaussianFeature(at, n); }));
    say(arrays, "quantity_feature");
    return plotDataset("features", "Features of the Gaussian kernel", std::move(arrays));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeShowTaylorSeries() { return std::make_unique<ShowTaylorSeries>(); }

}  // namespace engine
