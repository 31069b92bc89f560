// libFuzzer entry for lessons: whatever the bytes, the file is read, its blocks are understood, its expressions
// computed, its formulae and the lines of its algorithms executed, marked, shown and spoken, with a few names for all
// of them; all that is wrong is told with a line, and nothing but an Error is thrown. A translation is put into a
// lesson and brought up to it, of a lesson that can be read one is written, which must be read back without an error.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "engine/lessons/formula/FormulaCells.h"
#include "engine/lessons/run/StepBlocks.h"
#include "engine/lessons/words/TranslateLesson.h"
#include "engine/lessons/words/TranslationText.h"

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

/// What the translations of the seeds are of.
const Lesson& translatedLesson() {
  static const Lesson lesson = [] {
    LessonProblems problems;
    return parseLesson(
        "---\nheadlight-lesson: 1\nid: lesson\ntitle: T\ngoal: G.\nminutes: 3\n---\nBegin.\n\n## One {#one}\nText.\n"
        "```data\nA = [1 2]\nlabels A = first second\n```\nMore text.\n```control\nslider T from 0 to 1\nlabel \"T\"\n"
        "```\n```predict p\nchoose \"Which?\"\n- \"one\" when T > 0\n- \"two\" when T < 0 hint \"No.\"\nhint "
        "\"Look.\"\n"
        "because \"It is.\"\n```\n```goal\nT > 2 \"Go\"\n```\n### Beat\n```note\nSay.\n```\n````more\nWhy?\nSo.\n"
        "```formula\nx\nplain\n```\nAnd so.\n````\n## Two {#two}\nx\n",
        "", problems);
  }();
  return lesson;
}

void translate(const Lesson& words, const std::string& text) {
  LessonProblems problems;
  const LessonInWords made = inWordsOf(translatedLesson(), words, problems);
  for (const LessonStep& step : made.lesson.steps) parseStepBlocks(step, {}, problems);
  requirePlaces(problems);
  tried([&] {
    const std::string once = updatedTranslation(translatedLesson(), text, "");
    const std::string twice = updatedTranslation(translatedLesson(), once, "");
    if (once == twice) return;
    std::fprintf(stderr, "brought up twice it is another:\n%s\n---\n%s\n", once.c_str(), twice.c_str());
    std::abort();
  });
}

void writeWords(const Lesson& lesson) {
  const std::string text = newTranslation(lesson, "xx");
  LessonProblems problems;
  const Lesson words = parseLesson(text, "", problems);
  inWordsOf(lesson, words, problems);
  if (!problems.hasErrors()) return;
  for (const LessonProblem& problem : problems.sorted())
    std::fprintf(stderr, "%s\n", problemText("words", problem).c_str());
  std::fprintf(stderr, "%s\n", text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  LessonProblems problems;
  const Lesson lesson = parseLesson(text, "lesson.md", problems);
  for (const LessonStep& step : lesson.steps) computeAll(parseStepBlocks(step, {}, problems));
  requirePlaces(problems);
  if (!lesson.translationOf.empty())
    translate(lesson, text);
  else if (problems.sorted().empty())
    writeWords(lesson);
  return 0;
}
