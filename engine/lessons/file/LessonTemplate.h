// The beginning of a new lesson.
#pragma once

#include <string>
#include <string_view>

namespace engine {

/// Letters a-z, digits and -: what lessons and steps are called.
bool isLessonId(std::string_view text);

/// A lesson of four steps that holds: data, a control, a run, a picture, a formula, questions, checks, a real protein.
/// Its comments say what is what.
std::string lessonTemplate(const std::string& id);

}  // namespace engine
