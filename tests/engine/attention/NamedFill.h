// Deterministic weights for whole modules (MATHEMATICS.md 1.2, named fill): the i-th name in byte order gets
// T(seed + i; shape; 0.3), weights of normalisations 1 + T.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

#include "engine/base/Random.h"

namespace test {

inline bool isNormalisationWeight(std::string name) {
  const bool isRoseTtaFold = name.ends_with("a_2");
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return isRoseTtaFold || (name.find("norm") != std::string::npos && name.ends_with("weight"));
}

/// One array per name and shape.
template <class T>
std::map<std::string, engine::Array<T>> namedFill(std::uint64_t seed,
                                                  const std::map<std::string, engine::Shape>& shapes) {
  std::map<std::string, engine::Array<T>> filled;
  for (const auto& [name, shape] : shapes) {
    engine::Array<T>& array = filled[name];
    array = engine::deterministicArray<T>(seed++, shape, 0.3, name);
    if (isNormalisationWeight(name))
      for (T& value : array) value += 1;
  }
  return filled;
}

/// Adds NAME.weight (out, in) and NAME.bias (out).
inline void addLinear(std::map<std::string, engine::Shape>& shapes, const std::string& name, engine::Index out,
                      engine::Index in) {
  shapes[name + ".weight"] = {out, in};
  shapes[name + ".bias"] = {out};
}

/// Adds NAME.weight and NAME.bias, both (width).
inline void addNorm(std::map<std::string, engine::Shape>& shapes, const std::string& name, engine::Index width) {
  shapes[name + ".weight"] = shapes[name + ".bias"] = {width};
}

}  // namespace test
