// Computes definitions of a lesson with some of them set, through a cache that knows results by what they are made of.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/lessons/expression/SettingTarget.h"
#include "engine/lessons/run/LessonGraph.h"
#include "engine/lessons/run/LessonRun.h"
#include "engine/lessons/run/ValueCache.h"

namespace engine {

/// A lesson with its graph and what was computed of it.
struct LessonRun::Parts {
  std::shared_ptr<const Lesson> lesson;
  std::vector<StepBlocks> steps;
  LessonGraph graph;
  std::vector<LessonProblem> problems;
  std::filesystem::path samples;
  Compute compute;
  LessonKnows knows = {};

  std::recursive_mutex mutex;  ///< of what follows
  std::shared_ptr<ValueCache> cache;
  std::map<std::string, double> seconds;  ///< that runs and files took the last time, by their texts
  Progress* progress = nullptr;           ///< while `values` runs
  /// While `values` runs: what to do with what a run has so far; empty: nothing.
  std::function<void(int definition, std::shared_ptr<const RunResult>)> soFar;
  bool isTelling = false;                ///< while soFar works: no run tells within
  std::atomic<bool> isPartKept = false;  ///< of a run that is cancelled
  std::size_t numRuns = 0, numComputed = 0;

  const LessonDefinition& definition(int index) const { return graph.definitions[static_cast<std::size_t>(index)]; }
};

/// An Error that begins with its place in the file.
class PlacedError : public Error {
 public:
  PlacedError(const std::string& file, LessonPlace place, const std::string& text)
      : Error(problemText(file, {place, text})), m_place(place), m_text(text) {}
  LessonPlace place() const { return m_place; }
  /// Without the place.
  const std::string& text() const { return m_text; }

 private:
  LessonPlace m_place;
  std::string m_text;
};

/// How runs come to their results where not by running once.
struct LessonRuns {
  int timesHere = 0;                                       ///< as in StepState
  int underWay = -1;                                       ///< definition of a run that has not ended
  std::shared_ptr<const RunResult> resultSoFar = nullptr;  ///< of that
  std::size_t number = 0;                                  ///< of this, never given twice
};

/// Of one state of the controls. Not for several threads: callers hold the mutex of the parts.
class LessonEvaluation : public std::enable_shared_from_this<LessonEvaluation> {
 public:
  struct Part {
    SettingTarget target;
    LessonValue value;
    bool isWeight = false;  ///< the others of its row are rescaled, so that their sum stays
    bool isByHand = false;  ///< of a person, not of at(...): where the array has no such cell now, it waits
  };
  /// What is set, by definition.
  using Settings = std::map<int, std::vector<Part>>;
  LessonEvaluation(std::shared_ptr<LessonRun::Parts> parts, Settings settings, std::map<int, DatasetPtr> replaced = {},
                   LessonRuns runs = {})
      : m_parts(std::move(parts)),
        m_settings(std::move(settings)),
        m_replaced(std::move(replaced)),
        m_runs(std::move(runs)) {}

  /// Not of runs. Throws ExpressionError with the place of what failed, Cancelled.
  std::shared_ptr<const LessonValue> value(int definition);
  /// Texts along the axes of an array that an operation has labelled; of anything else, none.
  std::vector<std::vector<std::string>> labels(int definition);
  /// The seconds that computing took the last time and would take again; 0: everything is there.
  double secondsFor(int definition);

  /// The same with these settings instead of or beside what is set; `names` says what they mean. `weights`: controls
  /// that rescale. `isByHand`: they are what a person did. Throws Error.
  std::shared_ptr<LessonEvaluation> with(const LessonSettings& settings, const NamesInScope& names,
                                         const std::set<std::string>& weights = {}, bool isByHand = false) const;
  /// The same with what a run has so far in place of its result.
  std::shared_ptr<LessonEvaluation> withResult(int run, std::shared_ptr<const RunResult> soFar) const;
  LessonRun::Parts& parts() const { return *m_parts; }

 private:
  /// Names everything that the value is made of.
  const std::string& key(int definition);
  std::string baseKey(int definition);
  /// Of an output, shared with its run.
  std::shared_ptr<const LessonValue> output(int definition);
  /// Whether a definition is an output of which nothing is set.
  bool isOutputAsItIs(int definition) const;
  LessonValue baseValue(int definition);
  std::shared_ptr<const RunResult> result(int definition);
  RunResult computed(int definition);
  /// Whether nothing that it is made of is set or replaced.
  bool isAsWritten(int definition) const;
  bool isStored(int definition) const;
  /// Whether a part that was set has no place in this value: an array that is made of others and has become shorter.
  bool isWaiting(int definition, const Part& part, const LessonValue& value) const;
  DatasetPtr load(const DataLine& line);
  std::filesystem::path folderOf(bool isSample) const;
  std::filesystem::path pathOf(const DataLine& line) const;
  std::filesystem::path pathOf(const StoredFolder& stored) const;
  void addSeconds(int definition, std::set<int>& seen, double& seconds);
  template <class Work>
  auto placed(int definition, const Work& work);

  std::shared_ptr<LessonRun::Parts> m_parts;
  Settings m_settings;
  std::map<int, DatasetPtr> m_replaced;
  LessonRuns m_runs;
  std::map<int, std::string> m_keys;
  std::map<int, std::shared_ptr<const LessonValue>> m_values;
  std::set<int> m_open;  ///< being computed
};

/// The names of one definition or of a step, evaluated when they are asked for.
class EvaluatedNames : public LessonScope {
 public:
  EvaluatedNames(std::shared_ptr<LessonEvaluation> evaluation, const NamesInScope& names,
                 std::set<std::string> weights = {})
      : m_evaluation(std::move(evaluation)), m_names(names), m_weights(std::move(weights)) {}
  const LessonValue* find(std::string_view name) const override;
  std::vector<std::string> names() const override;
  std::shared_ptr<const LessonScope> at(const LessonSettings& settings) const override;

 private:
  std::shared_ptr<LessonEvaluation> m_evaluation;
  NamesInScope m_names;
  std::set<std::string> m_weights;
};

}  // namespace engine
