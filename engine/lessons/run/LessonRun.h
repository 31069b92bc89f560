// What a lesson computes: values of a step for what is set there, rerun only as far as something changed.
#pragma once

#include <filesystem>
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

/// What a person has done in a step. Empty: as the file says.
struct StepState {
  LessonSettings settings;          ///< controls ("T"), cells of arrays ("Q[1,1]"), arrays ("K")
  std::set<std::string> answered;   ///< names of questions that are right or were shown
  std::map<std::string, DatasetPtr> replaced;  ///< own data instead of a sample, by name
};

/// The values of a step, complete: a scope of numbers, texts and datasets. Never changes.
class StepValues : public LessonScope {
 public:
  /// Whether a name must not be seen yet, because it gives the answer of a question that is not answered.
  virtual bool isCovered(std::string_view name) const = 0;
  /// The datasets that a run made ("as maps"), or a `data` line read.
  virtual DatasetPtr dataset(std::string_view name) const = 0;
  /// Labels of an array along an axis (from 0), from `labels` lines; empty: numbers.
  virtual std::vector<std::string> labels(std::string_view name, Index axis) const = 0;
  virtual std::string unit(std::string_view name) const = 0;
};

/// Runs a lesson. Keeps what was computed, so that moving one control runs only what depends on it. Safe to be called
/// from one thread at a time.
class LessonRun {
 public:
  /// `samples`: the folder of `sample NAME`; files lie beside the lesson.
  LessonRun(std::shared_ptr<const Lesson> lesson, std::filesystem::path samples, Compute compute);
  ~LessonRun();

  const Lesson& lesson() const;
  /// The blocks of the steps, understood; problems of all of them.
  const std::vector<StepBlocks>& steps() const;
  const std::vector<LessonProblem>& problems() const;

  /// Throws Error (with the place in the file) when something cannot be computed, Cancelled.
  std::shared_ptr<const StepValues> values(int step, const StepState& state, Progress& progress);
  /// Whether computing would take longer than a moment, as far as is known from the last time.
  bool isSlow(int step, const StepState& state) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace engine
