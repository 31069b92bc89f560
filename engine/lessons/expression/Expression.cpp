#include "engine/lessons/expression/Expression.h"

#include "engine/lessons/expression/Evaluate.h"

namespace engine {

std::optional<LessonExpression> LessonExpression::parse(std::string_view text, LessonPlace place,
                                                        LessonProblems& problems) {
  LessonExpression expression;
  expression.m_tree = parseExpressionTree(text, place, problems);
  if (!expression.m_tree) return std::nullopt;
  return expression;
}

LessonValue LessonExpression::value(const LessonScope& scope) const { return evaluate(*m_tree, scope); }

std::string LessonExpression::tie(const LessonScope& scope) const {
  std::string tie;
  evaluate(*m_tree, scope, &tie);
  return tie;
}

double LessonExpression::number(const LessonScope& scope) const {
  const LessonValue found = value(scope);
  if (const auto* array = std::get_if<LessonArray>(&found); array && array->size() == 1) return (*array)[0];
  throw ExpressionError(place(), "\"" + text() + "\" is " + describeValue(found) + ", expected a number");
}

bool LessonExpression::holds(const LessonScope& scope) const {
  const LessonValue found = value(scope);
  const auto* array = std::get_if<LessonArray>(&found);
  if (!array)
    throw ExpressionError(place(), "\"" + text() + "\" is " + describeValue(found) + ", expected a condition");
  for (const double element : *array)
    if (element == 0) return false;
  return true;
}

bool LessonExpression::isCondition() const {
  switch (m_tree->root.kind) {
    case NodeKind::comparison:
    case NodeKind::conjunction:
    case NodeKind::disjunction:
    case NodeKind::negation:
      return true;
    default:
      return false;
  }
}

const std::set<std::string>& LessonExpression::names() const { return m_tree->names; }
const std::set<std::string>& LessonExpression::namesInsideAt() const { return m_tree->namesInsideAt; }
const std::set<std::string>& LessonExpression::namesSetByAt() const { return m_tree->namesSetByAt; }
const std::string& LessonExpression::text() const { return m_tree->text; }
LessonPlace LessonExpression::place() const { return m_tree->place; }

}  // namespace engine
