// What moving the controls of a step does, seen before a class sees it.
#pragma once

#include "engine/lessons/run/LessonGraph.h"
#include "engine/lessons/run/LessonRun.h"

namespace engine {

/// Warns of controls that change nothing of what the step shows or asks, and of goals that hold at none of many places
/// of the controls: with all choices, ranges moved alone, then to their ends together. `step`: the number, from 0, of
/// the step `read`. `values`: with the controls as the file says. A goal is tried only where all that moves it has a
/// range or choices. Warns of questions to choose whose right options are others where a control stands elsewhere that
/// may be moved while they are asked.
void checkControls(const LessonGraph& graph, int step, const LessonStep& read, const StepBlocks& blocks,
                   const StepValues& values, LessonProblems& problems);

}  // namespace engine
