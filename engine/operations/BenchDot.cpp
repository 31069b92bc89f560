// The benchmark of scaled dot-product attention: every backend beside a large matrix product of the same processor.
#include "engine/attention/DotProduct.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/compute/Device.h"
#include "engine/operations/Bench.h"
#include "engine/operations/BenchReference.h"

namespace engine {

namespace {

constexpr Index kHeads = 8, kDepth = 64;
constexpr int kRepetitions = 5;

DotProductInput<float> inputOf(Index length, Maps maps) {
  DotProductInput<float> input;
  input.Q = deterministicArray<float>(1, {1, kHeads, length, kDepth}, 1, "Q");
  input.K = deterministicArray<float>(2, {1, kHeads, length, kDepth}, 1, "K");
  input.V = deterministicArray<float>(3, {1, kHeads, length, kDepth}, 1, "V");
  input.mask = fullMask(1, length, length);
  input.scale = standardScale(kDepth);
  input.maps = maps;
  return input;
}

}  // namespace

/// L = 256, 1024, 4096 with H = 8, d = 64, with and without maps, on the native path and on every OpenCL device. Work
/// is 2 * n * m * (d + v) floating-point operations per head (attention-math 1.4).
void benchDot(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  const SgemmReference reference = sgemmReference(threads, progress);
  for (const Index length : {Index{256}, Index{1024}, Index{4096}})
    for (const Maps maps : {Maps::keep, Maps::drop}) {
      const DotProductInput<float> input = inputOf(length, maps);
      for (const DeviceChoice& place : places) {
        Measurement measurement;
        measurement.name = "L=" + std::to_string(length) + " H=8 d=64 maps=" + (maps == Maps::keep ? "yes" : "no");
        measurement.device = place.device ? place.device->info().name : "native CPU";
        measurement.threads = place.device ? 0 : threads;
        measurement.work = 2.0 * double(kHeads) * double(length) * double(length) * 2.0 * double(kDepth);
        measurement.unit = "flop";
        measurement.reference = reference.name;
        measurement.referenceRate = reference.rate;
        measurement.seconds = secondsOf(progress, kRepetitions, [&] {
          if (place.device)
            dotProductOnDevice(input, *place.device, progress);
          else
            dotProductNative(input, threads, progress);
        });
        measured(measurement);
      }
    }
}

}  // namespace engine
