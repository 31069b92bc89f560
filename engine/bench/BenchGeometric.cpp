// The benchmark of geometric attention: maps written beside sums alone, and the memory that sums alone need.
#include <algorithm>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/compute/Device.h"

namespace engine {

namespace {

constexpr Index kGeometricHeads = 128;

/// L residues on a chain-like curve, one message.
GeometricVectors<float> vectorsOf(Index length) {
  constexpr Index kWidth = 32;
  GeometricInput<float> input;
  for (Index i = 0; i < length; ++i) {
    const double turn = double(i) * 100 * 3.14159265358979 / 180;
    const Vector3 centre(2.3 * std::cos(turn), 2.3 * std::sin(turn), 1.5 * double(i));
    input.n.emplace_back(centre + Vector3(0.5, 1.3, 0));
    input.ca.emplace_back(centre);
    input.c.emplace_back(centre + Vector3(-1.5, 0, 0.1));
  }
  input.s = deterministicArray<float>(1, {length, kWidth}, 1, "s");
  input.W_proj = deterministicArray<float>(2, {15 * kGeometricHeads, kWidth}, 0.2, "W_proj");
  input.ln_weight = Array<float>({kWidth}, 1.0f, "ln_weight");
  input.w_r = Array<float>({kGeometricHeads}, 0.0f, "w_r");
  input.w_d = Array<float>({kGeometricHeads}, 0.0f, "w_d");
  Progress none;
  return geometricVectors(input, framesOfBackbone(input.n, input.ca, input.c), 0, none);
}

/// dropped: every repetition writes into the memory of the one before. kept: every repetition writes into memory that
/// was never touched, as in the program, where results stay in the document.
enum class Results { dropped, kept };

Measurement measure(const GeometricVectors<float>& vectors, KeptPairs kept, Results results, const DeviceChoice& place,
                    int threads, Progress& progress) {
  const Index length = vectors.length();
  Measurement measurement;
  measurement.name = "L=" + std::to_string(length) + " H=" + std::to_string(kGeometricHeads) +
                     (kept == KeptPairs::nothing ? " maps=no"
                      : results == Results::kept ? " maps=yes, results kept"
                                                 : " maps=yes, results dropped");
  measurement.device = place.device ? place.device->info().name : "native CPU";
  measurement.threads = place.device ? 0 : threads;
  measurement.work = double(kGeometricHeads) * double(length) * double(length);
  measurement.unit = "pair";
  std::vector<GeometricMaps<float>> all;
  const int repetitions = results == Results::kept || length > 1024 ? 3 : 7;
  measurement.seconds = secondsOf(progress, repetitions, [&] {
    GeometricMaps<float> maps = place.device ? geometricMapsOnDevice(vectors, kept, *place.device, progress)
                                             : geometricMapsNative(vectors, kept, threads, progress);
    if (results == Results::kept) all.push_back(std::move(maps));
  });
  return measurement;
}

double rateOf(const Measurement& measurement) {
  return measurement.work / measurement.seconds[measurement.seconds.size() / 2];
}

/// Pairs per second of writing R, D and A with nothing to compute.
double fillRate(Index length, Results results, int threads, Progress& progress) {
  std::vector<Array<float>> all;
  const std::vector<double> seconds = secondsOf(progress, results == Results::kept ? 3 : 7, [&] {
    for (int map = 0; map < 3; ++map) {
      Array<float> values({kGeometricHeads, length, length}, Untouched{});
      parallelFor(kGeometricHeads, 1, threads, [&](Index begin, Index end) {
        std::fill(&values(begin, 0, 0), &values(begin, 0, 0) + (end - begin) * length * length, 0.5f);
      });
      if (results == Results::kept) all.push_back(std::move(values));
    }
  });
  return double(kGeometricHeads) * double(length) * double(length) / seconds[seconds.size() / 2];
}

/// The sums alone, then for results kept and dropped: R, D, A and the sums, and the sums alone beside these maps. The
/// sums come first: giving gigabytes back keeps a virtual machine busy for seconds. Arrays that are kept are filled
/// before the maps, so that the machine has got its memory from the host; how fast says nothing, so it is no reference.
void measureMapsAndSums(const GeometricVectors<float>& vectors, const DeviceChoice& place, int threads,
                        Progress& progress, const Measured& measured) {
  Measurement sums = measure(vectors, KeptPairs::nothing, Results::dropped, place, threads, progress);
  for (const Results results : {Results::kept, Results::dropped}) {
    const double fills = fillRate(vectors.length(), results, threads, progress);
    Measurement maps = measure(vectors, KeptPairs::maps, results, place, threads, progress);
    if (results == Results::dropped) {
      maps.reference = "filling R, D and A with a constant";
      maps.referenceRate = fills;
    }
    measured(maps);
    sums.reference = maps.name;
    sums.referenceRate = rateOf(maps);
    measured(sums);
  }
}

}  // namespace

/// L = 256, 1024 with H = 128, on the native path and on every OpenCL device: maps and sums, first with the results
/// kept, as they live in the program (four times the maps: 6.5 GB at L = 1024), then with the results dropped. At the
/// end the sums alone at L = 4096, whose maps would take 26 GB. Work is one pair of residues and one head.
void benchGeometric(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  for (const Index length : {Index{256}, Index{1024}}) {
    const GeometricVectors<float> vectors = vectorsOf(length);
    for (const DeviceChoice& place : places) measureMapsAndSums(vectors, place, threads, progress, measured);
  }
  const GeometricVectors<float> vectors = vectorsOf(4096);
  for (const DeviceChoice& place : places)
    measured(measure(vectors, KeptPairs::nothing, Results::dropped, place, threads, progress));
}

}  // namespace engine
