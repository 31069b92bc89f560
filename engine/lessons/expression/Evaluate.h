// Computing what an expression says.
#pragma once

#include "engine/lessons/expression/ExpressionNode.h"
#include "engine/lessons/expression/Scope.h"

namespace engine {

/// Throws ExpressionError; what a scope throws goes through.
LessonValue evaluate(const ExpressionTree& tree, const LessonScope& scope);

}  // namespace engine
