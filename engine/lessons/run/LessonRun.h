// What a lesson computes: values of a step for what is set there, rerun only as far as something changed.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/Progress.h"
#include "engine/compute/Compute.h"
#include "engine/lessons/expression/Scope.h"
#include "engine/lessons/file/Lesson.h"
#include "engine/lessons/run/StepBlocks.h"

namespace engine {

struct LessonGraph;

/// What a person has done in a step. Empty: as the file says.
struct StepState {
  LessonSettings settings;                     ///< controls ("T"), cells of arrays ("Q[1,1]"), arrays ("K")
  std::set<std::string> answered;              ///< names of questions that are right or were shown
  std::map<std::string, DatasetPtr> replaced;  ///< own data instead of a sample, by name
  /// How often it was asked that runs with stored results run here; 0: never, these stand for them. Each time they run
  /// anew. Where a control that they read is elsewhere than in the file they run in any case.
  int timesRunHere = 0;
};

/// The values of a step: a scope of numbers, texts and datasets. Never changes. What the step's pictures, formulae,
/// goals and prose name is computed already; anything else, and what `at` gives, when it is asked for, which may take
/// time.
class StepValues : public LessonScope {
 public:
  /// Whether a name must not be seen yet, because it gives the answer of a question that is not answered.
  virtual bool isCovered(std::string_view name) const = 0;
  /// Whether a dataset holds the numbers of arrays that are covered: they are not told.
  virtual bool holdsCovered(std::string_view) const { return false; }
  /// Whether views of it are not seen either: unless the question says "show DATASET", as one does that is answered by
  /// looking at it.
  virtual bool isViewCovered(std::string_view) const { return false; }
  /// Whether a control must not be moved yet ("T", "Q[1,1]"): the answer is what it would show.
  virtual bool isLocked(std::string_view control) const = 0;
  /// The datasets that a run made ("as maps"), or a `data` line read; null: the name is none.
  virtual DatasetPtr dataset(std::string_view name) const = 0;
  /// Labels of an array along an axis (from 0), from `labels` lines; empty: numbers.
  virtual std::vector<std::string> labels(std::string_view name, Index axis) const = 0;
  virtual std::string unit(std::string_view name) const = 0;
};

/// Runs a lesson. Keeps what was computed, so that moving one control runs only what depends on it. Safe to be called
/// from one thread at a time; values may be read in others meanwhile.
class LessonRun {
 public:
  /// `samples`: the folder of `sample NAME`; files lie beside the lesson. `before`: an earlier state of the lesson,
  /// whose results are taken over where nothing changed; both may be used, what one computes the other has.
  LessonRun(std::shared_ptr<const Lesson> lesson, std::filesystem::path samples, Compute compute,
            const LessonKnows& knows = {}, LessonRun* before = nullptr);
  ~LessonRun();
  /// Another run of the same lesson, for another thread: what one computes the other has, neither waits for the other.
  std::unique_ptr<LessonRun> beside(Compute compute);

  const Lesson& lesson() const;
  /// The blocks of the steps, understood; problems of all of them.
  const std::vector<StepBlocks>& steps() const;
  const std::vector<LessonProblem>& problems() const;
  /// What it was told of pictures.
  const LessonKnows& knows() const;
  /// What it reads beside itself, whether it is there or not: data, stored results (folders), images. Not samples.
  std::vector<std::filesystem::path> files() const;
  /// What each name of each step means.
  const LessonGraph& graph() const;
  /// Names of samples that own data may replace, in this step.
  std::vector<std::string> replaceable(int step) const;

  /// Takes the values of a step with what a long run has so far.
  using ValuesSoFar = std::function<void(std::shared_ptr<const StepValues>)>;
  /// Throws Error (with the place in the file) when something cannot be computed, Cancelled. `soFar` is called in the
  /// same thread before runs end that tell what they have.
  std::shared_ptr<const StepValues> values(int step, const StepState& state, Progress& progress,
                                           const ValuesSoFar& soFar = {});
  /// Takes cells out of what a person has set whose arrays are made from a control: of a seed that draws all anew.
  void forgetCells(int step, const std::string& control, LessonSettings& settings) const;
  /// A run that is cancelled from now on leaves what it had last, as if that were all; until `values` is called again.
  /// From any thread.
  void keepWhatThereIs();
  /// What the step runs and results are stored of, as titles of operations: "Train encoder and decoder".
  std::vector<std::string> storedRuns(int step) const;
  /// The same without computing anything before it is asked for; errors come then.
  std::shared_ptr<const StepValues> valuesOnDemand(int step, const StepState& state);
  /// Whether computing would take longer than a moment, as far as is known from the last time.
  bool isSlow(int step, const StepState& state) const;
  /// How many operations have run so far: what moving a control costs.
  std::size_t numRuns() const;
  /// Whether half of what is kept at most is kept: more would soon displace what was used lately.
  bool isHalfFull() const;

  struct Parts;

 private:
  std::shared_ptr<Parts> m_parts;
};

}  // namespace engine
