// Failures with their place in the lesson.
#pragma once

#include <sstream>

#include "engine/lessons/expression/Expression.h"

namespace engine {

/// Throws an ExpressionError whose text is the parts written one after the other.
template <class... Parts>
[[noreturn]] void failAt(LessonPlace place, const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw ExpressionError(place, text.str());
}

}  // namespace engine
