// Operation "fourier": from the Fourier series of a kernel to Bochner's theorem, which random features rest on.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/attention/random-features/KernelSeries.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"

namespace engine {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
constexpr Index kPoints = 241;
constexpr double kWidestFrequency = 4, kWidestDistance = 6;
constexpr Index kClocks = 12;

ShiftKernel kernelNamed(const std::string& name) {
  return name == "gaussian" ? ShiftKernel::gaussian : name == "laplace" ? ShiftKernel::laplace : ShiftKernel::box;
}

std::string formulaOf(ShiftKernel kernel) {
  constexpr const char* kTexts[] = {"exp(−t² / 2)", "exp(−|t|)", "sin(t) / t"};
  return kTexts[static_cast<size_t>(kernel)];
}

/// 1, 2, 4, ... up to `most`.
std::vector<Index> doublings(Index most) {
  std::vector<Index> counts;
  for (Index count = 1; count < most; count *= 2) counts.push_back(count);
  counts.push_back(most);
  return counts;
}

class ShowFourier : public Operation {
 public:
  std::string id() const override { return "fourier"; }
  std::string title() const override { return "From Fourier series to Bochner's theorem"; }
  std::vector<std::string> headings() const override { return {"Attention", "Random features"}; }
  std::string formula() const override {
    return "k(t) = Σ_k c_k exp(i ω_k t), ω_k = 2π k / L\n"
           "k(x − z) = E_ω cos(ω (x − z)) = E_ω (cos ωx, sin ωx) · (cos ωz, sin ωz)";
  }
  std::string help() const override {
    return "First the Fourier series of a kernel that is repeated after a period, a cosine more with each step. Then "
           "its "
           "coefficients, which become a density of frequencies as the period grows: of a kernel of distances that is "
           "Bochner's theorem. Then the kernel as the mean of cosines whose frequencies are drawn from that density, "
           "beside the standard deviation that such a mean has, and the frequencies drawn. At last clocks: each "
           "frequency turns x and z to places on a circle, whose product is one cosine of the mean. Trigonometric "
           "features of Performers are these places.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {choiceParameter("kernel", "Kernel",
                            "of the distance t; its frequencies are normal, Cauchy, or even between -1 and 1",
                            {"gaussian", "laplace", "box"}),
            numberParameter("period", "Period", "", "L, after which the series repeats the kernel", 10, 2, 100),
            countParameter("terms", "Cosines", "of the last step of the series", 10, 1, 100),
            countParameter("draws", "Frequencies", "of the last step of the mean; each step has twice as many", 1024, 1,
                           65536),
            countParameter("seed", "Random seed", "of the frequencies", 0, 0, 9e15),
            numberParameter("x", "x", "", "turned by the clocks", 0.8, -10, 10),
            numberParameter("z", "z", "", "turned by the clocks", -0.2, -10, 10)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    const ShiftKernel kernel = kernelNamed(values.text("kernel"));
    Random random(static_cast<std::uint64_t>(values.integer("seed")));
    std::vector<double> frequencies;
    for (std::int64_t k = 0; k < values.integer("draws"); ++k) frequencies.push_back(drawFrequency(kernel, random));
    return {series(kernel, values.real("period"), static_cast<Index>(values.integer("terms"))), coefficients(kernel),
            mean(kernel, frequencies), drawn(kernel, frequencies),
            clocks(kernel, frequencies, values.real("x"), values.real("z"))};
  }

 private:
  static Dataset series(ShiftKernel kernel, double period, Index terms) {
    const std::vector<double> t = evenly(-period, period, kPoints), c = fourierCoefficients(kernel, period, terms);
    const auto cosine = [&](Index k, double at) {
      return (k == 0 ? 1 : 2) * nth(c, k) * std::cos(2 * kPi * double(k) * at / period);
    };
    std::vector<std::vector<double>> sums, last;
    ArrayBundle arrays;
    std::vector<double> sum(t.size(), 0.0);
    for (Index k = 0; k <= terms; ++k) {
      last.push_back(valuesAt(t, [&](double at) { return cosine(k, at); }));
      std::transform(sum.begin(), sum.end(), last.back().begin(), sum.begin(), std::plus<>());
      sums.push_back(sum);
      sayStep(arrays, k,
              k == 0 ? "the mean alone" : "frequencies up to ω = " + numberText(2 * kPi * double(k) / period));
    }
    arrays["axis_distance t"] = column(t);
    arrays["curve_sum of cosines"] = inSteps(sums);
    arrays["curve_last cosine"] = inSteps(last);
    arrays["rule_" + formulaOf(kernel)] = column(valuesAt(t, [&](double at) { return kernelAt(kernel, at); }));
    say(arrays, "quantity_kernel");
    return plotDataset({}, "Fourier series of the kernel, repeated after " + numberText(period), std::move(arrays));
  }

  /// c_k L / 2π at ω_k, for periods that double.
  static Dataset coefficients(ShiftKernel kernel) {
    constexpr std::array<double, 6> kPeriods = {2, 4, 8, 16, 32, 64};
    const std::vector<double> omega = evenly(-kWidestFrequency, kWidestFrequency, kPoints);
    const auto most = static_cast<Index>(kWidestFrequency * kPeriods.back() / (2 * kPi));
    Array<double> dots({std::ssize(kPeriods), 2, 2 * most + 1}, kNowhere);
    ArrayBundle arrays;
    for (Index step = 0; step < std::ssize(kPeriods); ++step) {
      const double period = nth(kPeriods, step);
      const auto terms = static_cast<Index>(kWidestFrequency * period / (2 * kPi));
      const std::vector<double> c = fourierCoefficients(kernel, period, terms);
      for (Index k = -terms; k <= terms; ++k) {
        dots(step, 0, k + terms) = 2 * kPi * double(k) / period;
        dots(step, 1, k + terms) = nth(c, std::abs(k)) * period / (2 * kPi);
      }
      sayStep(arrays, step, "period L = " + std::to_string(int(period)));
    }
    arrays["axis_frequency ω"] = column(omega);
    arrays["curve_density p(ω)"] = column(valuesAt(omega, [&](double at) { return densityAt(kernel, at); }));
    arrays["dots_coefficients c L / 2π"] = std::move(dots);
    say(arrays, "quantity_density of frequencies");
    return plotDataset("coefficients", "Coefficients become a density as the period grows", std::move(arrays));
  }

  /// The mean of more and more cosines, beside the kernel.
  static Dataset mean(ShiftKernel kernel, const std::vector<double>& frequencies) {
    const std::vector<double> t = evenly(-kWidestDistance, kWidestDistance, kPoints);
    const std::vector<Index> counts = doublings(std::ssize(frequencies));
    std::vector<std::vector<double>> means;
    Array<double> band({std::ssize(counts), 2, std::ssize(t)});
    ArrayBundle arrays;
    for (Index step = 0; step < std::ssize(counts); ++step) {
      const Index count = nth(counts, step);
      means.push_back(valuesAt(t, [&](double at) {
        double sum = 0;
        for (Index k = 0; k < count; ++k) sum += std::cos(nth(frequencies, k) * at);
        return sum / double(count);
      }));
      for (Index k = 0; k < std::ssize(t); ++k) {
        const double at = nth(t, k), spread = spreadOfMean(kernel, at, count);
        band(step, 0, k) = kernelAt(kernel, at) - spread;
        band(step, 1, k) = kernelAt(kernel, at) + spread;
      }
      sayStep(arrays, step, std::to_string(count) + (count == 1 ? " frequency" : " frequencies"));
    }
    arrays["axis_distance t"] = column(t);
    arrays["curve_mean of cos ωt"] = inSteps(means);
    arrays["band_kernel ± standard deviation"] = std::move(band);
    arrays["rule_" + formulaOf(kernel)] = column(valuesAt(t, [&](double at) { return kernelAt(kernel, at); }));
    say(arrays, "quantity_kernel");
    return plotDataset("mean", "Bochner: the kernel as a mean of cosines", std::move(arrays));
  }

  /// The first of them, at the height of the density.
  static Dataset drawn(ShiftKernel kernel, const std::vector<double>& frequencies) {
    constexpr Index kMost = 256;
    const std::vector<double> omega = evenly(-kWidestFrequency, kWidestFrequency, kPoints);
    const std::vector<Index> counts = doublings(std::min<Index>(std::ssize(frequencies), kMost));
    Array<double> dots({std::ssize(counts), 2, counts.back()}, kNowhere);
    ArrayBundle arrays;
    for (Index step = 0; step < std::ssize(counts); ++step) {
      for (Index k = 0; k < nth(counts, step); ++k) {
        const double at = nth(frequencies, k);
        if (std::abs(at) > kWidestFrequency) continue;
        dots(step, 0, k) = at;
        dots(step, 1, k) = densityAt(kernel, at);
      }
      sayStep(arrays, step, std::to_string(nth(counts, step)) + " of them");
    }
    arrays["axis_frequency ω"] = column(omega);
    arrays["curve_density p(ω)"] = column(valuesAt(omega, [&](double at) { return densityAt(kernel, at); }));
    arrays["dots_drawn"] = std::move(dots);
    say(arrays, "quantity_density of frequencies");
    return plotDataset("frequencies", "Bochner: frequencies that are drawn", std::move(arrays));
  }

  static Dataset clocks(ShiftKernel kernel, const std::vector<double>& frequencies, double x, double z) {
    const Index count = std::min<Index>(kClocks, std::ssize(frequencies));
    Array<double> handX({count, 2, 2}), handZ({count, 2, 2});
    ArrayBundle arrays;
    double sum = 0;
    for (Index k = 0; k < count; ++k) {
      const double omega = nth(frequencies, k), cosine = std::cos(omega * (x - z));
      sum += cosine;
      for (auto [hand, at] : {std::pair(&handX, x), std::pair(&handZ, z)}) {
        (*hand)(k, 0, 1) = std::cos(omega * at);
        (*hand)(k, 1, 1) = std::sin(omega * at);
      }
      sayStep(arrays, k,
              "ω = " + numberText(omega) + ", cosine " + numberText(cosine) + ", mean " +
                  numberText(sum / double(k + 1)) + ", kernel " + numberText(kernelAt(kernel, x - z)));
    }
    arrays["arrow_x = " + numberText(x)] = std::move(handX);
    arrays["arrow_z = " + numberText(z)] = std::move(handZ);
    arrays["outline_circle"] = unitCircle();
    say(arrays, "axis_cos of ω times the number");
    say(arrays, "quantity_sin of ω times the number");
    return plotDataset("clocks", "Bochner: clocks of x and z", std::move(arrays));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeShowFourier() { return std::make_unique<ShowFourier>(); }

}  // namespace engine
