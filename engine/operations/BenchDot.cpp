// The benchmark of scaled dot-product attention: every backend beside a large matrix product of the same processor.
#include <Eigen/Core>

#include "engine/attention/DotProduct.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/compute/Device.h"
#include "engine/operations/Bench.h"

namespace engine {

namespace {

constexpr Index kHeads = 8, kDepth = 64;
constexpr int kRepetitions = 5;

/// Median rate of C = A B, 2048 x 2048 floats, cut into column panels for the threads.
double sgemmRate(int threads, Progress& progress) {
  constexpr Index kSize = 2048, kPanel = 256;
  const Eigen::MatrixXf a = Eigen::MatrixXf::Constant(kSize, kSize, 0.5f);
  const Eigen::MatrixXf b = Eigen::MatrixXf::Constant(kSize, kSize, 0.25f);
  Eigen::MatrixXf c(kSize, kSize);
  const Index panel = threads == 1 ? kSize : kPanel;
  const std::vector<double> seconds = secondsOf(progress, kRepetitions, [&] {
    parallelFor(kSize, panel, threads, [&](Index begin, Index end) {
      c.middleCols(begin, end - begin).noalias() = a * b.middleCols(begin, end - begin);
    });
  });
  return 2.0 * kSize * kSize * kSize / seconds[seconds.size() / 2];
}

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
  const double reference = sgemmRate(threads, progress);
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
        measurement.reference = "Eigen float matrix product 2048^3";
        measurement.referenceRate = reference;
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
