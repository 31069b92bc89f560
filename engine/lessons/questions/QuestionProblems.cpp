// What an author should know of a question, for which it must be computed.
#include <algorithm>

#include "engine/lessons/questions/RightCells.h"

namespace engine {

namespace {

void checkOptions(const LessonQuestion& question, const LessonScope& scope, LessonProblems& problems) {
  std::size_t numRight = 0;
  const bool hasHintForAll = std::any_of(question.hints.begin(), question.hints.end(),
                                         [](const QuestionHint& hint) { return !hint.when.has_value(); });
  for (const QuestionOption& option : question.options) {
    const bool isRight = option.when.holds(scope);
    numRight += isRight ? 1 : 0;
    if (isRight && !option.hint.empty())
      problems.error(option.when.place(), "the option \"", option.text, "\" is right and has a hint");
    // Whoever chooses it must learn why; and a condition that was meant the other way round is found.
    if (!isRight && option.hint.empty() && !hasHintForAll)
      problems.error(option.when.place(), "the option \"", option.text, "\" is wrong and has no hint");
  }
  if (numRight == 0) problems.error(question.place, "no option is right");
  if (numRight == question.options.size()) problems.error(question.place, "all options are right");
}

void checkTies(const LessonQuestion& question, const LessonScope& scope, LessonProblems& problems) {
  const auto check = [&](const LessonExpression& expression) {
    if (const std::string tie = expression.tie(scope); !tie.empty())
      problems.error(expression.place(), "the answer hangs on rounding: ", tie);
  };
  for (const QuestionOption& option : question.options) check(option.when);
  if (question.answer) check(*question.answer);
}

void checkTruth(const LessonQuestion& question, const LessonScope& scope, LessonProblems& problems) {
  const LessonAnswer truth = trueAnswer(question, scope);
  if (truth.numbers.empty() && truth.letters.empty()) {
    if (question.kind != QuestionKind::choose) problems.error(question.place, "there is no right answer");
    return;
  }
  if (!grade(question, truth, scope).isRight) problems.error(question.place, "the computed answer is graded as wrong");
  if (const std::string hint = hintFor(question, truth, scope, false); !hint.empty())
    problems.error(question.place, "the right answer gets the hint \"", hint, "\"");
}

}  // namespace

std::vector<LessonProblem> questionProblems(const LessonQuestion& question, const LessonScope& scope) {
  LessonProblems problems;
  try {
    if (question.kind == QuestionKind::choose) checkOptions(question, scope, problems);
    checkTruth(question, scope, problems);
    checkTies(question, scope, problems);
  } catch (const ExpressionError& error) {
    problems.error(error.place(), error.what());
  } catch (const Error& error) {
    problems.error(question.place, error.what());
  }
  return problems.sorted();
}

}  // namespace engine
