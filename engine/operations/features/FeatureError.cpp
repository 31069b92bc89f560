// Operation "feature-error": how far random features are from softmax attention, over their number, the angle and the
// length of the vectors.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "engine/attention/Mechanism.h"
#include "engine/attention/random-features/KernelErrors.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/ParameterKinds.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/MeasuredCurves.h"
#include "engine/operations/features/PlotArrays.h"

namespace engine {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kRounding = 1e-12;  ///< smaller errors are rounding: features are exact there
const std::string kKernelError = "relative error of exp(q·k), root mean square";

/// What is measured at one place of an axis.
struct Measured {
  double at = 0;
  PairShape shape;
  Index features = 0;
};

/// Numbers of random features, in powers of two.
std::vector<Index> featureCounts(Index most) {
  std::vector<Index> counts;
  for (Index m = 4; m < most; m *= 2) counts.push_back(m);
  counts.push_back(most);
  return counts;
}

/// By place and seed; each draw is a task, since a single one is too small to be cut.
std::vector<std::vector<double>> errorsOf(std::size_t places, std::int64_t seeds, const std::string& name, int threads,
                                          Progress& progress,
                                          const std::function<double(std::size_t place, std::int64_t seed)>& error) {
  std::vector<std::vector<double>> errors(places, std::vector<double>(static_cast<std::size_t>(seeds)));
  parallelFor(static_cast<Index>(places) * seeds, 1, threads, progress, name, [&](Index begin, Index end) {
    for (Index draw = begin; draw < end; ++draw) {
      const auto place = static_cast<std::size_t>(draw / seeds);
      errors[place][static_cast<std::size_t>(draw % seeds)] = error(place, draw % seeds);
    }
  });
  return errors;
}

/// A share of the whole for each estimator.
PartProgress progressOf(std::size_t estimator, Progress& whole) {
  const auto count = static_cast<double>(kernelEstimators().size());
  return PartProgress(whole, static_cast<double>(estimator) / count, static_cast<double>(estimator + 1) / count);
}

class FeatureError : public Operation {
 public:
  std::string id() const override { return "feature-error"; }
  std::string title() const override { return "Errors of random features"; }
  std::vector<std::string> headings() const override { return {"Attention", "Random features"}; }
  std::string formula() const override {
    return "exp(q · k) = E φ(q) · φ(k)\n"
           "error^2 = mean((φ(q) · φ(k) / exp(q · k) − 1)^2)";
  }
  std::string help() const override {
    return "Measures how far positive and trigonometric features, of independent and of orthogonal rows, are from what "
           "they stand for: the attention map of Q and K over the number of features m, and exp(q·k) of vectors of one "
           "length at one angle over m, over the angle and over the length. Lines are medians over the seeds, bands go "
           "from the first to the third quartile, grey lines are the formulae of independent rows and the bound of "
           "theorem 2 of Choromanski et al. 2021 for positive features of orthogonal rows. The largest error over all "
           "pairs is drawn beside the shape of theorem 4, whose constant is not known: how it falls, not where it "
           "lies. Four times the features halve the error. Trigonometric features are exact for equal vectors and fail "
           "for opposite ones, positive "
           "ones the other way round; both fail for long vectors.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"arrays",
             "an array file (.npz) with Q and K (L, d), whose map is compared; may have a batch and heads in front",
             {DatasetKind::arrays},
             true,
             "numbers drawn at random"}};
  }
  std::vector<Parameter> parameters() const override {
    return {countParameter("most", "Most features", "m grows in powers of two up to it", 512, 4, 16384),
            countParameter("features", "Features", "m over the angle and over the length", 64, 1, 16384),
            countParameter("depth", "Depth", "d of the vectors that are drawn", 16, 2, 256),
            numberParameter("length", "Length", "", "of q and k after the factor 1/√√d", 1, 0.01, 4),
            numberParameter("angle", "Angle", "°", "between q and k", 60, 0, 180),
            countParameter("seeds", "Seeds", "draws of the projection, of which quartiles are taken", 15, 1, 1000),
            countParameter("pairs", "Pairs", "of vectors, each turned at random, over which a draw's error is taken",
                           32, 1, 10000),
            countParameter("tokens", "Tokens", "of Q and K when they are drawn", 64, 1, 4096),
            numberParameter("spread", "Spread", "", "standard deviation of the numbers of Q and K when they are drawn",
                            0.5, 0, 10),
            choiceParameter("curves", "Curves", "map: of the attention map alone, a fraction of the work", {"all", "map"})};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics&, Progress& progress) const override {
    PartProgress mapping(progress, 0, 0.5), reaching(progress, 0.5, 0.6), counting(progress, 0.6, 0.75),
        turning(progress, 0.75, 0.9), stretching(progress, 0.9, 1);
    const PairShape shape{values.real("length"), values.real("angle") * kDegree};
    const auto features = static_cast<Index>(values.integer("features"));
    std::vector<Measured> counts, angles, lengths;
    for (const Index m : featureCounts(static_cast<Index>(values.integer("most"))))
      counts.push_back({double(m), shape, m});
    for (int degrees = 0; degrees <= 180; degrees += 10)
      angles.push_back({double(degrees), {shape.length, degrees * kDegree}, features});
    for (int step = 1; step <= 12; ++step) lengths.push_back({0.2 * step, {0.2 * step, shape.angle}, features});
    const bool isGiven = !inputs.empty() && inputs[0];
    const ArrayBundle arrays = isGiven ? queriesAndKeys(*inputs[0]->as<ArrayBundle>()) : drawn(values);
    std::vector<Dataset> results{mapErrors(arrays, values, compute, mapping)};
    if (values.text("curves") == "map") return results;
    results.push_back(largestErrors(arrays, values, compute, reaching));
    results.push_back(kernelErrors("features", "features m", counts, values, compute, counting));
    results.push_back(kernelErrors("angle", "angle of q and k, °", angles, values, compute, turning));
    results.push_back(kernelErrors("length", "length of q and k", lengths, values, compute, stretching));
    return results;
  }

 private:
  static ArrayBundle queriesAndKeys(const ArrayBundle& given) {
    ArrayBundle arrays;
    for (const char* name : {"Q", "K"}) {
      if (given.count(name) == 0) fail("array ", name, " is missing, expected shape (L, d)");
      arrays[name] = given.at(name);
    }
    arrays["V"] = given.at("K");
    return arrays;
  }
  static ArrayBundle drawn(const ParameterValues& values) {
    const Shape shape{1, 1, static_cast<Index>(values.integer("tokens")), static_cast<Index>(values.integer("depth"))};
    const double scale = values.real("spread") * std::sqrt(3.0);  // of uniform numbers between -1 and 1
    ArrayBundle arrays{{"Q", deterministicArray<double>(601, shape, scale, "Q")},
                       {"K", deterministicArray<double>(602, shape, scale, "K")}};
    arrays["V"] = arrays.at("K");
    return arrays;
  }

  /// Queries, keys and the softmax map of a head.
  struct Head {
    Array<double> Q, K, exact;
  };

  /// The mechanism checks the arrays and knows the exact maps.
  static std::vector<Head> headsOf(const ArrayBundle& arrays) {
    ParameterValues values;
    values.set("features", std::int64_t{1});
    values.set("compare", true);
    values.set("phi", false);
    Diagnostics ignored;
    Progress silent;
    const ArrayBundle outputs =
        findMechanism("performer").run(arrays, values, Precision::float64, {nullptr, 1}, ignored, silent);
    const Array<double> exact = numbersOf<double>(outputs, "A_exact");
    const Index n = exact.length(exact.rank() - 2), L = exact.length(exact.rank() - 1);
    const Index count = n * L == 0 ? 0 : exact.size() / (n * L);
    std::vector<Head> heads;
    for (Index head = 0; head < count; ++head)
      heads.push_back({rowsOf(arrays, "Q", head), rowsOf(arrays, "K", head),
                       Array<double>({n, L}, {exact.begin() + head * n * L, exact.begin() + (head + 1) * n * L}, "A")});
    return heads;
  }

  /// |A - A_exact| / |A_exact|, the mean over heads, which share a projection.
  static double meanMapError(const std::vector<Head>& heads, const KernelEstimator& estimator, Index m,
                             std::int64_t seed) {
    if (heads.empty()) return 0;
    const Array<double> W = estimator.projection(m, heads.front().Q.length(1), static_cast<std::uint64_t>(seed));
    Progress silent;
    double sum = 0;
    for (const Head& head : heads) sum += mapError(head.Q, head.K, W, estimator.kind, head.exact, silent);
    return sum / double(heads.size());
  }

  static Dataset mapErrors(const ArrayBundle& arrays, const ParameterValues& values, const Compute& compute,
                           Progress& progress) {
    const std::vector<Index> counts = featureCounts(static_cast<Index>(values.integer("most")));
    const auto seeds = values.integer("seeds");
    const std::vector<Head> heads = headsOf(arrays);
    ArrayBundle plot;
    std::vector<double> axis(counts.begin(), counts.end());
    for (std::size_t k = 0; k < kernelEstimators().size(); ++k) {
      const KernelEstimator& estimator = kernelEstimators()[k];
      PartProgress part = progressOf(k, progress);
      addMeasured(plot, estimator.name(),
                  errorsOf(counts.size(), seeds, estimator.name(), compute.threads, part,
                           [&](std::size_t place, std::int64_t seed) {
                             return meanMapError(heads, estimator, counts[place], seed);
                           }));
    }
    plot["axis_features m"] = column(axis);
    plot["log_axes"] = Array<Bool>({2}, Bool{1});
    say(plot, "quantity_error of the map, |A − A exact| / |A exact|: median and quartiles");
    return plotDataset({}, "Error of the attention map by features", std::move(plot));
  }

  /// Of a head, counted over the batch: rows (L, d); none where it is not there.
  static Array<double> rowsOf(const ArrayBundle& arrays, const char* name, Index head) {
    const Array<double> all = numbersOf<double>(arrays, name);
    const Index L = all.length(all.rank() - 2), d = all.length(all.rank() - 1), first = head * L * d;
    if (all.size() < first + L * d) return Array<double>({0, d}, 0.0, name);
    return Array<double>({L, d}, std::vector<double>(all.begin() + first, all.begin() + first + L * d), name);
  }

  /// What theorem 4 speaks of: the largest error of all pairs, before rows are divided by their sums.
  static Dataset largestErrors(const ArrayBundle& arrays, const ParameterValues& values, const Compute& compute,
                               Progress& progress) {
    const Array<double> Q = rowsOf(arrays, "Q", 0), K = rowsOf(arrays, "K", 0);
    const std::vector<Index> counts = featureCounts(static_cast<Index>(values.integer("most")));
    const double length = std::max(longestInKernel(Q), longestInKernel(K));
    ArrayBundle plot;
    for (std::size_t k = 0; k < kernelEstimators().size(); ++k) {
      const KernelEstimator& estimator = kernelEstimators()[k];
      PartProgress part = progressOf(k, progress);
      addMeasured(plot, estimator.name(),
                  errorsOf(counts.size(), values.integer("seeds"), estimator.name(), compute.threads, part,
                           [&](std::size_t place, std::int64_t seed) {
                             Progress silent;
                             const Array<double> W =
                                 estimator.projection(counts[place], Q.length(1), static_cast<std::uint64_t>(seed));
                             return largestError(Q, K, W, estimator.kind, 1, silent);
                           }));
    }
    plot["rule_shape of theorem 4: its open constant taken as 1"] =
        column(valuesAt(std::vector<double>(counts.begin(), counts.end()),
                        [&](double m) { return uniformErrorShape(length, Index(m), Q.length(1)); }));
    plot["axis_features m"] = column(std::vector<double>(counts.begin(), counts.end()));
    plot["log_axes"] = Array<Bool>({2}, Bool{1});
    say(plot, "quantity_largest error of exp(q·k) over all pairs");
    return plotDataset("largest", "Largest error of exp(q·k) by features", std::move(plot));
  }

  static Dataset kernelErrors(const std::string& word, const std::string& axis, const std::vector<Measured>& places,
                              const ParameterValues& values, const Compute& compute, Progress& progress) {
    const auto depth = static_cast<Index>(values.integer("depth")), pairs = static_cast<Index>(values.integer("pairs"));
    ArrayBundle plot;
    const auto errorAt = [&](const Measured& place, const KernelEstimator& estimator, std::int64_t seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const VectorPairs drawn = vectorPairs(place.shape, pairs, depth, random);
      const Array<double> W = estimator.projection(place.features, depth, random.next());
      Progress silent;
      const double error = relativeError(drawn, place.shape, W, estimator.kind, 1, silent);
      return error < kRounding ? 0 : error;
    };
    for (std::size_t k = 0; k < kernelEstimators().size(); ++k) {
      const KernelEstimator& estimator = kernelEstimators()[k];
      PartProgress part = progressOf(k, progress);
      addMeasured(
          plot, estimator.name(),
          errorsOf(places.size(), values.integer("seeds"), estimator.name(), compute.threads, part,
                   [&](std::size_t place, std::int64_t seed) { return errorAt(places[place], estimator, seed); }));
    }
    addFormulas(plot, places, depth);
    std::vector<double> at;
    for (const Measured& place : places) at.push_back(place.at);
    plot["axis_" + axis] = column(at);
    plot["log_axes"] = Array<Bool>({2}, {Bool{axis.starts_with("features")}, Bool{true}});
    say(plot, "quantity_" + kKernelError);
    return plotDataset(word, "Error of the kernel by " + word, std::move(plot));
  }

  static void addFormulas(ArrayBundle& plot, const std::vector<Measured>& places, Index depth) {
    std::vector<double> positive, trigonometric, bound;
    for (const Measured& place : places) {
      positive.push_back(expectedError(FeatureKind::positive, place.shape, place.features));
      trigonometric.push_back(expectedError(FeatureKind::trigonometric, place.shape, place.features));
      bound.push_back(orthogonalBound(place.shape, place.features, depth));
      for (std::vector<double>* each : {&positive, &trigonometric, &bound})
        if (each->back() < 1e-7) each->back() = 0;  // the root of rounding
    }
    plot["rule_positive, by formula"] = column(positive);
    plot["rule_trigonometric, by formula"] = column(trigonometric);
    plot["rule_positive, orthogonal: at most (theorem 2)"] = column(bound);
  }
};

}  // namespace

std::unique_ptr<const Operation> makeFeatureError() { return std::make_unique<FeatureError>(); }

}  // namespace engine
