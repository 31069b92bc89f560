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
struct ModelCase {
  const char* name;
  Index layers, width, heads, residues;
  int repetitions;
};
constexpr std::array kCases{ModelCase{"8M", 6, 320, 20, 256, 9}, ModelCase{"35M", 12, 480, 20, 256, 9},
                            ModelCase{"35M", 12, 480, 20, 512, 7}, ModelCase{"650M", 33, 1280, 20, 256, 3},
                            ModelCase{"650M", 33, 1280, 20, 512, 3}};

ModelSizes sizesOf(const ModelCase& one) {
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

double bytesOf(const ModelWeights& weights) {
  double bytes = 0;
  for (const WeightEntry& entry : weights.source->entries())
    bytes += static_cast<double>(elementCount(entry.shape)) * sizeof(float);
  return bytes;
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
/// memory and are copied layer by layer, as from a file in the cache of the system. The memory told is that of
/// the process at most, less the weights. The native path is compared with the best matrix product, devices with the native path.
void benchModel(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  const SgemmReference reference = sgemmReference(threads, progress);
  std::shared_ptr<const ModelWeights> weights;
  Index widthOfWeights = 0;
  for (const ModelCase& one : kCases) {
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
    double nativeRate = 0;
    for (const DeviceChoice& place : places) {
      Measurement found;
      found.name = std::string("ESM-2 ") + one.name + " L=" + std::to_string(one.residues);
      found.device = place.device ? place.device->info().name : "native CPU";
      found.threads = place.device ? 0 : threads;
      found.work = operationsOf(sizes, one.residues + 2);
      found.unit = "flop";
      const bool besideNative = place.device && nativeRate > 0;
      found.reference = besideNative ? "native CPU" : reference.name;
      found.referenceRate = besideNative ? nativeRate : reference.rate;
      countPeakAnew();
      measureTimes(found, progress, one.repetitions, [&] { runOnce(model, place.device.get(), threads, progress); });
      found.memoryMiB = std::max(peakResidentBytes() - bytesOf(*weights), 0.0) / (1 << 20);
      if (!place.device) nativeRate = found.work / found.seconds[found.seconds.size() / 2];
      measured(found);
    }
  }
}

}  // namespace engine
