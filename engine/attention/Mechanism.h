// One attention mechanism: named arrays in, named arrays out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"

namespace engine {

/// What the elements of an array are: float32 or float64; bool; int32 or int64.
enum class ArrayType { real, boolean, integer };

/// An array that a mechanism takes or gives.
struct ArrayDescription {
  std::string name;   ///< symbol of the formula
  std::string shape;  ///< in the shape letters: "(B, H, n, d)"
  std::string help;   ///< one line
  bool isOptional = false;
  ArrayType type = ArrayType::real;
  bool mayBeMissing = false;  ///< values may be NaN, which means "unknown"
};

/// float32; float64 (native CPU only, the definition).
enum class Precision { float32, float64 };

/// Stateless; one object per list entry of mechanisms.def.
class Mechanism {
 public:
  virtual ~Mechanism() = default;
  virtual std::string id() const = 0;  ///< command-line name: "multi-head"
  virtual std::string title() const = 0;
  virtual std::string help() const = 0;  ///< formula and source in a few lines
  virtual std::vector<Parameter> parameters() const = 0;
  virtual std::vector<ArrayDescription> inputs() const = 0;
  virtual std::vector<ArrayDescription> outputs() const = 0;
  /// A small legal input, used by the registry test, help and examples.
  virtual ArrayBundle sampleInput() const = 0;

  /// Checks the arrays (unknown, missing, shape, type, not finite: Error naming array and both shapes), then computes.
  /// Output arrays are float or double by `precision`. `values` need not be complete.
  ArrayBundle run(const ArrayBundle& inputs, const ParameterValues& values, Precision precision, const Compute& compute,
                  Diagnostics& diagnostics, Progress& progress) const;

 protected:
  virtual ArrayBundle compute(const ArrayBundle& inputs, const ParameterValues& values, Precision precision,
                              const Compute& compute, Diagnostics& diagnostics, Progress& progress) const = 0;
};

/// All mechanisms in the order of mechanisms.def.
const std::vector<std::unique_ptr<const Mechanism>>& mechanisms();
/// Throws Error listing the known ids.
const Mechanism& findMechanism(const std::string& id);

}  // namespace engine
