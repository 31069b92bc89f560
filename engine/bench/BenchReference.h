// What matrix products of this processor reach: the rate that benchmarks of attention are compared with.
#pragma once

#include <string>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

struct SgemmReference {
  std::string name;  ///< "oneDNN float matrix product 2048^3 (Gflop/s: Eigen 152, oneDNN 208)"
  double rate = 0;   ///< floating-point operations per second, 2 size^3 per product
};

/// Multiplies two size x size float matrices with Eigen and, where its library is installed, with oneDNN, on `threads`
/// threads (0: all cores); each library's best of several runs counts, and the better library is the reference.
SgemmReference sgemmReference(int threads, Progress& progress, Index size = 2048);

}  // namespace engine
