#include "engine/lessons/run/LessonRun.h"

#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/datasets/Kind.h"
#include "engine/datasets/Residues.h"
#include "engine/lessons/run/BlockLine.h"
#include "engine/lessons/run/LessonEvaluation.h"
#include "engine/lessons/run/StepNames.h"

namespace engine {

namespace {

constexpr std::size_t kMostBytesKept = std::size_t{256} << 20;
constexpr double kMoment = 0.1;  ///< seconds

std::set<std::string> weightsOf(const StepBlocks& step) {
  std::set<std::string> weights;
  for (const std::vector<LessonControl>& block : step.controls)
    for (const LessonControl& control : block)
      if (control.kind == ControlKind::weight) weights.insert(control.name);
  return weights;
}

/// Values that were asked for before, so that a window need not wait for a run to look at them. The evaluation owns
/// them.
class FoundValues {
 public:
  struct Found {
    const LessonValue* value = nullptr;            ///< null: not asked for yet
    std::vector<std::vector<std::string>> labels;  ///< that its operation gives it, by axis
  };
  Found find(int definition) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_values.find(definition);
    return found == m_values.end() ? Found() : found->second;
  }
  const LessonValue* add(int definition, Found found) {
    const std::lock_guard lock(m_mutex);
    return (m_values[definition] = std::move(found)).value;
  }

 private:
  std::mutex m_mutex;
  std::map<int, Found> m_values;
};

class StepValuesOfRun : public StepValues {
 public:
  StepValuesOfRun(std::shared_ptr<LessonEvaluation> evaluation, int step, const StepState& state)
      : m_evaluation(std::move(evaluation)), m_step(step) {
    const StepBlocks& blocks = parts().steps[static_cast<std::size_t>(step)];
    for (const LessonQuestion& question : blocks.questions) {
      if (state.answered.contains(question.name)) continue;
      const std::set<int> shown = shownBy(question, blocks);
      std::set<int> covered = parts().graph.tellers(rootsOf(question, blocks), shown);
      for (const auto& [name, index] : scope())
        if (!shown.contains(index) && holdsAnyOf(index, covered)) m_coveredViews.insert(index);
      m_covered.merge(covered);
      m_locked.merge(question.locks());
    }
  }

  const LessonValue* find(std::string_view name) const override {
    const auto found = scope().find(name);
    if (found == scope().end()) return nullptr;
    if (const LessonValue* known = m_found->find(found->second).value) return known;
    const std::lock_guard lock(parts().mutex);
    try {
      const LessonValue* const value = m_evaluation->value(found->second).get();
      return m_found->add(found->second, {value, m_evaluation->labels(found->second)});
    } catch (const ExpressionError& error) {
      throw PlacedError(parts().lesson->file, error.place(), error.what());
    }
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (const auto& [name, index] : scope()) names.push_back(name);
    return names;
  }
  std::shared_ptr<const LessonScope> at(const LessonSettings& settings) const override {
    const std::lock_guard lock(parts().mutex);
    auto other = std::make_shared<StepValuesOfRun>(*this);
    other->m_found = std::make_shared<FoundValues>();
    other->m_evaluation =
        m_evaluation->with(settings, scope(), weightsOf(parts().steps[static_cast<std::size_t>(m_step)]));
    return other;
  }
  bool isCovered(std::string_view name) const override {
    const auto found = scope().find(name);
    return found != scope().end() && m_covered.contains(found->second);
  }
  bool holdsCovered(std::string_view name) const override {
    const auto found = scope().find(name);
    return found != scope().end() && holdsAnyOf(found->second, m_covered);
  }
  bool isViewCovered(std::string_view name) const override {
    const auto found = scope().find(name);
    return found != scope().end() && m_coveredViews.contains(found->second);
  }
  bool isLocked(std::string_view control) const override {
    return std::any_of(m_locked.begin(), m_locked.end(), [&](const std::string& locked) {
      // "Q" locks all of its cells, "Q[1,1]" locks what moves Q as a whole.
      return locked == control || control.substr(0, control.find('[')) == locked ||
             locked.substr(0, locked.find('[')) == control;
    });
  }
  DatasetPtr dataset(std::string_view name) const override {
    const LessonValue* const value = find(name);
    const auto* dataset = value ? std::get_if<DatasetPtr>(value) : nullptr;
    return dataset ? *dataset : nullptr;
  }
  std::vector<std::string> labels(std::string_view name, Index axis) const override;
  std::string unit(std::string_view name) const override {
    for (int step = m_step; step >= 0; --step)
      for (const NamedText& unit : dataOf(step).units)
        if (unit.name == name) return unit.text;
    return {};
  }

 private:
  LessonRun::Parts& parts() const { return m_evaluation->parts(); }
  const NamesInScope& scope() const { return parts().graph.scopes[static_cast<std::size_t>(m_step)]; }
  const DataBlock& dataOf(int step) const { return parts().graph.data[static_cast<std::size_t>(step)]; }

  /// Whether a dataset is of a run that gave one of these arrays.
  bool holdsAnyOf(int index, const std::set<int>& arrays) const {
    const LessonDefinition& dataset = parts().definition(index);
    if (dataset.kind != LessonDefinition::Kind::dataset) return false;
    return std::any_of(arrays.begin(), arrays.end(), [&](int one) {
      const LessonDefinition& array = parts().definition(one);
      return array.kind == LessonDefinition::Kind::output && array.uses.at("") == dataset.uses.at("");
    });
  }
  /// What the question covers by itself: what was computed among the names of its answer, and what it names to be
  /// covered.
  std::set<int> rootsOf(const LessonQuestion& question, const StepBlocks& blocks) const {
    std::set<int> roots;
    const auto named = blocks.covered.find(question.name);
    const auto isNamed = [&](const std::string& name) {
      return named != blocks.covered.end() &&
             std::find(named->second.begin(), named->second.end(), name) != named->second.end();
    };
    std::set<std::string> names = question.covers();
    if (named != blocks.covered.end()) names.insert(named->second.begin(), named->second.end());
    for (const std::string& name : names) {
      const auto found = scope().find(name);
      if (found != scope().end() && (isNamed(name) || parts().definition(found->second).isComputed))
        roots.insert(found->second);
    }
    return roots;
  }

  /// What the author leaves visible though it is computed from the answer.
  std::set<int> shownBy(const LessonQuestion& question, const StepBlocks& blocks) const {
    std::set<int> shown;
    if (const auto named = blocks.shown.find(question.name); named != blocks.shown.end())
      for (const std::string& name : named->second)
        if (const auto found = scope().find(name); found != scope().end()) shown.insert(found->second);
    return shown;
  }

  static bool fits(const std::string& axisName, Index axis, Index rank) {
    if (axisName == "rows") return axis == std::max<Index>(rank - 2, 0);
    if (axisName == "columns") return axis == rank - 1;
    if (axisName.empty()) return axis == 0;
    return plainNumber(axisName) == static_cast<double>(axis + 1);
  }

  std::shared_ptr<LessonEvaluation> m_evaluation;
  std::shared_ptr<FoundValues> m_found = std::make_shared<FoundValues>();
  int m_step;
  std::set<int> m_covered, m_coveredViews;
  std::set<std::string> m_locked;
};

std::vector<std::string> residueLabels(const Dataset& dataset) {
  std::vector<std::string> labels;
  for (const Residues& part : kindOf(dataset).parts(dataset)) {
    for (std::size_t k = 0; k < part.codes.size(); ++k) {
      const auto at = static_cast<std::size_t>(k < part.positions.size() ? part.positions[k] : Index(k));
      if (labels.size() <= at) labels.resize(at + 1);
      labels[at] = std::string(1, alphabet::letterOf(part.codes[k])) + std::to_string(at + 1);
    }
  }
  return labels;
}

std::vector<std::string> StepValuesOfRun::labels(std::string_view name, Index axis) const {
  for (int step = m_step; step >= 0; --step)
    for (const LabelLine& line : dataOf(step).labels) {
      if (line.name != name) continue;
      const LessonValue* const value = find(name);
      if (!value) return {};
      if (const auto* dataset = std::get_if<DatasetPtr>(value))
        return axis == 0 && line.words == std::vector<std::string>{"residues"} ? residueLabels(**dataset)
                                                                               : std::vector<std::string>();
      const auto* array = std::get_if<LessonArray>(value);
      if (array && fits(line.axis, axis, array->rank())) return line.words;
    }
  // What the operation itself says.
  const auto found = scope().find(name);
  if (found == scope().end() || !find(name)) return {};
  const auto own = m_found->find(found->second).labels;
  return static_cast<std::size_t>(axis) < own.size() ? own[static_cast<std::size_t>(axis)] : std::vector<std::string>();
}

/// "plan.png" of "![a plan](plan.png)".
std::vector<std::string> imagesOf(std::string_view markdown) {
  std::vector<std::string> images;
  for (std::size_t k = markdown.find("!["); k != std::string_view::npos; k = markdown.find("![", k + 1)) {
    const std::size_t open = markdown.find("](", k), close = markdown.find(')', std::min(open, markdown.size()));
    if (close == std::string_view::npos) continue;
    if (const std::string_view image = markdown.substr(open + 2, close - open - 2); staysBelow(image))
      images.emplace_back(image);
  }
  return images;
}

}  // namespace

LessonRun::LessonRun(std::shared_ptr<const Lesson> lesson, std::filesystem::path samples, Compute compute,
                     const LessonKnows& knows, LessonRun* before)
    : m_parts(std::make_shared<Parts>()) {
  LessonProblems problems;
  m_parts->knows = knows;
  for (const LessonStep& step : lesson->steps) m_parts->steps.push_back(parseStepBlocks(step, knows, problems));
  m_parts->graph = makeGraph(*lesson, m_parts->steps, problems);
  checkStepNames(*lesson, m_parts->steps, m_parts->graph, problems);
  m_parts->problems = problems.sorted();
  m_parts->lesson = std::move(lesson);
  m_parts->samples = std::move(samples);
  m_parts->compute = compute;
  m_parts->cache = before ? before->m_parts->cache : std::make_shared<ValueCache>(kMostBytesKept);
  if (!before) return;
  // While it computes nobody waits for what is only a guess of times.
  const std::unique_lock lock(before->m_parts->mutex, std::try_to_lock);
  if (lock.owns_lock()) m_parts->seconds = before->m_parts->seconds;
}

LessonRun::~LessonRun() = default;

std::unique_ptr<LessonRun> LessonRun::beside(Compute compute) {
  return std::make_unique<LessonRun>(m_parts->lesson, m_parts->samples, compute, m_parts->knows, this);
}

const Lesson& LessonRun::lesson() const { return *m_parts->lesson; }
const std::vector<StepBlocks>& LessonRun::steps() const { return m_parts->steps; }
const std::vector<LessonProblem>& LessonRun::problems() const { return m_parts->problems; }
const LessonKnows& LessonRun::knows() const { return m_parts->knows; }

std::vector<std::filesystem::path> LessonRun::files() const {
  const std::filesystem::path folder = std::filesystem::path(lesson().file).parent_path();
  std::set<std::filesystem::path> files;
  for (const LessonDefinition& definition : graph().definitions) {
    if (definition.data && definition.data->form == DataLine::Form::file) files.insert(folder / definition.data->text);
    if (definition.run && definition.run->stored && !definition.run->stored->isSample)
      files.insert(folder / definition.run->stored->path);
  }
  for (const std::string& image : imagesOf(lesson().introduction.markdown)) files.insert(folder / image);
  for (const LessonStep& step : lesson().steps)
    for (const LessonBeat& beat : step.beats)
      for (const LessonPart& part : beat.parts)
        for (const std::string& image : imagesOf(part.prose.markdown)) files.insert(folder / image);
  return {files.begin(), files.end()};
}

const LessonGraph& LessonRun::graph() const { return m_parts->graph; }
std::size_t LessonRun::numRuns() const { return m_parts->numRuns; }

bool LessonRun::isHalfFull() const { return m_parts->cache->bytes() > kMostBytesKept / 2; }

std::vector<std::string> LessonRun::replaceable(int step) const {
  std::vector<std::string> names;
  for (int k = 0; k <= step; ++k)
    for (const NamedText& one : m_parts->graph.data[static_cast<std::size_t>(k)].replaceable) names.push_back(one.name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

namespace {

std::shared_ptr<LessonEvaluation> evaluationOf(const std::shared_ptr<LessonRun::Parts>& parts, int step,
                                               const StepState& state) {
  if (step < 0 || step >= static_cast<int>(parts->steps.size()))
    fail("step ", step + 1, ", expected 1 to ", parts->steps.size());
  const NamesInScope& scope = parts->graph.scopes[static_cast<std::size_t>(step)];
  std::map<int, DatasetPtr> replaced;
  for (const auto& [name, dataset] : state.replaced)
    if (const auto found = scope.find(name); found != scope.end() && dataset) replaced[found->second] = dataset;
  const auto base = std::make_shared<LessonEvaluation>(parts, LessonEvaluation::Settings(), std::move(replaced),
                                                       LessonRuns{state.timesRunHere});
  return base->with(state.settings, scope, weightsOf(parts->steps[static_cast<std::size_t>(step)]), true);
}

}  // namespace

std::shared_ptr<const StepValues> LessonRun::values(int step, const StepState& state, Progress& progress,
                                                    const ValuesSoFar& soFar) {
  const std::lock_guard lock(m_parts->mutex);
  m_parts->progress = &progress;
  m_parts->numComputed = 0;
  m_parts->isPartKept = false;
  struct Ending {
    Parts& parts;
    ~Ending() {
      parts.progress = nullptr;
      parts.soFar = {};
      parts.isTelling = false;
    }
  } const ending{*m_parts};
  progress.update(0, "lesson");
  const std::shared_ptr<LessonEvaluation> evaluation = evaluationOf(m_parts, step, state);
  const auto shown = [&](const std::shared_ptr<LessonEvaluation>& of) {
    const auto values = std::make_shared<StepValuesOfRun>(of, step, state);
    for (const std::string& name : namesShown(m_parts->lesson->steps[static_cast<std::size_t>(step)],
                                              m_parts->steps[static_cast<std::size_t>(step)])) {
      values->find(name);
      progress.update(0, "lesson");
    }
    return values;
  };
  if (soFar)
    m_parts->soFar = [&](int run, const std::shared_ptr<const RunResult>& result) {
      m_parts->isTelling = true;
      try {
        soFar(shown(evaluation->withResult(run, result)));
      } catch (const Error&) {  // what the step makes of the whole need not be there of a part
      }
      m_parts->numComputed = 0;
      m_parts->isTelling = false;
    };
  return shown(evaluation);
}

void LessonRun::forgetCells(int step, const std::string& control, LessonSettings& settings) const {
  const NamesInScope& scope = graph().scopes[static_cast<std::size_t>(step)];
  const auto moved = scope.find(control);
  if (moved == scope.end()) return;
  const std::set<int> made = graph().dependents({moved->second});
  std::erase_if(settings, [&](const auto& setting) {
    const SettingTarget target = settingTarget(setting.first);
    const auto set = scope.find(target.name);
    return !target.indices.empty() && set != scope.end() && made.contains(set->second);
  });
}

void LessonRun::keepWhatThereIs() { m_parts->isPartKept = true; }

std::vector<std::string> LessonRun::storedRuns(int step) const {
  std::vector<std::string> titles;
  for (const LessonDefinition& definition : m_parts->graph.definitions)
    if (definition.kind == LessonDefinition::Kind::run && definition.step == step && definition.run->stored)
      titles.push_back(definition.run->operation->title());
  return titles;
}

std::shared_ptr<const StepValues> LessonRun::valuesOnDemand(int step, const StepState& state) {
  const std::lock_guard lock(m_parts->mutex);
  m_parts->numComputed = 0;
  return std::make_shared<StepValuesOfRun>(evaluationOf(m_parts, step, state), step, state);
}

bool LessonRun::isSlow(int step, const StepState& state) const {
  const std::lock_guard lock(m_parts->mutex);
  try {
    const auto evaluation = evaluationOf(m_parts, step, state);
    const NamesInScope& scope = m_parts->graph.scopes[static_cast<std::size_t>(step)];
    double seconds = 0;
    for (const std::string& name : namesShown(m_parts->lesson->steps[static_cast<std::size_t>(step)],
                                              m_parts->steps[static_cast<std::size_t>(step)]))
      if (const auto found = scope.find(name); found != scope.end()) seconds += evaluation->secondsFor(found->second);
    return seconds > kMoment;
  } catch (const Error&) {  // computing will say so
    return false;
  }
}

}  // namespace engine
