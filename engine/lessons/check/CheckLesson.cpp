#include "engine/lessons/check/CheckLesson.h"

#include <algorithm>
#include <cmath>

#include "engine/base/PrintableText.h"
#include "engine/heads/HeadLabels.h"
#include "engine/lessons/check/ControlCheck.h"
#include "engine/lessons/check/LeakCheck.h"
#include "engine/lessons/check/TextCheck.h"
#include "engine/lessons/formula/FormulaCells.h"
#include "engine/lessons/formula/FormulaValue.h"
#include "engine/lessons/run/BlockLine.h"
#include "engine/lessons/run/LessonEvaluation.h"
#include "engine/lessons/run/StepNames.h"
#include "engine/operations/Operation.h"

namespace engine {

namespace {

class LessonChecker {
 public:
  LessonChecker(LessonRun& run, const std::vector<ShelvedLesson>& shelf, Progress& progress, bool runsAll)
      : m_run(run), m_shelf(shelf), m_progress(progress), m_texts(run.lesson(), shelf, m_problems) {
    m_state.timesRunHere = runsAll ? 1 : 0;
  }

  std::vector<LessonProblem> check() && {
    for (const LessonProblem& problem : m_run.problems()) m_problems.add(problem);
    const Lesson& lesson = m_run.lesson();
    for (const std::string& need : lesson.needs)
      if (!findLesson(m_shelf, need))
        m_problems.error({1, 1}, "\"needs\" names ", inQuotes(need), ", which is no lesson here");
    for (const LessonSubject& subject : lesson.explains) checkSubject(subject);
    checkCover();
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      m_progress.update(static_cast<double>(step) / static_cast<double>(lesson.steps.size()), lesson.steps[step].title);
      checkStep(static_cast<int>(step));
    }
    // A run that fails fails for each of its arrays.
    std::vector<LessonProblem> sorted = m_problems.sorted();
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
  }

 private:
  void checkSubject(const LessonSubject& subject) {
    if (m_run.lesson().stepNumber(subject.slug) < 0)
      m_problems.error(subject.place, "\"explains\" names the step ", inQuotes(subject.slug), ", which there is not");
    if (subject.subject.starts_with("view ")) {
      const auto& views = m_run.knows().pictureKinds;
      if (!views.empty() && std::find(views.begin(), views.end(), subject.subject.substr(5)) == views.end())
        m_problems.error(subject.place, "\"explains\" names ", inQuotes(subject.subject), ", which is no view");
    } else if (subject.subject.starts_with("label ")) {
      if (ruleOfLabel(subject.subject.substr(6)) == HeadRule::other)
        m_problems.error(subject.place, "\"explains\" names ", inQuotes(subject.subject), ", which no head is called");
    } else {
      const auto& all = operations();
      if (std::none_of(all.begin(), all.end(), [&](const auto& one) { return one->id() == subject.subject; }))
        m_problems.error(subject.place, "\"explains\" names ", inQuotes(subject.subject), ", which is no operation");
    }
  }

  void checkCover() {
    const LessonCover& cover = m_run.lesson().cover;
    if (cover.slug.empty()) return;
    const int step = m_run.lesson().stepNumber(cover.slug);
    if (step < 0)
      return m_problems.error(cover.place, "\"cover\" names the step ", inQuotes(cover.slug), ", which there is not");
    const std::vector<LessonPicture>& pictures = m_run.steps()[static_cast<std::size_t>(step)].pictures;
    if (pictures.empty()) m_problems.error(cover.place, "\"cover\" names a step without a picture");
    const auto isIt = [&](const LessonPicture& picture) { return picture.name == cover.picture; };
    if (!cover.picture.empty() && std::none_of(pictures.begin(), pictures.end(), isIt))
      m_problems.error(cover.place, "\"cover\" names the picture ", inQuotes(cover.picture),
                       ", which there is not in that step");
  }

  void checkStep(int index) {
    const LessonStep& step = m_run.lesson().steps[static_cast<std::size_t>(index)];
    const StepBlocks& blocks = m_run.steps()[static_cast<std::size_t>(index)];
    const std::shared_ptr<const StepValues> values = m_run.valuesOnDemand(index, m_state);
    checkValues(index, *values);
    checkLabels(m_run.graph().data[static_cast<std::size_t>(index)].labels, *values);
    for (const LessonCheck& check : blocks.checks) checkOne(check, *values);
    for (const LessonGoal& goal : blocks.goals) checkGoal(goal, *values);
    std::vector<LessonFormula> formulas = blocks.formulas;
    for (const LessonAlgorithm& algorithm : blocks.algorithms) {
      for (const AlgorithmLine& line : algorithm.lines) formulas.push_back(algorithm.formula(line));
      if (!algorithm.isExecuted() && !algorithm.isPlain)
        m_problems.warn(algorithm.place,
                        "the lines of the algorithm are not executed: \"bind\" their symbols, or say \"plain\"");
    }
    for (const LessonFormula& formula : formulas) checkFormula(formula, *values);
    checkMoved(blocks, formulas, *values);
    for (const LessonPicture& picture : blocks.pictures)
      for (const LessonExpression& mark : picture.marks) tryTo(mark.place(), [&] { mark.value(*values); });
    for (const LessonQuestion& question : blocks.questions) checkQuestion(question, *values);
    if (index == 0) m_texts.check(m_run.lesson().introduction, values.get());  // stands above the first step
    for (const LessonProse& prose : proseOf(step)) m_texts.check(prose, values.get());
    for (const LessonBlock* block : blocksOf(step))
      if (block->isFree)
        for (const LessonLine& line : block->lines) m_texts.checkLinks({line.text, line.place});
    checkLeaks(step, blocks, *values, m_problems);
    if (!m_problems.hasErrors()) checkControls(m_run.graph(), index, step, blocks, *values, m_problems);
  }

  /// As many labels as the axis is long.
  void checkLabels(const std::vector<LabelLine>& lines, const StepValues& values) {
    for (const LabelLine& line : lines)
      tryTo(line.place, [&] {
        const LessonValue* value = values.find(line.name);
        if (!value) {
          tellUndefined(line.place, line.name, m_run.graph().scopes.back(), m_problems);
          return;
        }
        const auto* array = std::get_if<LessonArray>(value);
        if (!array) return;
        for (Index axis = 0; axis < array->rank(); ++axis)
          if (const auto length = static_cast<std::size_t>(array->length(axis));
              values.labels(line.name, axis) == line.words && line.words.size() != length)
            m_problems.error(line.place, line.name, " is ", describeValue(*value), ": expected ", length,
                             " labels along axis ", axis + 1, ", found ", line.words.size());
      });
  }

  /// All that the step defines can be computed.
  void checkValues(int index, const StepValues& values) {
    const LessonGraph& graph = m_run.graph();
    for (const auto& [name, definition] : graph.scopes[static_cast<std::size_t>(index)]) {
      const LessonDefinition& defined = graph.definitions[static_cast<std::size_t>(definition)];
      if (defined.step != index) continue;
      const std::string wanted = name;
      tryTo(defined.place, [&] { values.find(wanted); });
      m_progress.update(0, wanted);
    }
  }

  void checkOne(const LessonCheck& check, const StepValues& values) {
    tryTo(check.place, [&] {
      const std::string failure = check.failure(values);
      if (!failure.empty() && !isToldElsewhere(m_run.lesson().file, failure)) m_problems.error(check.place, failure);
      const std::string other = failure.empty() ? check.looseDigit(values) : "";
      if (!other.empty())
        m_problems.warn(check.right->place(), "with the tolerance ", check.tolerance->text(), " this would hold for ",
                        other, " as well: the last digit is finer than the tolerance");
    });
  }

  void checkGoal(const LessonGoal& goal, const StepValues& values) {
    tryTo(goal.condition.place(), [&] {
      if (goal.condition.holds(values))
        m_problems.error(goal.condition.place(), "the goal \"", goal.text, "\" is reached before anything is moved");
    });
  }

  /// The controls elsewhere; null: nothing moves, or something is wrong already.
  std::shared_ptr<const LessonScope> movedScope(const StepBlocks& blocks, const StepValues& values) {
    constexpr double kAside = 0.37;  // of the range; at no round number
    LessonSettings moved;
    for (const std::vector<LessonControl>& block : blocks.controls)
      for (const LessonControl& control : block) {
        const double there = control.from + kAside * (control.to - control.from);
        if (control.kind == ControlKind::slider || control.kind == ControlKind::cell)
          moved[control.name] = numberValue(there);
        if (control.kind == ControlKind::stepper) moved[control.name] = numberValue(std::round(there));
      }
    std::shared_ptr<const LessonScope> scope;
    if (!moved.empty() && !m_problems.hasErrors())
      tryTo(blocks.controls.front().front().place, [&] { scope = values.at(moved); });
    return scope;
  }

  /// Formulae once more where the controls are elsewhere: at T = 1 a division by T is a product as well.
  void checkMoved(const StepBlocks& blocks, const std::vector<LessonFormula>& formulas, const StepValues& values) {
    const std::shared_ptr<const LessonScope> moved = movedScope(blocks, values);
    for (const LessonFormula& formula : formulas) {
      if (formula.bindings.empty() || formula.isPlain) continue;
      if (moved) checkFormula(formula, *moved);
      if (!m_problems.hasErrors()) checkDoubts(formula, values, moved.get());
    }
  }

  void checkDoubts(const LessonFormula& formula, const StepValues& values, const LessonScope* moved) {
    std::vector<const LessonScope*> scopes = {&values};
    if (moved) scopes.push_back(moved);
    for (const FormulaTree& line : formula.lines)
      for (const FormulaDoubt& doubt : formulaDoubts(line, formula.bindings, scopes, formula.at))
        m_problems.warn(doubt.place, "the formula would hold with \"", doubt.other, "\" for \"", doubt.sign,
                        "\" as well: these numbers do not tell them apart");
  }

  void checkFormula(const LessonFormula& formula, const LessonScope& values) {
    for (const FormulaTree& line : formula.lines)
      tryTo(line->place, [&] {
        const FormulaContext context(formula.bindings, values, formula.at);
        const FormulaIndices at =
            formula.isPlain ? placesOf(nullptr, context, formula.at) : placesOf(line, context, formula.at);
        checkMarks(line, values, at);
      });
    if (formula.isPlain) return;
    if (formula.bindings.empty())
      return m_problems.error(formula.place, "the formula is not executed: \"bind\" its symbols, or say \"plain\"");
    for (const FormulaTree& line : formula.lines)
      tryTo(line->place, [&] {
        const std::string failure = formulaFailure(line, formula.bindings, values, formula.at);
        if (!failure.empty()) m_problems.error(line->place, failure);
      });
  }

  void checkQuestion(const LessonQuestion& question, const StepValues& values) {
    for (const LessonProblem& problem : questionProblems(question, values)) {
      if (isToldElsewhere(m_run.lesson().file, problem.text)) continue;
      if (problem.isWarning)
        m_problems.warn(problem.place, problem.text);
      else
        m_problems.error(problem.place, problem.text);
    }
    m_texts.checkNumbers({question.because, question.becausePlace}, &values);
    for (const QuestionOption& option : question.options)
      m_texts.checkNumbers({option.hint, option.hintPlace}, &values);
    // The typed value may be no index of anything: hints are only read.
    for (const QuestionHint& hint : question.hints) m_texts.checkNumbers({hint.text, hint.place}, nullptr);
  }

  template <class Work>
  void tryTo(LessonPlace place, const Work& work) {
    tellErrors(m_run.lesson().file, place, m_problems, work);
  }

  LessonRun& m_run;
  const std::vector<ShelvedLesson>& m_shelf;
  Progress& m_progress;
  LessonProblems m_problems;
  TextCheck m_texts;
  StepState m_state;
};

}  // namespace

std::vector<LessonProblem> checkLesson(LessonRun& run, const std::vector<ShelvedLesson>& shelf, Progress& progress,
                                       bool runsAll) {
  return LessonChecker(run, shelf, progress, runsAll).check();
}

}  // namespace engine
