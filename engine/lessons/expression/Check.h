// Lines of `check`: "A[1,1] = 0.64 ± 1e-6", "at T=0.25..4 by 0.25: sum(A[1]) = 1 ± 1e-12", any condition.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/expression/Expression.h"

namespace engine {

struct LessonCheck {
  std::vector<LessonSettings> at;             ///< holds for each of them; empty: as things are
  std::optional<LessonExpression> condition;  ///< or the two sides:
  std::optional<LessonExpression> left, right;
  std::optional<LessonExpression> tolerance;
  std::string text;
  LessonPlace place;

  /// Empty when it holds; else one sentence: at what, what was found, what was expected.
  std::string failure(const LessonScope& scope) const;
  /// Of a check that holds: what could be expected as well, with the last digit of a number one up or down, so that
  /// nobody would notice a wrong one; empty: there is none, or the tolerance is at most 0.6 of its unit.
  std::string looseDigit(const LessonScope& scope) const;
};
std::optional<LessonCheck> parseCheck(std::string_view line, LessonPlace place, LessonProblems& problems);

}  // namespace engine
