// Computing what an expression says.
#pragma once

#include "engine/lessons/expression/ExpressionNode.h"
#include "engine/lessons/expression/Scope.h"

namespace engine {

/// Throws ExpressionError. `tie`: gets what LessonExpression::tie tells.
LessonValue evaluate(const ExpressionTree& tree, const LessonScope& scope, std::string* tie = nullptr);

}  // namespace engine
