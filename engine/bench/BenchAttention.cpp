// The benchmark of all attention mechanisms: the operations that each states, per second, beside a large matrix
// product.
#include "engine/attention/Mechanism.h"
#include "engine/base/ParallelFor.h"
#include "engine/bench/Bench.h"
#include "engine/bench/BenchReference.h"
#include "engine/compute/Device.h"

namespace engine {

namespace {

constexpr int kRepetitions = 5;

Measurement measured(const Mechanism& mechanism, const BenchCase& test, const DeviceChoice& place,
                     const SgemmReference& reference, int threads, Progress& progress) {
  const Compute compute{place.device.get(), threads};
  Measurement measurement;
  measurement.name = mechanism.id() + ": " + test.sizes;
  measurement.device = place.device ? place.device->info().name : "native CPU";
  measurement.threads = place.device ? 0 : threads;
  measurement.work = mechanism.costOf(test.inputs, test.values, Precision::float32).flops;
  measurement.unit = "flop";
  measurement.reference = reference.name;
  measurement.referenceRate = reference.rate;
  measurement.seconds = secondsOf(progress, kRepetitions, [&] {
    Diagnostics diagnostics;
    Progress none;
    mechanism.run(test.inputs, test.values, Precision::float32, compute, diagnostics, none);
  });
  return measurement;
}

}  // namespace

/// Every mechanism on each device as a user runs it: reading, checking and copying of arrays is part of the time.
void benchAttention(const BenchSetting& setting, Progress& progress, const Measured& report) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  const SgemmReference reference = sgemmReference(threads, progress);
  for (const auto& mechanism : mechanisms()) {
    if (mechanism->id().find(setting.which) == std::string::npos) continue;
    for (const BenchCase& test : mechanism->benchCases())
      for (const DeviceChoice& place : places) report(measured(*mechanism, test, place, reference, threads, progress));
  }
}

}  // namespace engine
