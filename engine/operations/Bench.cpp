#include "engine/operations/Bench.h"

#include <algorithm>
#include <chrono>

namespace engine {

#define BENCH(id, function, help) void function(int threads, Progress& progress, const Measured& measured);
#include "engine/operations/benches.def"
#undef BENCH

const std::vector<Bench>& benches() {
  static const std::vector<Bench> all{
#define BENCH(id, function, help) {#id, help, function},
#include "engine/operations/benches.def"
#undef BENCH
  };
  return all;
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

}  // namespace engine
