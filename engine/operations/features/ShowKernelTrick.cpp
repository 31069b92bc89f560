// Operation "kernel-trick": points that no line parts in the plane, and that a plane parts among three features.
#include <cmath>
#include <numbers>

#include "engine/attention/random-features/KernelSeries.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"

namespace engine {

namespace {

constexpr double kInner = 0.8, kOuterFrom = 1.2, kOuterTo = 1.7;  ///< radii, about that of the circle, 1
constexpr Index kTurns = 13;

/// (count, 2), evenly over a ring.
Array<double> ring(Index count, double from, double to, Random& random, const char* name) {
  Array<double> points({count, 2}, 0.0, name);
  for (Index k = 0; k < count; ++k) {
    const double share = random.uniform(), angle = 2 * std::numbers::pi * random.uniform();
    const double radius = std::sqrt(from * from + share * (to * to - from * from));
    points(k, 0) = radius * std::cos(angle);
    points(k, 1) = radius * std::sin(angle);
  }
  return points;
}

Array<double> transposed(const Array<double>& rows) {
  Array<double> columns({rows.length(1), rows.length(0)});
  for (Index i = 0; i < rows.length(0); ++i)
    for (Index j = 0; j < rows.length(1); ++j) columns(j, i) = rows(i, j);
  return columns;
}

/// Features as seen from a direction that goes round from the side of x_1^2 and x_1 x_2, where they lie mixed, to that
/// where the parting plane x_1^2 + x_2^2 = 1 is seen as a line. (turns, 2, points).
Array<double> turned(const Array<double>& features) {
  const Index n = features.length(0);
  Array<double> views({kTurns, 2, n});
  for (Index turn = 0; turn < kTurns; ++turn) {
    const double angle = std::numbers::pi / 2 * double(turn) / double(kTurns - 1);
    for (Index i = 0; i < n; ++i) {
      // Always along x_1^2; upwards from sqrt 2 x_1 x_2 to x_2^2.
      views(turn, 0, i) = features(i, 0);
      views(turn, 1, i) = std::cos(angle) * features(i, 1) + std::sin(angle) * features(i, 2);
    }
  }
  return views;
}

class ShowKernelTrick : public Operation {
 public:
  std::string id() const override { return "kernel-trick"; }
  std::string title() const override { return "Kernel trick in the plane"; }
  std::vector<std::string> headings() const override { return {"Attention", "Random features"}; }
  std::string formula() const override {
    return "φ(x) = (x_1^2, √2 x_1 x_2, x_2^2)\n"
           "φ(x) · φ(z) = (x · z)^2";
  }
  std::string help() const override {
    return "Points inside and outside of a circle: no line parts them in the plane, but among the three features that "
           "squares make a plane does, which the steps turn until it is seen from its edge. The dot products of the "
           "features are the squares of those of the points, so that the features need never be made: the matrices "
           "show both, and that they are equal. Performers go the other way, from a kernel to features.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {countParameter("points", "Points", "inside the circle, and as many outside", 40, 1, 1000),
            countParameter("seed", "Random seed", "of the points", 1, 0, 9e15)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    const auto count = static_cast<Index>(values.integer("points"));
    Random random(static_cast<std::uint64_t>(values.integer("seed")));
    const Array<double> inner = ring(count, 0, kInner, random, "inner");
    const Array<double> outer = ring(count, kOuterFrom, kOuterTo, random, "outer");
    return {plane(inner, outer), features(inner, outer), kernels(inner, outer)};
  }

 private:
  static Dataset plane(const Array<double>& inner, const Array<double>& outer) {
    ArrayBundle arrays{{"dots_inside", transposed(inner)},
                       {"dots_outside", transposed(outer)},
                       {"trace_x₁² + x₂² = 1 parts them, no line does", unitCircle()}};
    say(arrays, "axis_x₁");
    say(arrays, "quantity_x₂");
    return plotDataset({}, "Kernel trick: points in the plane", std::move(arrays));
  }

  static Dataset features(const Array<double>& inner, const Array<double>& outer) {
    ArrayBundle arrays{
        {"dots_inside", turned(squareFeatures(inner))},
        {"dots_outside", turned(squareFeatures(outer))},
        {"trace_the circle, in the plane that parts them", turned(squareFeatures(transposed(unitCircle())))}};
    for (Index turn = 0; turn < kTurns; ++turn) {
      const auto degrees = std::to_string(90 * turn / (kTurns - 1));
      sayStep(arrays, turn,
              turn == 0            ? "seen along x₂²: mixed"
              : turn == kTurns - 1 ? "seen along √2 x₁x₂: a line parts them"
                                   : "turned by " + degrees + "°");
    }
    say(arrays, "axis_first feature, x₁²");
    say(arrays, "quantity_second feature √2 x₁x₂, turned into the third, x₂²");
    return plotDataset("features", "Kernel trick: three features, turned", std::move(arrays));
  }

  static Dataset kernels(const Array<double>& inner, const Array<double>& outer) {
    const Index half = inner.length(0), n = 2 * half;
    Array<double> X({n, 2}, 0.0, "X");
    std::copy(inner.begin(), inner.end(), X.begin());
    std::copy(outer.begin(), outer.end(), X.begin() + inner.size());
    const Array<double> Phi = squareFeatures(X), K = squareKernel(X);
    Array<double> products({n, n}, 0.0, "Phi_Phi");
    double largest = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        for (Index c = 0; c < 3; ++c) products(i, j) += Phi(i, c) * Phi(j, c);
        largest = std::max(largest, std::abs(products(i, j) - K(i, j)));
      }
    const std::string point = "point", other = "other point";
    ArrayBundle arrays;
    addArray(arrays, X, {"X", {point, "coordinate"}, "the points, those inside first"});
    addArray(arrays, Phi, {"Phi", {point, "feature"}, "x₁², √2 x₁x₂ and x₂² of each point"});
    addArray(arrays, K, {"K", {point, other}, "(x · x')²: no feature was computed"});
    addArray(arrays, std::move(products), {"Phi_Phi", {point, other}, "φ(x) · φ(x'), of the features"});
    addArray(arrays, Array<double>({}, largest), {"difference", {}, "largest difference of the two"});
    return plotDataset("kernels", "Kernel trick: the kernel without and with features", std::move(arrays));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeShowKernelTrick() { return std::make_unique<ShowKernelTrick>(); }

}  // namespace engine
