// Checks of mechanisms on the tape against the mechanisms themselves.
#pragma once

#include <string>

#include "engine/attention/Mechanism.h"
#include "engine/base/Random.h"

namespace test {

/// Deterministic numbers in [-scale, scale].
inline engine::Array<double> sample(std::uint64_t seed, const engine::Shape& shape, double scale = 1) {
  return engine::deterministicArray<double>(seed, shape, scale);
}

/// A mechanism with an input and parameters.
struct GradientCase {
  explicit GradientCase(const std::string& id);

  /// Replaces an input, or adds it.
  GradientCase& with(const std::string& name, engine::AnyArray array);
  GradientCase& without(const std::string& name);
  GradientCase& set(const std::string& key, engine::ParameterValue value);
  /// Only these outputs count in the loss; all when never called.
  GradientCase& only(std::vector<std::string> outputs);

  const engine::Mechanism& mechanism;
  engine::ArrayBundle inputs;  ///< the sample to begin with, real arrays in float64
  engine::ParameterValues values;
  std::vector<std::string> outputs;
};

/// Every output of the tape is that of Mechanism::run in float64 to 1e-10 (1 + |value|), and every required output is
/// there; the gradients with respect to every real input and parameter are those of central differences of
/// Mechanism::run to 1e-6 (1 + |value|).
void expectGradientsOfMechanism(GradientCase given, engine::Index elementsOfAnArray = 12);

}  // namespace test
