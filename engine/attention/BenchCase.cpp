#include "engine/attention/BenchCase.h"

#include <cmath>

#include "engine/base/Random.h"

namespace engine {

ArrayBundle benchArrays(const std::vector<BenchArray>& arrays) {
  ArrayBundle bundle;
  std::uint64_t seed = 700;
  for (const BenchArray& array : arrays)
    bundle[array.name] = deterministicArray<float>(seed++, array.shape, array.scale, array.name);
  return bundle;
}

std::vector<BenchArray> withProjections(std::vector<BenchArray> arrays, Index D) {
  const double scale = 1.7 / std::sqrt(double(D));
  for (const char* name : {"W_q", "W_k", "W_v", "W_o"}) arrays.push_back({name, {D, D}, scale});
  return arrays;
}

Array<std::int32_t> benchTokens(Shape shape, std::int32_t count, const char* name) {
  Array<std::int32_t> array(std::move(shape), 0, name);
  for (Index k = 0; k < array.size(); ++k)
    array[k] = static_cast<std::int32_t>(splitMix64(static_cast<std::uint64_t>(k)) % std::uint64_t(count));
  return array;
}

ParameterValues benchValues(const std::vector<std::pair<const char*, ParameterValue>>& values) {
  ParameterValues given;
  for (const auto& [key, value] : values) given.set(key, value);
  return given;
}

}  // namespace engine
