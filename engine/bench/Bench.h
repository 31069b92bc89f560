// Benchmarks of the engine: cases with their times, each beside a reference measured in the same run where there is
// one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/compute/Device.h"

namespace engine {

struct Measurement {
  std::string name;             ///< case: "L=1024 H=8 d=64 maps=no"
  std::string device;           ///< "native CPU" or the device's name
  int threads = 0;              ///< of the native path; 0 on a device
  std::vector<double> seconds;  ///< of each repetition, sorted; at least one
  double work = 1;              ///< done in one repetition
  std::string unit;             ///< of the work: "flop", "cell"
  std::string reference;        ///< what the rate is compared with; empty: nothing
  double referenceRate = 0;     ///< work per second of the reference
  double processorSeconds = 0;  ///< of all threads for one repetition, mean; 0: not measured
  double memoryMiB = 0;         ///< resident at most beyond inputs and outputs; 0: not measured
};
using Measured = std::function<void(const Measurement&)>;

struct BenchSetting {
  int threads = 0;              ///< of the native path; 0: all cores
  std::string device = "auto";  ///< auto: the native path and every OpenCL device; cpu; opencl[:INDEX]
  std::string which = {};       ///< attention, growth: mechanisms with this in their names alone; empty: all
};

/// Runs the cases of one benchmark and calls `measured` after each.
using BenchFunction = void (*)(const BenchSetting& setting, Progress& progress, const Measured& measured);

struct Bench {
  std::string id;    ///< "dot"
  std::string help;  ///< one line
  BenchFunction run;
};
/// Those of benches.def.
const std::vector<Bench>& benches();

/// Where a benchmark with OpenCL variants is measured, the native path (no device) first. Throws Error when the device
/// is not there.
std::vector<DeviceChoice> benchDevices(const BenchSetting& setting);
/// Threads of the native path; for benchmarks that know no other. Throws Error when another device is asked for.
int nativeThreads(const BenchSetting& setting);

/// Sorted seconds of `repetitions` runs of `work` after one that does not count (compiling, touching memory).
std::vector<double> secondsOf(Progress& progress, int repetitions, const std::function<void()>& work);

/// The same, and the processor time that they took, into `found`. On a machine that does other work, too, that says more.
void measureTimes(Measurement& found, Progress& progress, int repetitions, const std::function<void()>& work);

/// Lets peakResidentBytes() count anew, where the system can.
void countPeakAnew();
/// Resident bytes of this process at most since it was started (or Linux was told to count anew); 0 where nobody
/// counts.
double peakResidentBytes();

}  // namespace engine
