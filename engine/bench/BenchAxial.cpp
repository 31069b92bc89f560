// The benchmark of attention on alignments: tied rows, columns, rows, with and without their projections.
#include "engine/attention/axial/AxialAttention.h"
#include "engine/attention/tied/TiedAttention.h"
#include "engine/base/ParallelFor.h"
#include "engine/base/Random.h"
#include "engine/bench/Bench.h"
#include "engine/bench/BenchReference.h"
#include "engine/compute/Device.h"

namespace engine {

namespace {

constexpr Index kRows = 64, kColumns = 256, kHeads = 12, kDepth = 64, kWidth = kHeads * kDepth;
constexpr int kAxialRepetitions = 7;
constexpr double kCells = double(kRows) * kColumns;
/// Operations per pair of cells that see each other: scores and values.
constexpr double kPerPair = 4.0 * kWidth;
/// Of the four projections.
constexpr double kProjections = 4 * 2.0 * kCells * kWidth * kWidth;

/// One way to attend, on a device or, when there is none, on the native path.
struct Case {
  std::string name;
  double work;  ///< floating-point operations
  std::function<void(Device*)> run;
};

TiedProductInput<float> tiedInput() {
  TiedProductInput<float> input;
  input.Q = deterministicArray<float>(1, {kRows, kColumns, kWidth}, 1, "Q");
  input.K = deterministicArray<float>(2, {kRows, kColumns, kWidth}, 1, "K");
  input.V = deterministicArray<float>(3, {kRows, kColumns, kWidth}, 1, "V");
  input.heads = kHeads;
  input.scale = standardScale(kRows * kDepth);
  return input;
}

AxialProductInput<float> axialInput(const TiedProductInput<float>& tied, MsaAxis axis, Maps maps) {
  AxialProductInput<float> input;
  input.Q = tied.Q;
  input.K = tied.K;
  input.V = tied.V;
  input.heads = kHeads;
  input.scale = standardScale(kDepth);
  input.axis = axis;
  input.maps = maps;
  return input;
}

Projections<float> projections() {
  Projections<float> p;
  std::uint64_t seed = 10;
  for (Array<float>* const weights : {&p.W_q, &p.W_k, &p.W_v, &p.W_o})
    *weights = deterministicArray<float>(seed++, {kWidth, kWidth}, 0.06);
  for (Array<float>* const bias : {&p.b_q, &p.b_k, &p.b_v, &p.b_o})
    *bias = deterministicArray<float>(seed++, {kWidth}, 0.06);
  p.heads = kHeads;
  return p;
}

Case axialCase(const std::string& name, const TiedProductInput<float>& tied, MsaAxis axis, Maps maps, int threads,
               Progress& progress) {
  const double work = kCells * double(axis == MsaAxis::row ? kColumns : kRows) * kPerPair;
  return {name, work, [input = axialInput(tied, axis, maps), threads, &progress](Device* device) {
            if (device)
              axialProductOnDevice(input, *device, progress);
            else
              axialProductNative(input, threads, progress);
          }};
}

Case tiedCase(const TiedProductInput<float>& tied, int threads, Progress& progress) {
  return {"tied row", kCells * kColumns * kPerPair, [&tied, threads, &progress](Device* device) {
            if (device)
              tiedProductOnDevice(tied, *device, progress);
            else
              tiedProductNative(tied, threads, progress);
          }};
}

Case tiedCaseWithProjections(const TiedProductInput<float>& tied, int threads, Progress& progress) {
  return {"tied row with projections", kCells * kColumns * kPerPair + kProjections,
          [&tied, threads, p = projections(), &progress](Device* device) {
            Diagnostics diagnostics;
            tiedRowAttention(tied.Q, p, {}, {device, threads}, diagnostics, progress);
          }};
}

Case columnCaseWithProjections(const TiedProductInput<float>& tied, int threads, Progress& progress) {
  return {"column with projections maps=no", kCells * kRows * kPerPair + kProjections,
          [&tied, threads, p = projections(), &progress](Device* device) {
            Diagnostics diagnostics;
            columnAttention(tied.Q, p, {{}, Maps::drop, false}, {device, threads}, diagnostics, progress);
          }};
}

/// One after the other, so that only one input is held at a time.
std::vector<std::function<Case()>> casesOf(const TiedProductInput<float>& tied, int threads, Progress& progress) {
  const auto axial = [&tied, threads, &progress](const char* name, MsaAxis axis, Maps maps) {
    return [=, &tied, &progress] { return axialCase(name, tied, axis, maps, threads, progress); };
  };
  return {[&tied, threads, &progress] { return tiedCase(tied, threads, progress); },
          axial("column maps=no", MsaAxis::column, Maps::drop),
          axial("column maps=yes", MsaAxis::column, Maps::keep),
          axial("row maps=no", MsaAxis::row, Maps::drop),
          [&tied, threads, &progress] { return tiedCaseWithProjections(tied, threads, progress); },
          [&tied, threads, &progress] { return columnCaseWithProjections(tied, threads, progress); }};
}

}  // namespace

/// 64 rows, 256 columns, 12 heads of width 64, on the native path and on every OpenCL device. Work counts scores and
/// values, 2 * n * n * (d + v) operations per map, the tied map over all rows; "with projections" also the four
/// projections 768 x 768 (on the processor everywhere).
void benchAxial(const BenchSetting& setting, Progress& progress, const Measured& measured) {
  const int threads = setting.threads > 0 ? setting.threads : defaultThreadCount();
  const std::vector<DeviceChoice> places = benchDevices(setting);
  const SgemmReference reference = sgemmReference(threads, progress);
  const TiedProductInput<float> tied = tiedInput();
  for (const auto& makeCase : casesOf(tied, threads, progress)) {
    const Case one = makeCase();
    for (const DeviceChoice& place : places) {
      Measurement measurement;
      measurement.name = "N=64 L=256 H=12 d=64 " + one.name;
      measurement.device = place.device ? place.device->info().name : "native CPU";
      measurement.threads = place.device ? 0 : threads;
      measurement.work = one.work;
      measurement.unit = "flop";
      measurement.reference = reference.name;
      measurement.referenceRate = reference.rate;
      measurement.seconds = secondsOf(progress, kAxialRepetitions, [&] { one.run(place.device.get()); });
      measured(measurement);
    }
  }
}

}  // namespace engine
