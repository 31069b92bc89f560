// How much somebody reads before there is something to see.
#pragma once

#include "engine/lessons/file/Lesson.h"

namespace engine {

/// Warns, at `place`, of more than 60 words before the first picture of a step.
void warnOfLongProse(const LessonStep& step, LessonPlace place, LessonProblems& problems);

}  // namespace engine
