// Whether the pictures of a lesson take what they are of.
#pragma once

#include <vector>

#include "engine/lessons/run/LessonRun.h"

namespace ui {

/// Every picture of every step is filled as in the player, with the controls as in the file: what it refuses, at its
/// line. What cannot be computed is left out, since the check of the lesson tells it. In Qt's thread.
std::vector<engine::LessonProblem> pictureProblems(engine::LessonRun& run, const engine::StepState& state);

}  // namespace ui
