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
  LessonPlace hintPlace = {};  ///< of its text
};
struct QuestionHint {
  std::optional<LessonExpression> when;  ///< none: whenever no other fits
  std::string text;                      ///< Markdown with {live numbers}
  LessonPlace place = {};                ///< of the text
};

struct LessonQuestion {
  QuestionKind kind = QuestionKind::choose;
  std::string name, text;
  std::vector<QuestionOption> options;  ///< of choose
  /// Of the others. cell: an index, the indices of one cell, a row of indices for each right cell, or a condition per
  /// cell. order: a number for each item. draw: the curve over `over`, or a path or its pairs.
  std::optional<LessonExpression> answer;
  std::optional<LessonExpression> within;  ///< tolerance
  bool isRelative = false;                 ///< "within 10%"
  std::string of, over, unit, because;     ///< of: what cells are of, or the path
  bool isPath = false;                     ///< draw: "path of P within 2 cells"
  std::vector<std::string> items;          ///< of order
  bool isDescending = true, isShuffled = false;
  std::vector<QuestionHint> hints;
  int tries = 2;
  LessonPlace place;
  LessonPlace becausePlace = {};  ///< of the text

  /// Names that must be covered until it is answered, and controls that are locked: those that some at(...) sets, "T",
  /// "Q[1,1]", or "Q" for all cells of Q.
  std::set<std::string> covers() const;
  std::set<std::string> locks() const;
};
std::optional<LessonQuestion> parseQuestion(const LessonBlock& block, LessonProblems& problems);

/// What somebody answered. choose: numbers of options from 1. number: the number. cell: its indices from 1 (more than
/// the answer has are ignored). draw: the heights of a curve, or i j i j ... of a path. order: numbers of items from 1,
/// as they were put. bars: heights. letters: `letters`.
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
/// What is wrong with a question as things are by default: no option or all of them right, a hint for the right answer,
/// none for a wrong option, a condition or a largest value that a relative change of 1e-9 turns round, what cannot be
/// computed.
std::vector<LessonProblem> questionProblems(const LessonQuestion& question, const LessonScope& scope);

}  // namespace engine
