// The benchmark of scaled dot-product attention: every backend beside a large matrix product of the same processor.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/Progress.h"

namespace engine {

/// One measured case. Work is 2 * n * m * (d + v) floating-point operations per head (attention-math 1.4).
struct DotMeasurement {
  std::string name;             ///< "L=1024 H=8 d=64 maps=no"
  std::string device;           ///< "native CPU" or the device's name
  int threads = 0;              ///< of the native path; 0 on a device
  std::vector<double> seconds;  ///< of each repetition, sorted; the first run (compiling, touching memory) is left out
  double work = 0;              ///< flop in one repetition
  double sgemmRate = 0;         ///< flop per second of Eigen's float 2048^3 product on the same number of threads
};

/// Measures L = 256, 1024, 4096 with H = 8, d = 64, with and without maps, on the native path with `threads` threads
/// (0: all cores) and on every OpenCL device; calls `measured` after each.
void benchDot(int threads, Progress& progress, const std::function<void(const DotMeasurement&)>& measured);

}  // namespace engine
