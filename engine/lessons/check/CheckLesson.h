// Whole lessons: everything that can be computed is, so that a lesson that is shipped holds what it says.
#pragma once

#include <vector>

#include "engine/base/Progress.h"
#include "engine/lessons/file/LessonShelf.h"
#include "engine/lessons/run/LessonRun.h"

namespace engine {

/// All that is wrong, in the order of the file: blocks, runs, checks, goals, questions, formulae (executed), live
/// numbers, answers that something visible gives away, links, pictures beside the file. `shelf`: lessons that links may
/// lead to. Problems of reading the file are not among them (parseLesson). `runsAll`: runs with stored results run as
/// well, and everything is checked with what they give. Throws Cancelled.
std::vector<LessonProblem> checkLesson(LessonRun& run, const std::vector<ShelvedLesson>& shelf, Progress& progress,
                                       bool runsAll = false);

}  // namespace engine
