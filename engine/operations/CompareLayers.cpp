// Operation "complexity": the table of the lecture, convolution, recurrence and self-attention, by formula and
// measured.
#include <algorithm>
#include <chrono>

#include "engine/attention/layers/LayerComplexity.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

constexpr Index kShortest = 16;
constexpr int kRepetitions = 3;
constexpr Index kPathWidth = 4, kLongestMeasuredPath = 512;  ///< stacked convolutions take n layers of n positions

/// Seconds of one layer, the least of several runs on one thread.
double secondsOf(const SequenceLayer& layer, const Array<float>& X, Progress& progress) {
  double least = 1e300;
  for (int run = 0; run < kRepetitions; ++run) {
    const auto start = std::chrono::steady_clock::now();
    layer.apply(X, progress);
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

/// One column of the table: a value per layer and length.
struct Quantity {
  std::string name, title;
};
const Quantity kQuantities[] = {{"seconds", "seconds per layer (measured)"},
                                {"flops", "operations per layer (flop)"},
                                {"steps", "operations that wait for each other"},
                                {"path", "longest path of a signal (steps)"}};

Array<double> column(const std::vector<double>& values) { return Array<double>({Index(values.size())}, values); }

class CompareLayers : public Operation {
 public:
  std::string id() const override { return "complexity"; }
  std::string title() const override { return "Compare convolution, recurrence and attention"; }
  std::string help() const override {
    return "Runs a convolution, a recurrent layer and self-attention on sequences of growing length: operations of a "
           "layer, operations that have to wait for each other, the longest path of a signal from one end to the other "
           "(counted by sending one through up to 512 positions, by formula beyond), and seconds on one thread. A "
           "convolution takes 2·k·n·d² operations in 1 step and a path of (n - 1) / ((k - 1) / 2), a recurrence 4·n·d² "
           "in n steps and a path of n, self-attention 4·n²·d in 1 step and a path of 1: attention is the dear one "
           "only "
           "where the sequence is longer than the width (Vaswani et al. 2017, table 1).";
  }
  std::vector<OperationInput> inputs() const override { return {}; }
  std::vector<Parameter> parameters() const override {
    return {countParameter("width", "Width", "of a position, d", 64, 1, 1024),
            countParameter("kernel", "Kernel", "positions that a convolution sees, k; odd", 3, 3, 31),
            countParameter("longest", "Longest sequence", "n grows in powers of two up to it", 2048, kShortest, 32768)};
  }
  Place place() const override { return Place::native; }
  void checkParameters(const ParameterValues& values) const override {
    if (values.integer("kernel") % 2 == 0)
      fail("parameter kernel: found ", values.integer("kernel"), ", expected an odd number");
  }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>&, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress& progress) const override {
    const Index width = static_cast<Index>(values.integer("width"));
    const Index kernel = static_cast<Index>(values.integer("kernel"));
    const auto layers = lectureLayers(width, kernel), narrow = lectureLayers(kPathWidth, kernel);
    std::vector<double> lengths;
    for (Index n = kShortest; n <= values.integer("longest"); n *= 2) lengths.push_back(double(n));

    ArrayBundle all;
    all["axis_n"] = column(lengths);
    all["log_axes"] = Array<Bool>({2}, Bool{1});
    double done = 0;
    for (size_t k = 0; k < layers.size(); ++k) {
      const auto& layer = layers[k];
      std::map<std::string, std::vector<double>> found;
      for (const double length : lengths) {
        progress.update(done / double(layers.size() * lengths.size()), layer->name());
        ++done;
        const Index n = static_cast<Index>(length);
        const LayerComplexity formula = layer->complexity(n);
        found["flops"].push_back(formula.flops);
        found["steps"].push_back(double(formula.sequentialSteps));
        found["path"].push_back(double(n <= kLongestMeasuredPath ? measuredPath(*narrow[k], n, kPathWidth, progress)
                                                                 : formula.longestPath));
        found["seconds"].push_back(secondsOf(*layer, deterministicArray<float>(9, {n, width}, 1), progress));
      }
      for (const auto& [quantity, values] : found) all[quantity + "_" + layer->name()] = column(values);
    }
    return resultsOf(std::move(all));
  }

 private:
  /// All arrays, then a plot of each quantity.
  static std::vector<Dataset> resultsOf(ArrayBundle all) {
    std::vector<Dataset> results;
    for (const Quantity& quantity : kQuantities) {
      ArrayBundle plot;
      for (const char* name : {"axis_n", "log_axes"}) plot[name] = all.at(name);
      for (const auto& [name, values] : all)
        if (name.starts_with(quantity.name + "_")) plot["curve_" + name.substr(quantity.name.size() + 1)] = values;
      plot["quantity_" + quantity.title] = column({});
      Dataset dataset;
      dataset.title = quantity.title + " by length n";
      dataset.value = std::make_shared<const ArrayBundle>(std::move(plot));
      results.push_back(std::move(dataset));
    }
    Dataset table;
    table.title = "complexity of layers";
    table.value = std::make_shared<const ArrayBundle>(std::move(all));
    results.insert(results.begin(), std::move(table));
    return results;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeCompareLayers() { return std::make_unique<CompareLayers>(); }

}  // namespace engine
