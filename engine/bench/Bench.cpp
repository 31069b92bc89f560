#include "engine/bench/Bench.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>

#include "engine/base/Error.h"
#include "engine/base/ParallelFor.h"

namespace engine {

#define BENCH(id, function, help) \
  void function(const BenchSetting& setting, Progress& progress, const Measured& measured);
#include "engine/bench/benches.def"
#undef BENCH

const std::vector<Bench>& benches() {
  static const std::vector<Bench> all{
#define BENCH(id, function, help) {#id, help, function},
#include "engine/bench/benches.def"
#undef BENCH
  };
  return all;
}

std::vector<DeviceChoice> benchDevices(const BenchSetting& setting) {
  std::vector<DeviceChoice> places;
  if (setting.device == "auto" || setting.device == "cpu") places.push_back({});
  if (setting.device == "auto") {
    std::string reason;
    for (const DeviceInfo& info : listDevices(reason))
      places.push_back(openDevice("opencl:" + std::to_string(info.index)));
  } else if (setting.device != "cpu") {
    places.push_back(openDevice(setting.device));
  }
  return places;
}

int nativeThreads(const BenchSetting& setting) {
  if (setting.device != "auto" && setting.device != "cpu")
    fail("bench: found device ", setting.device, ", expected cpu: this benchmark runs on the native path alone");
  return setting.threads > 0 ? setting.threads : defaultThreadCount();
}

std::vector<double> secondsOf(Progress& progress, int repetitions, const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    progress.update(double(repetition) / (repetitions + 1), "measuring");
    const auto start = std::chrono::steady_clock::now();
    work();
    if (repetition > 0)
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

void measureTimes(Measurement& found, Progress& progress, int repetitions, const std::function<void()>& work) {
  double processor = 0;
  int runs = 0;
  found.seconds = secondsOf(progress, repetitions, [&] {
    const std::clock_t start = std::clock();
    work();
    if (runs++ > 0) processor += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  });
  found.processorSeconds = processor / repetitions;
}

void countPeakAnew() { std::ofstream("/proc/self/clear_refs") << "5"; }

double peakResidentBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return 1024.0 * std::stod(line.substr(6));
  return 0;
}

}  // namespace engine
