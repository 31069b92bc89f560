// libFuzzer entry for lessons: whatever the bytes, the file is read, its blocks are understood, its expressions
// computed, its formulae and the lines of its algorithms executed, marked, shown and spoken, with a few names for all
// of them; all that is wrong is told with a line, and nothing but an Error is thrown.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "engine/lessons/formula/FormulaCells.h"
#include "engine/lessons/run/StepBlocks.h"

using namespace engine;

namespace {

/// Some names, so that not every expression ends at its first.
const LessonScope& scope() {
  static const NamedValues values({{"A", LessonArray({1, 4}, std::vector<double>{0.6, 0.2, 0.1, 0.1})},
                                   {"S", LessonArray({1, 4}, std::vector<double>{2, 1, 0, -1})},
                                   {"K", LessonArray({4, 2}, std::vector<double>{2, 0, 1, 1, 0, 2, -1, 1})},
                                   {"x", LessonArray({3}, std::vector<double>{1, 0, 2})},
                                   {"T", numberValue(1)},
                                   {"value", numberValue(0.5)}});
  return values;
}

template <class Work>
void tried(const Work& work) {
  try {
    work();
  } catch (const Error&) {
    // What cannot be computed says so.
  }
}

/// Whatever one part of it says, the others are tried.
void computeFormula(const LessonFormula& formula) {
  for (const FormulaTree& line : formula.lines) {
    spokenFormula(line);
    linearFormula(line);
    showFormula(line);
    tried([&] { formulaFailure(line, formula.bindings, scope(), formula.at); });
    tried([&] { formulaDoubts(line, formula.bindings, {&scope()}, formula.at); });
    tried([&] {
      const FormulaContext context(formula.bindings, scope(), formula.at);
      const FormulaIndices at = placesOf(formula.isPlain ? nullptr : line, context, formula.at);
      tried([&] { checkMarks(line, scope(), at); });
      const ShownFormula shown = showFormula(line, context, at, {static_cast<std::size_t>(formula.terms), {}});
      if (shown.numbers) spokenFormula(shown.numbers);
    });
  }
}

void computeAll(const StepBlocks& step) {
  for (const LessonCheck& check : step.checks) tried([&] { check.failure(scope()); });
  for (const LessonGoal& goal : step.goals) tried([&] { goal.condition.holds(scope()); });
  for (const LessonFormula& formula : step.formulas) computeFormula(formula);
  for (const LessonAlgorithm& algorithm : step.algorithms)
    for (const AlgorithmLine& line : algorithm.lines) computeFormula(algorithm.formula(line));
  for (const LessonPicture& picture : step.pictures)
    for (const LessonExpression& mark : picture.marks) tried([&] { numberText(mark.value(scope()), ""); });
  for (const LessonQuestion& question : step.questions) {
    questionProblems(question, scope());
    tried([&] { grade(question, {{1}, "MAKW"}, scope()); });
  }
}

void requirePlaces(const LessonProblems& problems) {
  for (const LessonProblem& problem : problems.sorted()) {
    if (problem.place.line > 0 && !problem.text.empty()) continue;
    std::fprintf(stderr, "a problem without a place: %s\n", problem.text.c_str());
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  LessonProblems problems;
  const Lesson lesson = parseLesson(text, "lesson.md", problems);
  for (const LessonStep& step : lesson.steps) computeAll(parseStepBlocks(step, {}, problems));
  requirePlaces(problems);
  return 0;
}
