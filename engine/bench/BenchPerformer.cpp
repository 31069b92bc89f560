// The benchmark of the Performer: positive features beside exact attention of the same length in the same run.
#include <algorithm>
#include <chrono>
#include <functional>

#include "engine/attention/dot/DotProduct.h"
#include "engine/attention/performer/Performer.h"
#include "engine/attention/performer/RandomFeatures.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"

namespace engine {

namespace {

constexpr Index kPerformerHeads = 8, kPerformerDepth = 64, kFeatures = 266;
constexpr Index kPerformerLongest = 65536, kLongestExact = 8192;

DotProductInput<float> exactInput(Index length) {
  DotProductInput<float> input;
  input.Q = deterministicArray<float>(1, {1, kPerformerHeads, length, kPerformerDepth}, 1, "Q");
  input.K = deterministicArray<float>(2, {1, kPerformerHeads, length, kPerformerDepth}, 1, "K");
  input.V = deterministicArray<float>(3, {1, kPerformerHeads, length, kPerformerDepth}, 1, "V");
  input.mask = fullMask(1, length, length);
  input.scale = standardScale(kPerformerDepth);
  input.maps = Maps::drop;
  return input;
}

PerformerInput<float> performerInput(const DotProductInput<float>& exact) {
  PerformerInput<float> input;
  input.Q = exact.Q;
  input.K = exact.K;
  input.V = exact.V;
  Random random(0);
  const Array<double> W = randomFeatures(kFeatures, kPerformerDepth, {}, random);
  input.W = Array<float>(W.shape());
  std::copy(W.begin(), W.end(), input.W.begin());
  input.options.features = Features::drop;
  return input;
}

/// Seconds of `work` and of `reference`, taken in turn because the machine's speed drifts, sorted; the first of each
/// does not count.
struct Alternated {
  std::vector<double> work, reference;
};

Alternated alternate(Progress& progress, int repetitions, const std::function<void()>& work,
                     const std::function<void()>& reference) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](const std::function<void()>& run) {
    const auto start = Clock::now();
    run();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  Alternated times;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    progress.update(double(repetition) / (repetitions + 1), "measuring");
    const double ofWork = seconds(work), ofReference = seconds(reference);
    if (repetition == 0) continue;
    times.work.push_back(ofWork);
    times.reference.push_back(ofReference);
  }
  std::sort(times.work.begin(), times.work.end());
  std::sort(times.reference.begin(), times.reference.end());
  return times;
}

void runExact(const DotProductInput<float>& input, const DeviceChoice& place, int threads, Progress& progress) {
  if (place.device)
    dotProductOnDevice(input, *place.device, progress);
  else
    dotProductNative(input, threads, progress);
}

void runPerformer(const PerformerInput<float>& input, const DeviceChoice& place, int threads, Progress& progress) {
  if (place.device)
    performerOnDevice(input, *place.device, progress);
  else
    performerNative(input, threads, progress);
}

}  // namespace

/// L = 256 to 65 536 with H = 8, d = v = 64, 266 orthogonal positive features, on the native path and on every OpenCL
/// device. Work is positions times heads. Up to 8192 the ratio says how many times faster than exact attention it is;
/// beyond, it is the rate over that at 8192, which stays 1 when time is linear in the length.
void benchPerformer(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  const PerformerInput<float> longestExact = performerInput(exactInput(kLongestExact));
  for (Index length = 256; length <= kPerformerLongest; length *= 2) {
    const DotProductInput<float> exact = exactInput(length);
    const PerformerInput<float> input = performerInput(exact);
    const bool besideExact = length <= kLongestExact;
    for (const DeviceChoice& place : places) {
      Measurement measurement;
      measurement.name = "L=" + std::to_string(length) + " H=8 d=64 m=266 positive";
      measurement.device = place.device ? place.device->info().name : "native CPU";
      measurement.threads = place.device ? 0 : threads;
      measurement.work = double(length) * double(kPerformerHeads);
      measurement.unit = "position";
      const Alternated times = alternate(
          progress, length <= 4096 ? 9 : 3, [&] { runPerformer(input, place, threads, progress); },
          [&] {
            if (besideExact)
              runExact(exact, place, threads, progress);
            else
              runPerformer(longestExact, place, threads, progress);
          });
      measurement.seconds = times.work;
      measurement.reference = besideExact ? "exact attention without maps" : "the same at L=8192";
      const double positions = double(besideExact ? length : kLongestExact) * double(kPerformerHeads);
      measurement.referenceRate = positions / times.reference[times.reference.size() / 2];
      measured(measurement);
    }
  }
}

}  // namespace engine
