// Expressions in tests: their values, problems and failures.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/lessons/expression/Expression.h"

namespace engine::test {

inline LessonArray vectorOf(const std::vector<double>& values) {
  return LessonArray({static_cast<Index>(values.size())}, values);
}
inline LessonArray matrixOf(const Shape& shape, const std::vector<double>& values) {
  return LessonArray(shape, values);
}

inline const LessonScope& noNames() {
  static const NamedValues none({});
  return none;
}
/// A = [1 2 3; 4 5 6], x = (5 6 7).
inline const LessonScope& someNames() {
  static const NamedValues some({{"A", matrixOf({2, 3}, {1, 2, 3, 4, 5, 6})}, {"x", vectorOf({5, 6, 7})}});
  return some;
}

inline LessonValue valueOf(const std::string& text, const LessonScope& scope = someNames()) {
  LessonProblems problems;
  const auto expression = LessonExpression::parse(text, {1, 1}, problems);
  if (!expression) {
    ADD_FAILURE() << text << ": " << problemText("", problems.sorted().at(0));
    return numberValue(0);
  }
  return expression->value(scope);
}
inline LessonArray arrayOf(const std::string& text, const LessonScope& scope = someNames()) {
  const LessonValue value = valueOf(text, scope);
  if (const auto* array = std::get_if<LessonArray>(&value)) return *array;
  ADD_FAILURE() << text << " is " << describeValue(value);
  return {};
}
inline double numberOf(const std::string& text, const LessonScope& scope = someNames()) {
  const LessonArray array = arrayOf(text, scope);
  EXPECT_EQ(array.rank(), 0) << text;
  return array.empty() ? 0 : array[0];
}
inline std::string textOf(const std::string& text, const LessonScope& scope = someNames()) {
  const LessonValue value = valueOf(text, scope);
  const auto* found = std::get_if<std::string>(&value);
  return found ? *found : "no text but " + describeValue(value);
}

/// "line:column text" of the first problem; empty: none.
inline std::string problemOf(const std::string& text) {
  LessonProblems problems;
  if (LessonExpression::parse(text, {3, 5}, problems)) return "";
  const LessonProblem problem = problems.sorted().at(0);
  return std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column) + " " + problem.text;
}
/// What computing says; empty: nothing.
inline std::string failureOf(const std::string& text, const LessonScope& scope = someNames()) {
  try {
    valueOf(text, scope);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace engine::test
