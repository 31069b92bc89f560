// Inputs of a size that is worth measuring, filled with deterministic numbers (MATHEMATICS.md 1.2).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Parameters.h"

namespace engine {

struct BenchCase {
  std::string sizes;  ///< "H=8 n=m=1024 d=64 maps=no"
  ParameterValues values;
  ArrayBundle inputs;  ///< float32
};

/// An array whose numbers lie in [-scale, scale].
struct BenchArray {
  const char* name;
  Shape shape;
  double scale = 1;
};
/// Their arrays, each with numbers of its own.
ArrayBundle benchArrays(const std::vector<BenchArray>& arrays);
/// The arrays, then W_q, W_k, W_v and W_o of width D, which keep variances.
std::vector<BenchArray> withProjections(std::vector<BenchArray> arrays, Index D);
/// Tokens 0 .. count - 1 in no order.
Array<std::int32_t> benchTokens(Shape shape, std::int32_t count, const char* name);
ParameterValues benchValues(const std::vector<std::pair<const char*, ParameterValue>>& values);

}  // namespace engine
