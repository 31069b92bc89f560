// In place of the architectures, whose code for running models the readers do not need: one that takes any weights with
// an array "w".
#include <memory>

#include "engine/models/Architecture.h"

namespace engine {

namespace {

class TinyArchitecture : public Architecture {
 public:
  std::string id() const override { return "tiny"; }
  std::string title() const override { return "Tiny"; }
  std::string help() const override { return "For the fuzzers."; }
  bool recognises(const ModelWeights& weights) const override { return weights.contains("w"); }
  ModelSizes sizes(const ModelWeights& weights, Index heads) const override {
    ModelSizes sizes;
    sizes.heads = weights.facts.count("heads").value_or(heads);
    sizes.layers = weights.facts.count("layers").value_or(1);
    return sizes;
  }
  std::vector<std::string> neededNames(const ModelWeights&, const ModelSizes&) const override { return {"w", "v"}; }
  std::unique_ptr<ModelRun<float>> prepareFloat(const ModelSetup&, Diagnostics&) const override { return nullptr; }
  std::unique_ptr<ModelRun<double>> prepareDouble(const ModelSetup&, Diagnostics&) const override { return nullptr; }
};

}  // namespace

const Architecture* recognisedArchitecture(const ModelWeights& weights) {
  static const TinyArchitecture tiny;
  return tiny.recognises(weights) ? &tiny : nullptr;
}

}  // namespace engine
