// Operation "layer-paths": convolution, recurrence and self-attention as three ways to carry a signal from end to end.
#include <limits>

#include "engine/attention/layers/SignalPaths.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

constexpr double kNever = std::numeric_limits<double>::quiet_NaN();
const std::string kLayer = "layer";

double stepsAsNumber(Index steps) { return steps == kNeverReached ? kNever : double(steps); }

class LayerPaths : public Operation {
 public:
  std::string id() const override { return "layer-paths"; }
  std::string title() const override { return "Layers that carry a signal"; }
  std::vector<std::string> headings() const override { return {"Attention"}; }
  std::string formula() const override {
    return "convolution: 2 k n d^2 operations, 1 step, path 2 (n − 1) / (k − 1)\n"
           "recurrence: 4 n d^2 operations, n steps, path n\n"
           "self-attention: 4 n^2 d operations, 1 step, path 1";
  }
  std::string help() const override {
    return "Three ways to carry a signal from one end of a sequence to the other: a convolution hands it on by half a "
           "kernel per layer, a recurrence from state to state, self-attention at once. Operations of a layer, "
           "steps that have to wait for each other, and the steps of the shortest way between every two tokens; the "
           "picture walks it. \"complexity\" measures the same layers in seconds (Vaswani et al. 2017, table 1).";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {countParameter("tokens", "Tokens n", "of the sequence", 16, 1, kMostSignalTokens),
            countParameter("width", "Width d", "numbers of each token", 64, 1, 1024),
            countParameter("kernel", "Kernel k", "tokens that a convolution sees; odd", 3, 1, 31)};
  }
  Place place() const override { return Place::native; }
  bool isLive() const override { return true; }
  void checkParameters(const ParameterValues& values) const override {
    if (values.integer("kernel") % 2 == 0)
      fail("parameter kernel: found ", values.integer("kernel"), ", expected an odd number");
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress& progress) const override {
    const auto n = static_cast<Index>(values.integer("tokens")), d = static_cast<Index>(values.integer("width")),
               k = static_cast<Index>(values.integer("kernel"));
    const auto layers = lectureLayers(d, k);
    const Index count = std::ssize(layers);
    Array<double> operations({count}), waits({count}), longest({count}), hops({count, n, n}, kNever);
    std::vector<std::string> names;
    for (const auto& layer : layers) {
      const Index at = std::ssize(names);
      names.push_back(layer->name());
      const LayerComplexity complexity = layer->complexity(n);
      operations[at] = complexity.flops;
      waits[at] = double(complexity.sequentialSteps);
      longest[at] = stepsAsNumber(complexity.longestPath);
      for (Index from = 0; from < n; ++from) {
        progress.update(double(at * n + from) / double(count * n), layer->name());
        const SignalSteps steps(*layer, n, from);
        for (Index to = 0; to < n; ++to) hops(at, from, to) = stepsAsNumber(steps.stepsTo(to));
      }
    }
    ArrayBundle arrays;
    addArray(arrays, Array<double>({3}, {double(n), double(d), double(k)}), {"layer sizes", {"size"}, "as chosen"});
    labelAxis(arrays, "size", {"n", "d", "k"});
    addArray(arrays, std::move(operations), {"operations", {kLayer}, "flop of one layer"});
    addArray(arrays, std::move(waits), {"waits", {kLayer}, "steps of a layer that have to wait for each other"});
    addArray(arrays, std::move(longest), {"longest path", {kLayer}, "steps from the first token to the last"});
    addArray(arrays, std::move(hops),
             {"steps", {kLayer, "from token", "to token"}, "of the shortest way; empty where there is none"});
    labelAxis(arrays, kLayer, names);
    Dataset result;
    result.title = "Layers that carry a signal: n = " + std::to_string(n) + ", d = " + std::to_string(d) +
                   ", k = " + std::to_string(k);
    result.value = std::make_shared<const ArrayBundle>(std::move(arrays));
    return {result};
  }
};

}  // namespace

std::unique_ptr<const Operation> makeLayerPaths() { return std::make_unique<LayerPaths>(); }

}  // namespace engine
