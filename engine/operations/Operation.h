// What a user can ask for: datasets and parameters in, datasets out. From one description come menu entry, form, job,
// command-line subcommand, provenance and replay.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/Parameters.h"
#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/datasets/Dataset.h"

namespace engine {

struct OperationInput {
  std::string name;  ///< "query"
  std::string help;
  std::vector<DatasetKind> kinds;  ///< accepted
  bool isOptional = false;
  std::string whenAbsent = "none";  ///< what is taken instead of an optional input: "none", "the sample arrays"
  std::vector<std::string> otherNames = {};  ///< options of a command line that name its file: "structure"
};

/// Stateless; one object per list entry of operations.def.
class Operation {
 public:
  /// Takes what a run has so far, from the thread that runs it: complete datasets with less in them than those that the
  /// run will end with, under the same ids and with titles that say so.
  using ResultsSoFar = std::function<void(std::vector<Dataset>)>;

  virtual ~Operation() = default;
  virtual std::string id() const = 0;     ///< command-line and session name: "profile", "attention geometric"
  virtual std::string title() const = 0;  ///< menu entry: "Build profile HMM"
  virtual std::string help() const = 0;
  /// Headings under which menus and help list it, outermost first: "Attention", "Scores".
  virtual std::vector<std::string> headings() const { return {}; }
  /// What is computed, an equation a line, as Mechanism::formula writes it; empty: no formula says it.
  virtual std::string formula() const { return {}; }
  virtual std::vector<OperationInput> inputs() const = 0;
  virtual std::vector<Parameter> parameters() const = 0;
  /// Parts of its own results that can be written to files of their own: "matrices" (Exporter::part).
  virtual std::vector<std::string> resultParts() const { return {}; }
  /// Keys of parameters that a command line gives as words behind the inputs: "search QUERY DATABASE".
  virtual std::vector<std::string> wordParameters() const { return {}; }
  /// Where the work may run. native: nowhere but on the native CPU path, so that no device need be looked for; one that
  /// is given is not used.
  enum class Place { anyDevice, native };
  virtual Place place() const { return Place::anyDevice; }
  /// Mostly so quick that what it gave can follow its parameters while these are moved.
  virtual bool isLive() const { return false; }
  /// The given values checked and completed for these inputs (null or none: not given). Throws Error.
  virtual ParameterValues completedFor(const std::vector<DatasetPtr>&, const ParameterValues& given) const {
    return completed(parameters(), given);
  }
  /// Checks what the descriptions of the parameters cannot say, before any work. `values` are complete. Throws Error.
  virtual void checkParameters(const ParameterValues&) const {}

  /// What a run would cost, a line each, for these inputs (null: not given) where that can be told from their sizes.
  virtual std::vector<std::string> estimate(const std::vector<DatasetPtr>&, const ParameterValues&) const { return {}; }

  /// Checks inputs and parameters, runs, fills in provenance (the device if some of the work was done there, seconds,
  /// warnings) and axes. The first result is the main one, the others are its by-products; the caller renames them when
  /// its request names an output (nameResults). A null entry stands for an optional input that is not given. What
  /// `compute` has filled in (titles, axes, request and device of by-products, ".word" as their id) is kept. `soFar` is
  /// called when there is something to look at before the end, which most operations have not. Throws Error, Cancelled.
  std::vector<Dataset> run(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute& compute,
                           Diagnostics& diagnostics, Progress& progress, const ResultsSoFar& soFar = {}) const;

 protected:
  virtual std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                       const Compute& compute, Diagnostics& diagnostics, Progress& progress) const = 0;
  /// The same, telling `soFar` (not empty) what is there already.
  virtual std::vector<Dataset> computeShowing(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                              const Compute& compute, Diagnostics& diagnostics, Progress& progress,
                                              const ResultsSoFar&) const {
    return this->compute(inputs, values, compute, diagnostics, progress);
  }
};

/// Gives the results of one run their ids in a document: `id` for the main result, "id.word" for by-products, the word
/// being that of their present id or else their number. Axes that name results of this run follow.
void nameResults(std::vector<Dataset>& results, const std::string& id);

const std::vector<std::unique_ptr<const Operation>>& operations();
/// Throws Error listing the known ids.
const Operation& findOperation(std::string_view id);

/// "0.1.0": version of this program, part of every provenance.
std::string programVersion();

}  // namespace engine
