// What blocks `picture` of lessons may name.
#pragma once

#include "engine/lessons/run/StepBlocks.h"

namespace ui {

/// All views and all teaching pictures.
engine::LessonKnows knownPictures();

}  // namespace ui
