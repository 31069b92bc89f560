// Operation "feature-cost": softmax attention beside attention through random features, by formula and measured, over
// the length.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/attention/Mechanism.h"
#include "engine/attention/performer/RandomFeatures.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"

namespace engine {

namespace {

constexpr Index kShortest = 16;
constexpr int kRepetitions = 3;

/// The same attention in one way: what is run, and what it costs by its formulae.
struct Way {
  std::string name, mechanism;
  ParameterValues values;
  ArrayBundle more = {};  ///< arrays that it takes besides Q, K and V
  std::vector<double> seconds = {}, flops = {}, bytes = {};
};

std::vector<Way> ways(const ParameterValues& values) {
  Way exact{"softmax attention", "dot", {}}, features{"random features", "performer", {}};
  exact.values.set("maps", false);
  features.values.set("phi", false);
  // Drawn beforehand, as models do: the time of a layer has no part of it.
  const auto depth = static_cast<Index>(values.integer("depth")),
             asked = static_cast<Index>(values.integer("features"));
  Random random(0);
  const Array<double> W = randomFeatures(asked > 0 ? asked : defaultFeatureCount(depth), depth, {}, random);
  Array<float> given(W.shape(), 0.0f, "W");
  std::transform(W.begin(), W.end(), given.begin(), [](double value) { return static_cast<float>(value); });
  features.more["W"] = std::move(given);
  return {exact, features};
}

ArrayBundle inputsOf(Index length, const ParameterValues& values) {
  const Shape shape{1, static_cast<Index>(values.integer("heads")), length,
                    static_cast<Index>(values.integer("depth"))};
  ArrayBundle arrays;
  std::uint64_t seed = 31;
  for (const char* name : {"Q", "K", "V"}) arrays[name] = deterministicArray<float>(seed++, shape, 0.5, name);
  return arrays;
}

/// The least of several runs on one thread.
double secondsOf(const Mechanism& mechanism, const ArrayBundle& arrays, const ParameterValues& values,
                 Progress& progress) {
  double least = 1e300;
  for (int run = 0; run < kRepetitions; ++run) {
    Diagnostics ignored;
    const auto start = std::chrono::steady_clock::now();
    mechanism.run(arrays, values, Precision::float32, {nullptr, 1}, ignored, progress);
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

/// The length at which two lines cross, straight between lengths on logarithmic axes; 0 when they do not, beyond the
/// first length.
double crossing(const std::vector<double>& lengths, const std::vector<double>& rising,
                const std::vector<double>& flat) {
  for (size_t k = 1; k < lengths.size(); ++k) {
    const double before = std::log(rising[k - 1] / flat[k - 1]), after = std::log(rising[k] / flat[k]);
    if (before <= 0 && after > 0)
      return lengths[k - 1] * std::pow(lengths[k] / lengths[k - 1], -before / (after - before));
  }
  return 0;
}

class FeatureCost : public Operation {
 public:
  std::string id() const override { return "feature-cost"; }
  std::string title() const override { return "Linear against quadratic attention"; }
  std::vector<std::string> headings() const override { return {"Attention", "Random features"}; }
  std::string formula() const override {
    return "softmax(Q K^T) V: 4 L^2 d\n"
           "φ(Q) (φ(K)^T V): 8 L m d";
  }
  std::string help() const override {
    return "Runs softmax attention, whose operations grow with the square of the length, and attention through random "
           "features, whose operations grow with the length, on sequences that get longer: seconds on one thread, "
           "operations and memory by the formulae of both mechanisms. Where the lines cross features begin to pay; "
           "with m = d ln d of them that is at a length of a few hundred.";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {countParameter("depth", "Depth", "d of a head", 64, 2, 256),
            named(countParameter("features", "Features", "m; automatic: d ln d, rounded down", 0, 1, 16384),
                  {{0, "automatic"}}),
            countParameter("heads", "Heads", "that are computed", 1, 1, 64),
            countParameter("longest", "Longest sequence", "L grows in powers of two up to it", 4096, kShortest, 32768)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress& progress) const override {
    std::vector<double> lengths;
    for (Index L = kShortest; L <= values.integer("longest"); L *= 2) lengths.push_back(double(L));
    std::vector<Way> found = ways(values);
    double done = 0;
    for (const double length : lengths) {
      const ArrayBundle shared = inputsOf(static_cast<Index>(length), values);
      for (Way& way : found) {
        progress.update(done / double(lengths.size() * found.size()), way.name);
        done += 1;
        ArrayBundle arrays = shared;
        arrays.insert(way.more.begin(), way.more.end());
        const Mechanism& mechanism = findMechanism(way.mechanism);
        const Cost cost = mechanism.costOf(arrays, completed(mechanism.parameters(), way.values), Precision::float32);
        way.flops.push_back(cost.flops);
        way.bytes.push_back(cost.memory);
        way.seconds.push_back(secondsOf(mechanism, arrays, way.values, progress));
      }
    }
    return {plot({}, "Seconds", "seconds (measured)", lengths, found, &Way::seconds),
            plot("operations", "Operations", "operations, flop", lengths, found, &Way::flops),
            plot("memory", "Memory", "memory, B", lengths, found, &Way::bytes)};
  }

 private:
  /// Both ways, and how a square and a line grow from the same first and last values.
  static Dataset plot(const std::string& word, const std::string& what, const std::string& quantity,
                      const std::vector<double>& lengths, const std::vector<Way>& ways,
                      std::vector<double> Way::*values) {
    ArrayBundle arrays;
    for (const Way& way : ways) arrays["curve_" + way.name] = column(way.*values);
    const auto guide = [&](const std::vector<double>& through, double power) {
      std::vector<double> line;
      for (const double length : lengths) line.push_back(through.back() * std::pow(length / lengths.back(), power));
      return column(line);
    };
    arrays["rule_grows with L²"] = guide(ways[0].*values, 2);
    arrays["rule_grows with L"] = guide(ways[1].*values, 1);
    arrays["axis_length L"] = column(lengths);
    arrays["log_axes"] = Array<Bool>({2}, Bool{1});
    say(arrays, "quantity_" + quantity);
    const double at = crossing(lengths, ways[0].*values, ways[1].*values);
    const std::string tail = at > 0 ? ": features pay from L = " + std::to_string(std::lround(at)) : "";
    return plotDataset(word, what + " of linear and of quadratic attention" + tail, std::move(arrays));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeFeatureCost() { return std::make_unique<FeatureCost>(); }

}  // namespace engine
