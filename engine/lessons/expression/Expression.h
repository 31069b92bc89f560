// Expressions of lessons: numbers, names, slices, arithmetic, comparisons, functions, at(T=2: ...).
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/lessons/expression/Scope.h"
#include "engine/lessons/file/Problem.h"

namespace engine {

struct ExpressionTree;

/// What went wrong in computing, with its place in the file, which the text does not name.
class ExpressionError : public Error {
 public:
  ExpressionError(LessonPlace place, const std::string& text) : Error(text), m_place(place) {}
  LessonPlace place() const { return m_place; }

 private:
  LessonPlace m_place;
};

/// A parsed expression. Cheap to copy.
class LessonExpression {
 public:
  /// `place`: of its first character in the file. Problems are told with line and column; nothing then.
  static std::optional<LessonExpression> parse(std::string_view text, LessonPlace place, LessonProblems& problems);

  /// Throws ExpressionError: unknown names with the nearest spelling, shapes that do not fit, more than 1e7 operations.
  /// Errors of the scope itself get the place of the name.
  LessonValue value(const LessonScope& scope) const;
  /// The value as a single number; throws Error when it is none.
  double number(const LessonScope& scope) const;
  /// Whether a condition holds: every element is other than 0.
  bool holds(const LessonScope& scope) const;

  /// Names that are read outside of at(...): what covers.
  const std::set<std::string>& names() const;
  /// Names that are read inside of at(...), and those that some at(...) sets ("T"; "Q[1,1]" where the indices are
  /// numbers): which controls are locked.
  const std::set<std::string>& namesInsideAt() const;
  const std::set<std::string>& namesSetByAt() const;

  /// Where a relative change of 1e-9 would turn a comparison (but not one of counts and indices) or the largest or
  /// smallest value round: "S[1] > S[2], both 1"; empty: nowhere. Throws as value() does.
  std::string tie(const LessonScope& scope) const;
  /// Whether it compares or joins conditions, from which an answer by cells is known.
  bool isCondition() const;

  const std::string& text() const;
  LessonPlace place() const;

 private:
  std::shared_ptr<const ExpressionTree> m_tree;
};

/// A live number of prose, "{A[1,1]:.2}": the expression and how it is written. Formats: ".2" decimals, "%", "e",
/// "bits",
/// ".1%" and ".1 bits" with so many decimals; empty: as many digits as tell it (3 significant).
struct LiveNumber {
  LessonExpression expression;
  std::string format;
};
std::optional<LiveNumber> parseLiveNumber(std::string_view inBraces, LessonPlace place, LessonProblems& problems);
/// "0.64", "64 %", "1.4 bits", "(0.64 0.24)"; minus signs are minus signs.
std::string numberText(const LessonValue& value, const std::string& format);

}  // namespace engine
