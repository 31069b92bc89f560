// Translations: whether their words fit what the original has, and hold.
#pragma once

#include <vector>

#include "engine/lessons/file/LessonShelf.h"
#include "engine/lessons/run/LessonRun.h"

namespace engine {

/// All that is wrong, in the order of the translation's file: steps, questions and blocks that the original has not,
/// what has changed since, what is missing (warnings), code; live numbers, marks, formulae and links of its texts,
/// computed with the original's arrays; answers that its texts give away; long prose. `original` runs the lesson that
/// is translated; `shelf`: lessons that links may lead to. Problems of reading the file are not among them.
std::vector<LessonProblem> checkTranslation(const Lesson& translation, LessonRun& original,
                                            const std::vector<ShelvedLesson>& shelf);

}  // namespace engine
