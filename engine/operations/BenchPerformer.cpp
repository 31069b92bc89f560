// The benchmark of the Performer: positive features beside exact attention of the same length in the same run.
#include <algorithm>
#include <map>

#include "engine/attention/DotProduct.h"
#include "engine/attention/Performer.h"
#include "engine/attention/RandomFeatures.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/operations/Bench.h"

namespace engine {

namespace {

constexpr Index kHeads = 8, kDepth = 64, kFeatures = 266;
constexpr Index kLongest = 65536, kLongestExact = 8192;

DotProductInput<float> exactInput(Index length) {
  DotProductInput<float> input;
  input.Q = deterministicArray<float>(1, {1, kHeads, length, kDepth}, 1, "Q");
  input.K = deterministicArray<float>(2, {1, kHeads, length, kDepth}, 1, "K");
  input.V = deterministicArray<float>(3, {1, kHeads, length, kDepth}, 1, "V");
  input.mask = fullMask(1, length, length);
  input.scale = standardScale(kDepth);
  input.maps = Maps::drop;
  return input;
}

PerformerInput<float> performerInput(const DotProductInput<float>& exact) {
  PerformerInput<float> input;
  input.Q = exact.Q;
  input.K = exact.K;
  input.V = exact.V;
  Random random(0);
  const Array<double> W = randomFeatures(kFeatures, kDepth, {}, random);
  input.W = Array<float>(W.shape());
  std::copy(W.begin(), W.end(), input.W.begin());
  input.options.features = Features::drop;
  return input;
}

/// One place: its times at all lengths, each beside that of exact attention, or beside its own rate at the longest
/// length at which exact attention is measured.
class Place {
 public:
  Place(const DeviceChoice& choice, int threads, Progress& progress)
      : m_device(choice.device.get()), m_threads(threads), m_progress(progress) {}

  Measurement measure(const DotProductInput<float>& exact, const PerformerInput<float>& input) {
    const Index length = input.queries();
    Measurement measurement;
    measurement.name = "L=" + std::to_string(length) + " H=8 d=64 m=266 positive";
    measurement.device = m_device ? m_device->info().name : "native CPU";
    measurement.threads = m_device ? 0 : m_threads;
    measurement.work = double(length) * double(kHeads);
    measurement.unit = "position";
    const int repetitions = length <= 4096 ? 9 : 3;
    measurement.seconds = secondsOf(m_progress, repetitions, [&] {
      if (m_device)
        performerOnDevice(input, *m_device, m_progress);
      else
        performerNative(input, m_threads, m_progress);
    });
    m_rates[length] = measurement.work / measurement.seconds[measurement.seconds.size() / 2];
    if (length <= kLongestExact) {
      const std::vector<double> seconds = secondsOf(m_progress, std::min(repetitions, 5), [&] {
        if (m_device)
          dotProductOnDevice(exact, *m_device, m_progress);
        else
          dotProductNative(exact, m_threads, m_progress);
      });
      measurement.reference = "exact attention without maps";
      measurement.referenceRate = measurement.work / seconds[seconds.size() / 2];
    } else {
      measurement.reference = "the same at L=8192 (1: linear in the length)";
      measurement.referenceRate = m_rates[kLongestExact];
    }
    return measurement;
  }

 private:
  Device* m_device;
  int m_threads;
  Progress& m_progress;
  std::map<Index, double> m_rates;
};

}  // namespace

/// L = 256 to 65 536 with H = 8, d = v = 64, 266 orthogonal positive features, on the native path and on every OpenCL
/// device. Work is positions times heads. Up to 8192 the ratio says how many times faster than exact attention it is;
/// beyond, it is the rate over that at 8192, which stays 1 when time is linear in the length.
void benchPerformer(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> choices = benchDevices(setting);
  std::vector<Place> places;
  for (const DeviceChoice& choice : choices) places.emplace_back(choice, threads, progress);
  for (Index length = 256; length <= kLongest; length *= 2) {
    const DotProductInput<float> exact = exactInput(length);
    const PerformerInput<float> input = performerInput(exact);
    for (Place& place : places) measured(place.measure(exact, input));
  }
}

}  // namespace engine
