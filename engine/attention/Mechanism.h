// One attention mechanism: named arrays in, named arrays out.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/BenchCase.h"
#include "engine/attention/Cost.h"
#include "engine/attention/MapOutput.h"
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

/// What a mechanism shows when nobody gives it arrays: some that mean something, with what they are called.
struct Sample {
  std::string title = "Sample";
  ArrayBundle arrays;
  ParameterValues values;  ///< that suit the arrays, where nothing else is asked for
  /// Names of positions: the first list that is as long as the queries of a map, the last that is as long as its keys.
  std::vector<std::vector<std::string>> positions;
  std::vector<std::string> headLabels;  ///< of maps with as many heads
};
/// The sample's names and labels for maps that have such positions and heads.
void nameMaps(HeadSet& maps, const Sample& sample);

/// What mechanisms are looked for under, in this order.
enum class MechanismGroup { scores, heads, alignments, structures, kernels, layers };
/// "Whole layers": as menus and help call it.
const char* titleOf(MechanismGroup group);

/// float32; float64 (native CPU only, the definition).
enum class Precision { float32, float64 };

template <class T>
class Variable;
class TapeCall;
/// Variables by name, as an ArrayBundle holds arrays.
using VariableBundle = std::map<std::string, Variable<double>>;
/// Writes the formula of a mechanism on a tape: outputs of the call's inputs (gradients/MechanismOnTape.h).
using TapeForm = VariableBundle (*)(TapeCall& call);

/// Stateless; one object per list entry of mechanisms.def.
class Mechanism {
 public:
  virtual ~Mechanism() = default;
  virtual std::string id() const = 0;  ///< command-line name: "multi-head"
  virtual std::string title() const = 0;
  virtual MechanismGroup group() const { return MechanismGroup::scores; }
  /// What is computed, an equation a line. Subscripts as in q_i or q_{t+1}, superscripts as in K^T, the rest as text.
  virtual std::string formula() const { return {}; }
  virtual std::string help() const = 0;  ///< what the formula leaves open, and the source, in a few lines
  virtual std::vector<Parameter> parameters() const { return {}; }
  virtual std::vector<ArrayDescription> inputs() const = 0;
  virtual std::vector<ArrayDescription> outputs() const = 0;
  /// A small legal input, used by the registry test, help and examples. Unless told otherwise the required arrays, as
  /// long as their letters come: 2, 3, 4, ...; axes that are no letter are formulae of letters.
  virtual ArrayBundle sampleInput() const;
  /// What the operation shows when no arrays are given; unless told otherwise sampleInput().
  virtual Sample sample() const;
  /// What the plot view shows of a run: arrays named as it wants them (axis_NAME, curve_NAME, head_NAME); usually none.
  virtual ArrayBundle curves(const ArrayBundle&, const ArrayBundle&) const { return {}; }
  /// What "bench attention" measures. Unless told otherwise the required arrays, all letters of one length, for which
  /// the cost is at least ten million operations.
  virtual std::vector<BenchCase> benchCases() const;

  /// What it costs as formulae of the letters of `sizes`; parameters (maps=no) may change them. `values` are complete.
  virtual CostFormulas cost(const ParameterValues& values) const = 0;
  /// Lengths of these inputs by the letters that stand alone in the shapes of inputs(), read from the last axis
  /// backwards: the first array that has a letter says its length, required arrays before optional ones. Letters
  /// without an axis are 1, integer parameters stand under their keys. Never throws for wrong shapes.
  virtual Sizes sizes(const ArrayBundle& inputs, const ParameterValues& values) const;
  /// The cost of a run on these inputs.
  Cost costOf(const ArrayBundle& inputs, const ParameterValues& values, Precision precision) const;
  /// Whether these inputs and values are computed on the device when one is chosen; false: always on the native CPU
  /// path, of which run() warns. `values` are complete.
  virtual bool usesDevice(const ArrayBundle&, const ParameterValues&) const { return false; }
  /// The same in this precision; `values` need not be complete.
  bool runsOnDevice(const ArrayBundle& inputs, const ParameterValues& values, Precision precision) const;
  /// Maps among the outputs; usually the weights A with the scores S, as mapsOf reads them.
  virtual std::vector<NamedMaps> maps(const ArrayBundle& outputs) const;
  /// What gradients are taken from; null: there are none.
  virtual TapeForm tapeForm() const { return nullptr; }

  /// Checks the arrays (unknown, missing, shape, type, not finite: Error naming array and both shapes) and that the
  /// memory suffices, then computes.
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
const Mechanism& findMechanism(std::string_view id);

}  // namespace engine
