// The benchmark of pretrained models: from tokens to all maps, logits and contacts.
#include <algorithm>
#include <array>

#include "engine/base/ParallelFor.h"
#include "engine/bench/Bench.h"
#include "engine/bench/BenchReference.h"
#include "engine/models/ModelHeads.h"
#include "engine/models/RandomWeights.h"
#include "engine/models/RunModel.h"

namespace engine {

namespace {

/// A published ESM-2 by its shape.
struct Case {
  const char* name;
  Index layers, width, heads, residues;
  int repetitions;
};
constexpr std::array kCases{Case{"8M", 6, 320, 20, 256, 9}, Case{"35M", 12, 480, 20, 256, 9},
                            Case{"35M", 12, 480, 20, 512, 7}, Case{"650M", 33, 1280, 20, 256, 3},
                            Case{"650M", 33, 1280, 20, 512, 3}};

ModelSizes sizesOf(const Case& one) {
  return {.layers = one.layers,
          .heads = one.heads,
          .width = one.width,
          .feedForward = 4 * one.width,
          .vocabulary = 33,
          .headsOrigin = "benchmark"};
}

/// Floating-point operations of the linear maps and of the products of attention.
double operationsOf(const ModelSizes& sizes, Index tokens) {
  const auto T = double(tokens), D = double(sizes.width), F = double(sizes.feedForward);
  return double(sizes.layers) * (2 * T * (4 * D * D + 2 * D * F) + 4 * T * T * D);
}

std::string sequenceOf(Index residues) {
  constexpr std::string_view kLetters = "MKTVRQERLKSIVRILERSKEPVSGAQLAEELSVSRQVIVQDIAYLRSLGYNIVATPRGYVLAGG";
  std::string sequence;
  while (std::ssize(sequence) < residues) sequence += kLetters;
  sequence.resize(static_cast<size_t>(residues));
  return sequence;
}

/// All maps are kept, as a user would see them.
void runOnce(const PreparedModel<float>& model, Device* device, int threads, Progress& progress) {
  Diagnostics diagnostics;
  const Compute where{device, threads};
  ModelHeads heads(model.run, "attention", {}, std::size_t{1} << 40, threads);
  ModelRunOptions<float> options;
  options.layerFinished = [&](Index layer, LayerMaps<float>& maps) { heads.take(layer, maps); };
  runModel(*model.run, options, {where, diagnostics, progress});
}

}  // namespace

/// Work counts the linear maps and the two products of attention, 2 T n (4 D² + 2 D F) + 4 n T² D. Weights lie in
/// memory and are copied layer by layer, as from a file in the cache of the system.
void benchModel(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  const SgemmReference reference = sgemmReference(threads, progress);
  std::shared_ptr<const ModelWeights> weights;
  Index widthOfWeights = 0;
  for (const Case& one : kCases) {
    const ModelSizes sizes = sizesOf(one);
    if (one.width != widthOfWeights) {
      weights.reset();
      weights = std::make_shared<const ModelWeights>(randomWeights(esm2Shapes(sizes), 1, one.name));
      widthOfWeights = one.width;
    }
    Diagnostics diagnostics;
    ModelInput input;
    input.sequence = sequenceOf(one.residues);
    const auto model = preparedModel<float>(weights, input, one.heads, diagnostics);
    for (const DeviceChoice& place : places) {
      Measurement measurement;
      measurement.name = std::string("ESM-2 ") + one.name + " L=" + std::to_string(one.residues);
      measurement.device = place.device ? place.device->info().name : "native CPU";
      measurement.threads = place.device ? 0 : threads;
      measurement.work = operationsOf(sizes, one.residues + 2);
      measurement.unit = "flop";
      measurement.reference = reference.name;
      measurement.referenceRate = reference.rate;
      measurement.seconds =
          secondsOf(progress, one.repetitions, [&] { runOnce(model, place.device.get(), threads, progress); });
      measured(measurement);
    }
  }
}

}  // namespace engine
