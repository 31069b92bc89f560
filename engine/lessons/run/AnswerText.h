// Answers and prose on a console.
#pragma once

#include <functional>
#include <string>

#include "engine/lessons/run/LessonText.h"

namespace engine {

/// What is to be typed: "Type numbers of options: 1 3".
std::string answerForm(const LessonQuestion& question);

/// Prose with numbers put in by `textOf`, formulae between dollars as a line, marks and links as their words. What
/// cannot be read stays as it is.
std::string consoleProse(const LessonProse& prose, const std::function<std::string(const LiveNumber&)>& textOf);

}  // namespace engine
