// The benchmark of scaled dot-product attention: every backend beside a large matrix product of the same processor.
#include <malloc.h>

#include <algorithm>
#include <fstream>

#include "engine/attention/dot/DotProduct.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/bench/BenchReference.h"
#include "engine/compute/Device.h"

namespace engine {

namespace {

constexpr Index kDotHeads = 8, kDotDepth = 64, kLongLength = 32768;
constexpr int kDotRepetitions = 5;

DotProductInput<float> inputOf(Index heads, Index length, Maps maps) {
  DotProductInput<float> input;
  input.Q = deterministicArray<float>(1, {1, heads, length, kDotDepth}, 1, "Q");
  input.K = deterministicArray<float>(2, {1, heads, length, kDotDepth}, 1, "K");
  input.V = deterministicArray<float>(3, {1, heads, length, kDotDepth}, 1, "V");
  input.mask = fullMask(1, length, length);
  input.scale = standardScale(kDotDepth);
  input.maps = maps;
  return input;
}

DotProductResult<float> compute(const DotProductInput<float>& input, const DeviceChoice& place, int threads,
                                Progress& progress) {
  return place.device ? dotProductOnDevice(input, *place.device, progress) : dotProductNative(input, threads, progress);
}

Measurement describe(const DotProductInput<float>& input, const DeviceChoice& place, int threads,
                     const SgemmReference& reference) {
  Measurement measurement;
  measurement.name = "L=" + std::to_string(input.queries()) + " H=" + std::to_string(input.heads()) +
                     " d=64 maps=" + (input.maps == Maps::keep ? "yes" : "no");
  measurement.device = place.device ? place.device->info().name : "native CPU";
  measurement.threads = place.device ? 0 : threads;
  measurement.work = 2.0 * double(input.heads()) * double(input.queries()) * double(input.keys()) * 2.0 * kDotDepth;
  measurement.unit = "flop";
  measurement.reference = reference.name;
  measurement.referenceRate = reference.rate;
  return measurement;
}

/// Resident bytes of this process at most since reset(), as Linux counts them; 0 where it does not.
class PeakMemory {
 public:
  void reset() {
    malloc_trim(0);  // what the process keeps for later would hide what is used
    std::ofstream("/proc/self/clear_refs") << "5";
    m_start = peakResidentBytes();
  }
  double bytesSinceReset() const { return peakResidentBytes() - m_start; }

 private:
  double m_start = 0;
};

/// One long head: is there memory of the size of the maps?
Measurement measureLongHead(const DotProductInput<float>& input, const DeviceChoice& place, int threads,
                            const SgemmReference& reference, Progress& progress) {
  compute(inputOf(1, 256, Maps::drop), place, threads, progress);  // compiles the kernel
  Measurement measurement = describe(input, place, threads, reference);
  PeakMemory memory;
  memory.reset();
  measurement.seconds = secondsOf(progress, 1, [&] { compute(input, place, threads, progress); });
  const double output = double(input.queries() * (input.valueWidth() + 1)) * sizeof(float);
  measurement.memoryMiB = std::max(0.0, memory.bytesSinceReset() - output) / (1 << 20);
  return measurement;
}

}  // namespace

/// L = 256, 1024, 4096 with H = 8, d = 64, with and without maps, and one head of L = 32768 with its memory, on the
/// native path and on every OpenCL device. Work is 2 * n * m * (d + v) floating-point operations per head
/// (engine/attention/MATHEMATICS.md 2.4).
void benchDot(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  const SgemmReference reference = sgemmReference(threads, progress);
  for (const Index length : {Index{256}, Index{1024}, Index{4096}})
    for (const Maps maps : {Maps::keep, Maps::drop}) {
      const DotProductInput<float> input = inputOf(kDotHeads, length, maps);
      for (const DeviceChoice& place : places) {
        Measurement measurement = describe(input, place, threads, reference);
        measurement.seconds = secondsOf(progress, kDotRepetitions, [&] { compute(input, place, threads, progress); });
        measured(measurement);
      }
    }
  const DotProductInput<float> input = inputOf(1, kLongLength, Maps::drop);
  for (const DeviceChoice& place : places) measured(measureLongHead(input, place, threads, reference, progress));
}

}  // namespace engine
