// Questions whose answers are computed: what is asked, what holds, hints for wrong answers, grading.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/lessons/expression/Expression.h"
#include "engine/lessons/file/Lesson.h"

namespace engine {

enum class QuestionKind { choose, number, cell, draw, order, bars, letters };

struct QuestionOption {
  std::string text;
  LessonExpression when;
  std::string hint;
};
struct QuestionHint {
  std::optional<LessonExpression> when;  ///< none: whenever no other fits
  std::string text;                      ///< Markdown with {live numbers}
};

struct LessonQuestion {
  QuestionKind kind = QuestionKind::choose;
  std::string name, text;
  std::vector<QuestionOption> options;       ///< of choose
  std::optional<LessonExpression> answer;    ///< of the others; a `cell` answer may be a condition per cell
  std::optional<LessonExpression> within;    ///< tolerance
  bool isRelative = false;                   ///< "within 10%"
  std::string of, over, unit, because;
  std::vector<std::string> items;            ///< of order
  bool isDescending = true, isShuffled = false;
  std::vector<QuestionHint> hints;
  int tries = 2;
  LessonPlace place;

  /// Names that must be covered until it is answered, and controls that are locked.
  std::set<std::string> covers() const;
  std::set<std::string> locks() const;
};
std::optional<LessonQuestion> parseQuestion(const LessonBlock& block, LessonProblems& problems);

/// What somebody answered: numbers of options or cells from 1, a number, heights of bars, points of a curve, letters.
struct LessonAnswer {
  std::vector<double> numbers;
  std::string letters;
};
struct LessonGrade {
  bool isRight = false;
  std::string hint;  ///< for this wrong answer, live numbers not yet put in; empty: none fits
};
/// Throws Error when the answer is of another form: "expected one option of 3, found 5".
LessonGrade grade(const LessonQuestion& question, const LessonAnswer& answer, const LessonScope& scope);
/// The right answer in the same form.
LessonAnswer trueAnswer(const LessonQuestion& question, const LessonScope& scope);

}  // namespace engine
